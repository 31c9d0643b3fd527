// SPDX-License-Identifier: MIT
// What the shim says when it cannot do its work: on stderr, in the form that cudaenv's own messages
// have, with the same exit codes (cli.md sections 12 and 13).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cudaenv::shim {

// "cudaenv: error: …", then its indented lines, each with its line end.
std::string to_text(const Error& error);
std::string note_text(std::string_view text);

int exit_code(Code code);

void print_error(std::string_view text);   // on stderr
void print_output(std::string_view text);  // on stdout

}  // namespace cudaenv::shim
