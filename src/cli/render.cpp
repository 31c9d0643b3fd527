// SPDX-License-Identifier: MIT
#include "cli/render.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "commands/finding_json.hpp"

namespace cudaenv::cli {
namespace {

using commands::Message;
using commands::Report;
using Lines = std::vector<std::string>;

// The severities of stderr: their word, colour and name in a workflow annotation.
struct Severity {
    std::string_view word, color, annotation;
};
constexpr Severity kInfo{"", "", "notice"};
constexpr Severity kNote{"note", "\033[36m", "notice"};
constexpr Severity kWarning{"warning", "\033[33m", "warning"};
constexpr Severity kError{"error", "\033[1;31m", "error"};
constexpr std::string_view kDim = "\033[2m", kPlain = "\033[0m";

// Everything that stderr can say, in one shape.
struct Said {
    Severity severity;
    std::string code, title;
    Lines at, found, needs, why, try_, notes;
};

Lines line_of(const std::string& text) {
    return text.empty() ? Lines{} : Lines{text};
}

std::string code_of(const Error& error) {
    return error.ce.empty() ? std::string(row_of(error.code).ce) : error.ce;
}

Said said_of(const Error& error) {
    return {kError,
            code_of(error),
            error.code == Code::bug ? "internal error: " + error.what : error.what,
            line_of(error.at),
            line_of(error.found),
            line_of(error.needs),
            line_of(error.why),
            error.try_,
            error.notes};
}

Said said_of(const Message& message) {
    const Severity severity = message.level == Message::Level::error     ? kError
                              : message.level == Message::Level::warning ? kWarning
                              : message.level == Message::Level::note    ? kNote
                                                                         : kInfo;
    return {severity, message.code, message.text, {},           {},
            {},       message.why,  message.try_, message.notes};
}

Said said_of(const compat::Finding& finding) {
    const Severity severity = finding.level == compat::Level::refuse ? kError
                              : finding.level == compat::Level::warn ? kWarning
                                                                     : kNote;
    return {severity,
            finding.code,
            finding.title,
            {},
            line_of(finding.found),
            line_of(finding.needs),
            line_of(finding.why),
            finding.try_,
            finding.notes};
}

std::string painted(std::string_view text, std::string_view color, const Look& look) {
    if (!look.color || color.empty()) return std::string(text);
    return std::string(color) + std::string(text) + std::string(kPlain);
}

// "  found: …"; the values of all labels stand in one column.
void add_lines(std::string& out, std::string_view label, const Lines& lines, const Look& look) {
    for (const std::string& line : lines) {
        const std::string gap(6 - label.size(), ' ');
        out += "  " + painted(std::string(label) + ":", kDim, look) + gap + base::printable(line) +
               "\n";
    }
}

std::string text_of(const Said& said, const Look& look) {
    std::string out = "cudaenv: ";
    if (!said.severity.word.empty()) {
        std::string head(said.severity.word);
        if (!said.code.empty()) head += "[" + said.code + "]";
        out += painted(head + ":", said.severity.color, look) + " ";
    }
    out += base::printable(said.title) + "\n";
    add_lines(out, "at", said.at, look);
    add_lines(out, "found", said.found, look);
    add_lines(out, "needs", said.needs, look);
    add_lines(out, "why", said.why, look);
    add_lines(out, "try", said.try_, look);
    add_lines(out, "note", said.notes, look);
    return out;
}

// GitHub's escapes of a workflow command's text.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '%')
            out += "%25";
        else if (c == '\r')
            out += "%0D";
        else if (c == '\n')
            out += "%0A";
        else
            out += c;
    }
    return out;
}

std::string annotation_of(const Said& said, const Look& look) {
    if (said.severity.word.empty()) return text_of(said, look);
    std::string text = text_of(said, Look{});
    text.pop_back();
    const std::string title = said.code.empty() ? "cudaenv" : "cudaenv " + said.code;
    return "::" + std::string(said.severity.annotation) + " title=" + title + "::" + escaped(text) +
           "\n";
}

std::string shown(const Said& said, const Look& look) {
    const bool is_talk = said.severity.word.empty() || said.severity.word == kNote.word;
    if (look.quiet && is_talk) return "";
    return look.format == Format::github ? annotation_of(said, look) : text_of(said, look);
}

nlohmann::json json_of(const Error& error) {
    const CodeRow& row = row_of(error.code);
    const std::string code = code_of(error);
    nlohmann::json out{{"code", code.empty() ? std::string(row.slug) : code},
                       {"exit", row.exit},
                       {"message", error.what},
                       {"try", commands::commands_of(error.try_)}};
    for (const auto& [key, text] : {std::pair{"at", &error.at}, std::pair{"found", &error.found},
                                    std::pair{"needs", &error.needs}, std::pair{"why", &error.why}})
        if (!text->empty()) out[key] = *text;
    return out;
}

// Bytes that are not UTF-8 become U+FFFD: JSON has no other way.
std::string dumped(const nlohmann::json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// The envelope by hand, since `data` is JSON text already.
std::string envelope(int exit, const std::string& data, const nlohmann::json& findings,
                     const Error* error) {
    std::string out = R"({"schema":1,"ok":)" + std::string(exit == 0 ? "true" : "false");
    out += R"(,"data":)" + (data.empty() ? "null" : data);
    out += R"(,"findings":)" + dumped(findings);
    if (error != nullptr) out += R"(,"error":)" + dumped(json_of(*error));
    return out + "}\n";
}

// Whether the error is one of the findings, which tell it already.
bool is_finding(const Error& error, const Report& report) {
    return !error.ce.empty() && !report.are_findings_told &&
           std::ranges::count(report.findings, error.ce, &compat::Finding::code) > 0;
}

}  // namespace

std::string render_message(const Message& message, const Look& look) {
    return shown(said_of(message), look);
}

std::string render_finding(const compat::Finding& finding, const Look& look) {
    if (look.format == Format::json) return "";
    if (finding.level == compat::Level::allow && !look.verbose) return "";
    return shown(said_of(finding), look);
}

Rendered render(const Report& report, const Look& look) {
    Rendered out;
    out.exit = report.error ? exit_code(report.error->code) : report.exit;
    for (const Message& message : report.messages) out.err += shown(said_of(message), look);
    if (look.format == Format::json) {
        auto findings = nlohmann::json::array();
        for (const compat::Finding& finding : report.findings) {
            findings.push_back(
                commands::finding_json(finding, commands::level_word(finding.level)));
        }
        out.out =
            envelope(out.exit, report.json, findings, report.error ? &*report.error : nullptr);
        return out;
    }
    if (!report.are_findings_told) {
        for (const compat::Finding& finding : report.findings)
            out.err += render_finding(finding, look);
    }
    if (report.error && !is_finding(*report.error, report))
        out.err += shown(said_of(*report.error), look);
    out.out = report.out;
    return out;
}

Rendered render(const Error& error, const Look& look) {
    Report report;
    report.error = error;
    return render(report, look);
}

}  // namespace cudaenv::cli
