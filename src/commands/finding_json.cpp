// SPDX-License-Identifier: MIT
#include "commands/finding_json.hpp"

namespace cudaenv::commands {

using compat::Level;

std::string_view level_word(Level level) {
    switch (level) {
        case Level::allow:
            return "ok";
        case Level::note:
            return "note";
        case Level::warn:
            return "warn";
        case Level::refuse:
            return "fail";
    }
    return "";
}

std::string_view level_fact(Level level) {
    switch (level) {
        case Level::allow:
            return "allow";
        case Level::note:
            return "note";
        case Level::warn:
            return "warn";
        case Level::refuse:
            return "refuse";
    }
    return "";
}

namespace {

Level allowing_notes(const compat::Verdict& verdict) {
    return verdict.level() == Level::note ? Level::allow : verdict.level();
}

}  // namespace

std::string_view verdict_word(const compat::Verdict& verdict) {
    return level_word(allowing_notes(verdict));
}

std::string_view verdict_fact(const compat::Verdict& verdict) {
    return level_fact(allowing_notes(verdict));
}

std::vector<std::string> commands_of(const std::vector<std::string>& try_lines) {
    std::vector<std::string> commands;
    for (const std::string& line : try_lines) commands.push_back(line.substr(0, line.find("   ")));
    return commands;
}

nlohmann::json finding_json(const compat::Finding& finding, std::string_view level) {
    const nlohmann::json reason =
        finding.reason.empty() ? nlohmann::json(nullptr) : nlohmann::json(finding.reason);
    return {{"code", finding.code},    {"reason", reason},
            {"level", level},          {"title", finding.title},
            {"found", finding.found},  {"needs", finding.needs},
            {"why", finding.why},      {"try", commands_of(finding.try_)},
            {"source", finding.source}};
}

}  // namespace cudaenv::commands
