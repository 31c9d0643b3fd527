// SPDX-License-Identifier: MIT
#include "commands/info.hpp"

#include <algorithm>

#include "commands/asked_stack.hpp"
#include "commands/machine.hpp"
#include "commands/release_facts.hpp"
#include "commands/text_table.hpp"

namespace cudaenv::commands {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 80;
constexpr std::size_t kNameWidth = 22;

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<ReleaseFacts> facts_of_request(const std::string& text, const Known& known,
                                      const World& world) {
    CUDAENV_TRY(const AskedStack asked, asked_stack(text, known, world));
    if (!asked.stack.companions.empty()) {
        return fail(Code::usage, "info tells of toolkit releases, without companions")
            .found(text)
            .try_("cudaenv info " + to_string(*asked.stack.toolkit));
    }
    if (asked.release == nullptr) {
        return fail(Code::unknown_release, "CUDA " + asked.name + " is not known")
            .try_("cudaenv install --list " + to_string(base::line_of(*asked.stack.toolkit)));
    }
    return facts_of(*asked.release, known.tables);
}

std::string text_of(const ReleaseFacts& facts) {
    std::string out = "CUDA " + to_string(facts.version) + "\n";
    for (const FactLine& line : lines_of(facts)) {
        std::string name = line.name;
        for (const std::string& part : wrapped(line.value, kWidth - kNameWidth)) {
            out += name + std::string(kNameWidth - name.size(), ' ') + part + "\n";
            name.clear();
        }
    }
    return out;
}

Report report_of(const ReleaseFacts& facts) {
    Report report;
    report.out = text_of(facts);
    report.json = text_of(json_of(facts));
    return report;
}

std::string value_of(const std::vector<FactLine>& lines, const std::string& name) {
    std::string value;
    for (const FactLine& line : lines) {
        if (line.name == name) value += (value.empty() ? "" : "; ") + line.value;
    }
    return value.empty() ? "-" : value;
}

// The names of both, each once; those that only the right one has stand behind.
std::vector<std::string> names_of(const std::vector<FactLine>& left,
                                  const std::vector<FactLine>& right) {
    std::vector<std::string> names;
    for (const auto* lines : {&left, &right}) {
        for (const FactLine& line : *lines) {
            if (std::ranges::count(names, line.name) == 0) names.push_back(line.name);
        }
    }
    return names;
}

std::string side_by_side(const ReleaseFacts& left, const ReleaseFacts& right) {
    constexpr std::size_t kColumn = (kWidth - kNameWidth - 4) / 2;
    const std::vector<FactLine> left_lines = lines_of(left), right_lines = lines_of(right);
    std::vector<std::vector<std::string>> rows{
        {"", to_string(left.version), to_string(right.version)}};
    for (const std::string& name : names_of(left_lines, right_lines)) {
        const std::string one = value_of(left_lines, name), other = value_of(right_lines, name);
        if (one == other) continue;
        std::vector<std::string> ones = wrapped(one, kColumn), others = wrapped(other, kColumn);
        const std::size_t count = std::max(ones.size(), others.size());
        ones.resize(count);
        others.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            rows.push_back({i == 0 ? name : "", ones[i], others[i]});
    }
    return in_columns(rows);
}

// Every value that differs, by its path: {"key":"archs.min","left":"5.0","right":"7.5"}.
void add_differences(const std::string& key, const Json& left, const Json& right, Json& list) {
    if (left == right) return;
    if (!left.is_object() || !right.is_object()) {
        list.push_back({{"key", key}, {"left", left}, {"right", right}});
        return;
    }
    for (const auto& [name, value] : left.items())
        add_differences(key.empty() ? name : key + "." + name, value, right.at(name), list);
}

Report compared(const ReleaseFacts& left, const ReleaseFacts& right) {
    Json differences = Json::array();
    add_differences("", json_of(left), json_of(right), differences);
    const Json data{{"left", to_string(left.version)},
                    {"right", to_string(right.version)},
                    {"differences", differences}};
    Report report;
    report.json = text_of(data);
    if (left.version != right.version) {
        report.out = side_by_side(left, right);
    } else {
        report.messages.push_back(
            Message::info("both requests mean CUDA " + to_string(left.version)));
    }
    return report;
}

}  // namespace

Result<Report> info(const InfoRequest& request, const World& world) {
    CUDAENV_TRY(const catalog::Catalog catalog, load_catalog(world));
    CUDAENV_TRY(const compat::Tables tables, load_tables(world));
    const Known known{catalog, tables, platform(world)};
    CUDAENV_TRY(const ReleaseFacts facts, facts_of_request(request.request, known, world));
    if (!request.against) return report_of(facts);
    CUDAENV_TRY(const ReleaseFacts other, facts_of_request(*request.against, known, world));
    return compared(facts, other);
}

}  // namespace cudaenv::commands
