// SPDX-License-Identifier: MIT
// The table of `cudaenv compat` as a page of its own.
#include "base/text.hpp"
#include "commands/compat_table.hpp"
#include "commands/finding_json.hpp"
#include "commands/machine_text.hpp"

namespace cudaenv::commands {
namespace {

using compat::Finding;

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CUDA on this machine</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: .3rem .7rem; text-align: left; vertical-align: top; }
dl { display: grid; gap: 0 1rem; grid-template-columns: max-content auto; }
dt { font-weight: 600; }
dd { margin: 0; }
.ok { color: #1a7f37; }
.note { color: #0969da; }
.warn { color: #9a6700; }
.fail { color: #cf222e; font-weight: 600; }
@media (prefers-color-scheme: dark) {
.ok { color: #3fb950; } .note { color: #58a6ff; } .warn { color: #d29922; } .fail { color: #f85149; }
}
</style>
</head>
<body>
<h1>CUDA on this machine</h1>
)";

// Texts of probe files and catalogs are anybody's: nothing of them may become markup.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : base::printable(text)) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

std::string pair_of(std::string_view name, std::string_view value) {
    return "<dt>" + std::string(name) + "</dt><dd>" + escaped(value) + "</dd>\n";
}

// What a finding says, to be read while the pointer rests on its code.
std::string hint_of(const Finding& finding) {
    std::string hint = finding.title;
    if (!finding.found.empty()) hint += ". Found: " + finding.found;
    if (!finding.needs.empty()) hint += ". Needs: " + finding.needs;
    if (!finding.why.empty()) hint += ". " + finding.why;
    return hint;
}

std::string cell_of_class(std::string_view name, const std::string& content) {
    return "<td class=\"" + std::string(name) + "\">" + content + "</td>";
}

std::string html_of(const Cell& cell) {
    if (!cell.is_judged) return "<td>not known</td>";
    if (cell.findings.empty()) return cell_of_class("ok", "ok");
    std::string content;
    for (const Finding* finding : cell.findings) {
        if (!content.empty()) content += "<br>";
        content += "<abbr title=\"" + escaped(hint_of(*finding)) + "\">" + escaped(finding->code) +
                   "</abbr> " + std::string(level_word(finding->level));
    }
    return cell_of_class(level_word(cell.level), content);
}

std::string html_of(const CompatRow& row, const std::vector<Part>& parts,
                    const probe::Machine& machine) {
    std::string out = "<tr><th scope=\"row\">" + escaped(row.stack) + "</th>";
    for (const Part part : parts) out += html_of(cell_of(row, part, machine));
    const std::string word(verdict_word(row.verdict));
    return out + cell_of_class(word, word) + "</tr>\n";
}

}  // namespace

std::string to_html(const CompatTable& table) {
    std::string out(kHead);
    out += "<dl>\n" + pair_of("machine", system_text(table.machine)) +
           pair_of("driver", driver_text(table.machine)) +
           pair_of("GPU", gpus_text(table.machine)) +
           pair_of("compiler", compiler_text(table.machine)) + "</dl>\n";
    const std::vector<Part> parts = parts_of(table);
    out += "<table>\n<thead><tr><th scope=\"col\">version</th>";
    for (const Part part : parts)
        out += "<th scope=\"col\">" + std::string(heading(part)) + "</th>";
    out += "<th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n";
    for (const CompatRow& row : table.rows) out += html_of(row, parts, table.machine);
    return out + "</tbody>\n</table>\n<p>Made by <code>cudaenv compat --html</code>; " +
           "<code>cudaenv compat [--use build] VERSION</code> tells what "
           "helps.</p>\n</body>\n</html>\n";
}

}  // namespace cudaenv::commands
