// SPDX-License-Identifier: MIT
#include "commands/outdated.hpp"

#include <algorithm>

#include "commands/json.hpp"
#include "commands/newer.hpp"
#include "commands/text_table.hpp"

#include <nlohmann/json.hpp>

namespace cudaenv::commands {

Result<Report> outdated(const OutdatedRequest& request, const World& world) {
    CUDAENV_TRY(const std::vector<Standing> all, standings(world));
    std::vector<std::vector<std::string>> rows = {{"installed", "newest patch", "newest"}};
    nlohmann::ordered_json data = nlohmann::ordered_json::array();
    for (const Standing& standing : all) {
        const std::string patch = to_string(standing.newest_patch);
        const std::string newest = to_string(standing.newest);
        if (standing.is_outdated) rows.push_back({standing.stack.name, patch, newest});
        data.push_back({{"stack", standing.stack.name},
                        {"toolkit", to_string(standing.toolkit)},
                        {"newest_patch", patch},
                        {"newest", newest},
                        {"outdated", standing.is_outdated},
                        {"shared", standing.stack.is_shared}});
    }
    Report report;
    report.json = json_text(data);
    const bool has_any = rows.size() > 1;
    if (has_any) {
        report.out = in_columns(rows);
    } else {
        report.messages.push_back(
            Message::info("no installed version has a newer patch that is known"));
    }
    if (has_any && request.exit_code) report.exit = 1;
    return report;
}

}  // namespace cudaenv::commands
