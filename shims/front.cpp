// SPDX-License-Identifier: MIT
// cudaenv as people call it. Most of what the main program costs at each start are the libraries
// that it may need; so this small one answers the plain questions, and becomes the main program for
// everything else. It says nothing of its own: what it cannot answer with success and without a
// word on stderr is not its business.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <span>
#include <string_view>

#include "shims/front_answers.hpp"
#include "shims/main_program.hpp"

namespace {

using namespace cudaenv;

// A reader that went away is no failure, as in the main program; that one tells of a full disk.
bool print(std::string_view text) {
    auto* const before = std::signal(SIGPIPE, SIG_IGN);
    while (!text.empty()) {
        const ssize_t count = write(STDOUT_FILENO, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EPIPE) return true;
        if (count < 0) break;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (!text.empty()) std::signal(SIGPIPE, before);
    return text.empty();
}

}  // namespace

int main(int count, char** arguments, char** environment) {
    const std::size_t words = count > 1 ? static_cast<std::size_t>(count) - 1 : 0;
    const auto text = front::answer(std::span(arguments + 1, words), hot::EnvView(environment));
    if (text && print(*text)) return 0;
    return front::become_main(arguments, environment);
}
