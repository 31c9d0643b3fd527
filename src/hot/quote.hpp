// SPDX-License-Identifier: MIT
// One quoting function for each shell: any bytes (but NUL) in, one word of that shell out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hot/delta.hpp"

namespace cudaenv::hot {

enum class Shell { bash, zsh, fish, posix, pwsh, nu, elvish };

std::optional<Shell> parse_shell(std::string_view name);  // "sh", "dash", "ksh" are posix
std::string_view to_string(Shell shell);

std::string quote(Shell shell, std::string_view text);
// One word for a command that an error proposes: as it is if no shell reads anything into it, else
// quoted for a POSIX shell.
std::string as_word(std::string_view text);
// The statement that sets or unsets an exported variable, with its line end.
std::string set_statement(Shell shell, std::string_view name, std::string_view value);
std::string unset_statement(Shell shell, std::string_view name);
std::string to_statements(Shell shell, const Delta& delta);

}  // namespace cudaenv::hot
