// SPDX-License-Identifier: MIT
// Verdicts of many stacks for one machine, side by side. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compat/verdict.hpp"
#include "probe/machine.hpp"

namespace cudaenv::commands {

struct CompatRow {
    std::string stack;  // 12.4.1
    compat::Verdict verdict;
};

struct CompatTable {
    probe::Machine machine;
    std::vector<CompatRow> rows;
};

// The parts of a machine that findings are about, each a column.
enum class Part { driver, gpu, compiler, glibc, other };
Part part_of(const compat::Finding& finding);

// What a column says of a row: the level and codes of its findings.
struct Cell {
    bool is_judged = true;  // false: the machine does not tell, nothing is found
    compat::Level level = compat::Level::allow;
    std::vector<const compat::Finding*> findings;  // the worst first
};
Cell cell_of(const CompatRow& row, Part part, const probe::Machine& machine);

// The columns that the table has; `other` only if a row says something there.
std::vector<Part> parts_of(const CompatTable& table);
std::string_view heading(Part part);

std::string to_text(const CompatTable& table);
std::string to_json(const CompatTable& table);  // {"machine", "rows"}
// One page that needs no other file and no network.
std::string to_html(const CompatTable& table);

}  // namespace cudaenv::commands
