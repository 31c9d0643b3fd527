// SPDX-License-Identifier: MIT
#include "commands/compat_table.hpp"

#include <algorithm>

#include "commands/finding_json.hpp"
#include "commands/json.hpp"
#include "commands/machine_text.hpp"
#include "commands/text_table.hpp"
#include "probe/machine_json.hpp"

namespace cudaenv::commands {
namespace {

using compat::Finding;
using compat::Level;

constexpr Part kParts[] = {Part::driver, Part::gpu, Part::compiler, Part::glibc, Part::other};

bool is_told(Part part, const probe::Machine& machine) {
    switch (part) {
        case Part::driver:
            return machine.is_driver_known || !machine.tegra.empty();
        case Part::gpu:
            return machine.gpus && !machine.gpus->empty();
        case Part::compiler:
            return !machine.compilers.empty();
        case Part::glibc:
            return !machine.glibc.empty();
        case Part::other:
            break;
    }
    return true;
}

std::string_view key_of(Part part) {
    switch (part) {
        case Part::driver:
            return "driver";
        case Part::gpu:
            return "gpu";
        case Part::compiler:
            return "compiler";
        case Part::glibc:
            return "glibc";
        case Part::other:
            break;
    }
    return "other";
}

// "CE102 warn"; of several the worst, since a cell has room for one.
std::string text_of(const Cell& cell) {
    if (!cell.is_judged) return "-";
    if (cell.findings.empty()) return "ok";
    return cell.findings.front()->code + " " + std::string(level_word(cell.level));
}

nlohmann::json json_of(const Cell& cell) {
    if (!cell.is_judged) return nullptr;
    auto codes = nlohmann::json::array();
    for (const Finding* finding : cell.findings) codes.push_back(finding->code);
    return {{"level", level_fact(cell.level)}, {"codes", codes}};
}

nlohmann::json json_of(const CompatRow& row, const probe::Machine& machine) {
    nlohmann::json out{{"stack", row.stack}, {"verdict", verdict_fact(row.verdict)}};
    for (const Part part : kParts) out[key_of(part)] = json_of(cell_of(row, part, machine));
    out["findings"] = nlohmann::json::array();
    for (const Finding& finding : row.verdict.findings)
        out["findings"].push_back(finding_json(finding, level_fact(finding.level)));
    return out;
}

}  // namespace

Part part_of(const Finding& finding) {
    if (finding.code.starts_with("CE1")) return Part::driver;
    if (finding.code.starts_with("CE2")) return Part::gpu;
    if (finding.code == "CE301" || finding.code == "CE302") return Part::compiler;
    if (finding.code == "CE303" || finding.code == "CE304") return Part::glibc;
    return Part::other;
}

Cell cell_of(const CompatRow& row, Part part, const probe::Machine& machine) {
    Cell cell;
    for (const Finding& finding : row.verdict.findings) {
        if (part_of(finding) == part && finding.level != Level::allow)
            cell.findings.push_back(&finding);
    }
    std::ranges::stable_sort(cell.findings, std::ranges::greater{}, &Finding::level);
    if (!cell.findings.empty()) cell.level = cell.findings.front()->level;
    cell.is_judged = !cell.findings.empty() || is_told(part, machine);
    return cell;
}

std::vector<Part> parts_of(const CompatTable& table) {
    std::vector<Part> parts(std::begin(kParts), std::end(kParts));
    const bool has_other = std::ranges::any_of(table.rows, [&](const CompatRow& row) {
        return !cell_of(row, Part::other, table.machine).findings.empty();
    });
    if (!has_other) parts.pop_back();
    return parts;
}

std::string_view heading(Part part) {
    switch (part) {
        case Part::driver:
            return "driver";
        case Part::gpu:
            return "GPU";
        case Part::compiler:
            return "compiler";
        case Part::glibc:
            return "C library";
        case Part::other:
            break;
    }
    return "other";
}

std::string to_text(const CompatTable& table) {
    std::string out = "machine   " + system_text(table.machine) + "\n";
    out += "driver    " + driver_text(table.machine) + "\n";
    out += "gpu       " + gpus_text(table.machine) + "\n";
    out += "compiler  " + compiler_text(table.machine) + "\n\n";
    const std::vector<Part> parts = parts_of(table);
    std::vector<std::vector<std::string>> lines{{"version"}};
    for (const Part part : parts) lines.front().emplace_back(heading(part));
    lines.front().emplace_back("verdict");
    for (const CompatRow& row : table.rows) {
        std::vector<std::string>& line = lines.emplace_back();
        line.push_back(row.stack);
        for (const Part part : parts) line.push_back(text_of(cell_of(row, part, table.machine)));
        line.emplace_back(verdict_word(row.verdict));
    }
    return out + in_columns(lines);
}

std::string to_json(const CompatTable& table) {
    auto rows = nlohmann::json::array();
    for (const CompatRow& row : table.rows) rows.push_back(json_of(row, table.machine));
    return R"({"machine":)" + probe::to_json(table.machine) + R"(,"rows":)" + json_text(rows) + "}";
}

}  // namespace cudaenv::commands
