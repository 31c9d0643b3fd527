// SPDX-License-Identifier: MIT
#include "commands/versions.hpp"

#include "commands/foreign_toolkit.hpp"
#include "commands/json.hpp"
#include "commands/ruling.hpp"
#include "hot/version_row.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

using Row = hot::VersionRow;

Row system_row(const hot::Found& system, const Ruling& ruling, const World& world) {
    const std::string line =
        system.prefix.empty() ? std::string() : version_of_toolkit(system.prefix, world);
    return {system, hot::rules(ruling.found, system), hot::about_system(system.prefix, line), 0};
}

Result<std::vector<Row>> rows_of(const VersionsRequest& request, const Ruling& ruling,
                                 const Lookup& lookup, const World& world) {
    std::vector<Row> rows;
    Row system = system_row(hot::find_system(lookup.resolve_input()), ruling, world);
    const bool is_there = !system.found.prefix.empty() || system.is_ruling;
    if (request.system || (!request.bare && is_there)) rows.push_back(std::move(system));
    CUDAENV_TRY(const auto installed, hot::list_installed(world.layout, world.config.hot));
    for (const hot::Found& found : installed) {
        Row row{found, hot::rules(ruling.found, found), "", 0};
        if (request.size && found.kind == hot::Found::Kind::stack) {
            CUDAENV_TRY(row.size_bytes, sys::disk_usage(found.prefix));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string_view kind_name(hot::Found::Kind kind) {
    switch (kind) {
        case hot::Found::Kind::stack:
            return "stack";
        case hot::Found::Kind::adopted:
            return "adopted";
        case hot::Found::Kind::folder:
            return "folder";
        case hot::Found::Kind::system:
            return "system";
    }
    return "";
}

nlohmann::json json_of(const Row& row, bool has_size) {
    nlohmann::json out{{"name", row.found.name},
                       {"kind", kind_name(row.found.kind)},
                       {"prefix", row.found.prefix},
                       {"selected", row.is_ruling},
                       {"shared", row.found.is_shared}};
    if (has_size) out["size_bytes"] = row.size_bytes;
    return out;
}

}  // namespace

Result<Report> versions(const VersionsRequest& request, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const Ruling ruling, find_ruling(world, lookup));
    CUDAENV_TRY(const auto rows, rows_of(request, ruling, lookup, world));
    Report report;
    auto list = nlohmann::json::array();
    for (const Row& row : rows) {
        report.out += request.bare ? row.found.name + "\n" : hot::to_line(row, ruling.origin);
        list.push_back(json_of(row, request.size));
    }
    report.json = json_text({{"versions", list}, {"origin", ruling.origin}});
    report.messages = messages_of(ruling.selection);
    if (!request.bare) report.error = ruling.error;
    return report;
}

}  // namespace cudaenv::commands
