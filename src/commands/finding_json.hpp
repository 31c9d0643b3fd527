// SPDX-License-Identifier: MIT
// Findings as JSON (cli.md section 13), and the words for levels: people and most answers read ok,
// note, warn, fail; `compat` keeps the facts' own.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "compat/verdict.hpp"

namespace cudaenv::commands {

// ok, note, warn, fail.
std::string_view level_word(compat::Level level);
// allow, note, warn, refuse.
std::string_view level_fact(compat::Level level);
// Of a whole verdict, where a note allows: ok, warn, fail; and allow, warn, refuse.
std::string_view verdict_word(const compat::Verdict& verdict);
std::string_view verdict_fact(const compat::Verdict& verdict);

// `try` lines as commands alone: for people a remark may stand behind three blanks.
std::vector<std::string> commands_of(const std::vector<std::string>& try_lines);

// One finding, its level in the given word.
nlohmann::json finding_json(const compat::Finding& finding, std::string_view level);

}  // namespace cudaenv::commands
