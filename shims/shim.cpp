// SPDX-License-Identifier: MIT
// cudaenv-shim: stands under every tool's name and becomes the tool of the ruling stack; called by
// its own name it serves the prompt.
#include <sys/auxv.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/layout.hpp"
#include "hot/program.hpp"
#include "shims/hook.hpp"
#include "shims/message.hpp"
#include "shims/tool.hpp"

namespace {

using namespace cudaenv;

// Copies of and links to this file are known by these bytes. A note lies in the first page of the
// file, where one read finds it.
struct Note {
    std::uint32_t name_bytes, text_bytes, type;
    std::array<char, 8> name;
    std::array<char, hot::kShimMarker.size()> text;
};

constexpr Note make_note() {
    Note note{8, hot::kShimMarker.size(), 1, {"cudaenv"}, {}};
    for (std::size_t i = 0; i < note.text.size(); ++i) note.text[i] = hot::kShimMarker[i];
    return note;
}

[[gnu::used, gnu::section(".note.cudaenv")]] alignas(4) constexpr Note kNote = make_note();

std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

// The name that we were called by. A login shell's or an empty argv[0] says nothing: then the name
// of the file that was executed.
std::string_view called_name(const char* argument) {
    const std::string_view name = file_name(argument == nullptr ? "" : argument);
    if (!name.empty() && name.front() != '-') return name;
    const unsigned long executed = getauxval(AT_EXECFN);
    return executed == 0 ? name : file_name(reinterpret_cast<const char*>(executed));
}

int refuse_call() {
    const Error error = fail(Code::usage, "cudaenv-shim is not called by hand")
                            .needs("a tool's name, or --hook SHELL")
                            .try_("cudaenv rehash")
                            .value();
    shim::print_error(shim::to_text(error));
    return shim::exit_code(error.code);
}

}  // namespace

int main(int /*count*/, char** arguments, char** environment) {
    const hot::EnvView env(environment);
    const std::string_view name = called_name(*arguments);
    if (name != base::kShimName) return shim::run_tool({std::string(name), arguments, env});
    const char* first = *arguments == nullptr ? nullptr : arguments[1];
    if (first == nullptr || std::string_view(first) != "--hook") return refuse_call();
    return shim::run_hook(arguments + 2, env);
}
