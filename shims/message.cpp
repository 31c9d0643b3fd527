// SPDX-License-Identifier: MIT
#include "shims/message.hpp"

#include <unistd.h>

#include "base/text.hpp"

namespace cudaenv::shim {

namespace {

void append_field(std::string& text, std::string_view label, std::string_view value) {
    if (value.empty()) return;
    text.append("  ").append(label).append(7 - label.size(), ' ');
    text.append(base::printable(value)).append(1, '\n');
}

void print(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(fd, text.data(), text.size());
        if (count <= 0) return;  // nobody is left to tell
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace

std::string to_text(const Error& error) {
    std::string text = "cudaenv: error: " + base::printable(error.what) + "\n";
    append_field(text, "at:", error.at);
    append_field(text, "found:", error.found);
    append_field(text, "needs:", error.needs);
    append_field(text, "why:", error.why);
    for (const std::string& command : error.try_) append_field(text, "try:", command);
    for (const std::string& note : error.notes) append_field(text, "note:", note);
    return text;
}

std::string note_text(std::string_view text) {
    return "cudaenv: note: " + base::printable(text) + "\n";
}

int exit_code(Code code) {
    switch (code) {
        case Code::usage:
            return 2;
        case Code::unknown_release:
        case Code::not_installed:
        case Code::nothing_selected:
        case Code::not_found:
            return 3;
        case Code::refused:
        case Code::in_use:
            return 4;
        case Code::checksum:
        case Code::integrity:
        case Code::damaged:
            return 6;
        case Code::space:
        case Code::permission:
        case Code::read_only:
        case Code::noexec:
        case Code::files:
            return 7;
        case Code::not_executable:
            return 126;
        case Code::no_command:
            return 127;
        default:
            return 1;
    }
}

void print_error(std::string_view text) {
    print(STDERR_FILENO, text);
}

void print_output(std::string_view text) {
    print(STDOUT_FILENO, text);
}

}  // namespace cudaenv::shim
