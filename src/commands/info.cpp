// SPDX-License-Identifier: MIT
#include "commands/info.hpp"

#include <algorithm>

#include "commands/asked_stack.hpp"
#include "commands/json.hpp"
#include "commands/machine.hpp"
#include "commands/part_facts.hpp"
#include "commands/planning.hpp"
#include "commands/release_facts.hpp"
#include "commands/text_table.hpp"

namespace cudaenv::commands {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 80;
constexpr std::size_t kNameWidth = 22;

// All that is told of one release.
struct Told {
    ReleaseFacts release;
    PartFacts parts;

    Json json() const {
        Json data = json_of(release);
        add_json(parts, data);
        return data;
    }
};

Result<Told> facts_of_request(const std::string& text, const Known& known, const Stock& stock,
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
    return Told{facts_of(*asked.release, known.tables),
                part_facts(asked.release->version, stock, world)};
}

std::vector<FactLine> lines_of(const Told& told) {
    std::vector<FactLine> lines = lines_of(told.release);
    for (FactLine& line : lines_of(told.parts)) lines.push_back(std::move(line));
    return lines;
}

std::string text_of(const Told& told) {
    std::string out = "CUDA " + to_string(told.release.version) + "\n";
    for (const FactLine& line : lines_of(told)) {
        std::string name = line.name;
        for (const std::string& part : wrapped(line.value, kWidth - kNameWidth)) {
            const std::size_t gap = name.size() < kNameWidth ? kNameWidth - name.size() : 1;
            out += name + std::string(gap, ' ') + part + "\n";
            name.clear();
        }
    }
    return out;
}

Report report_of(const Told& told) {
    Report report;
    report.out = text_of(told);
    report.json = json_text(told.json());
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

// What is compared: of components their versions.
std::vector<FactLine> comparable_lines(const Told& told) {
    std::vector<FactLine> lines = lines_of(told.release);
    for (FactLine& line : version_lines_of(told.parts)) lines.push_back(std::move(line));
    return lines;
}

std::string side_by_side(const Told& left, const Told& right) {
    constexpr std::size_t kColumn = (kWidth - kNameWidth - 4) / 2;
    const std::vector<FactLine> left_lines = comparable_lines(left),
                                right_lines = comparable_lines(right);
    std::vector<std::vector<std::string>> rows{
        {"", to_string(left.release.version), to_string(right.release.version)}};
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
    const std::string start = key.empty() ? "" : key + ".";
    for (const auto& [name, value] : left.items())
        add_differences(start + name, value, right.value(name, Json()), list);
    for (const auto& [name, value] : right.items())
        if (!left.contains(name)) add_differences(start + name, Json(), value, list);
}

Report compared(const Told& left, const Told& right) {
    const base::Version &one = left.release.version, &other = right.release.version;
    Json differences = Json::array();
    add_differences("", left.json(), right.json(), differences);
    const Json data{
        {"left", to_string(one)}, {"right", to_string(other)}, {"differences", differences}};
    Report report;
    report.json = json_text(data);
    if (one != other) {
        report.out = side_by_side(left, right);
        for (const Told* told : {&left, &right}) {
            if (told->parts.missing.empty()) continue;
            report.messages.push_back(Message::note(
                "components of " + to_string(told->release.version) + ": " + told->parts.missing));
        }
    } else {
        report.messages.push_back(Message::info("both requests mean CUDA " + to_string(one)));
    }
    return report;
}

}  // namespace

Result<Report> info(const InfoRequest& request, const World& world) {
    CUDAENV_TRY(const Stock stock, load_stock(world));
    CUDAENV_TRY(const compat::Tables tables, load_tables(world));
    const Known known{stock.catalog, tables, platform(world)};
    CUDAENV_TRY(const Told told, facts_of_request(request.request, known, stock, world));
    if (!request.against) return report_of(told);
    CUDAENV_TRY(const Told other, facts_of_request(*request.against, known, stock, world));
    return compared(told, other);
}

}  // namespace cudaenv::commands
