// SPDX-License-Identifier: MIT
#include "probe/compilers.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/version.hpp"

namespace cudaenv::probe {

namespace {

constexpr std::array<std::string_view, 2> kNames{"g++", "clang++"};

// 12 for g++-12 and clang++-14; nullopt for what is no compiler's name.
std::optional<std::string> major_in_name(std::string_view name) {
    for (const std::string_view compiler : kNames) {
        if (name == compiler) return std::string();
        if (!name.starts_with(compiler) || name.substr(compiler.size(), 1) != "-") continue;
        const std::string_view major = name.substr(compiler.size() + 1);
        const auto version = base::parse_version(major);
        if (version && version->count <= 2) return std::string(major);
    }
    return std::nullopt;
}

// The compiler that a setting names: a program, one on PATH, or a folder with g++ in it.
std::string named_compiler(const Root& root, const sys::Env& env, const std::string& setting) {
    if (setting.empty()) return {};
    if (setting.find('/') != std::string::npos) {
        return root.is_folder(setting) ? setting + "/g++" : setting;
    }
    for (const std::string& folder : folders_of(env, "PATH")) {
        if (root.is_program(folder + "/" + setting)) return folder + "/" + setting;
    }
    return {};
}

// What nvcc will take; empty if there is none.
std::string first_choice(const Root& root, const Sources& sources) {
    for (const std::string& setting :
         {sources.env.value_or("NVCC_CCBIN", ""), sources.ccbin, std::string("g++")}) {
        const std::string path = named_compiler(root, sources.env, setting);
        if (root.is_program(path)) return path;
    }
    return {};
}

// In order: the choice, every g++ by folder of PATH, every clang++.
std::vector<std::string> candidates(const Root& root, const Sources& sources) {
    std::vector<std::string> paths;
    for (const std::string& folder : folders_of(sources.env, "PATH")) {
        for (const std::string& name : root.names(folder)) {
            const std::string path = folder + "/" + name;
            if (major_in_name(name) && root.is_program(path)) paths.push_back(path);
        }
    }
    std::stable_partition(paths.begin(), paths.end(), [](const std::string& path) {
        return base_name(path).starts_with(kNames.front());
    });
    paths.insert(paths.begin(), first_choice(root, sources));
    return paths;
}

// By what a compiler is the same as one that was met: its file, but for links to a compiler cache,
// which goes by the name that it is called under.
std::string identity(const Root& root, const std::string& path) {
    const std::string real = root.real(path);
    const std::string_view name = base_name(real);
    const bool is_compiler =
        name.find("g++") != std::string_view::npos || name.find("clang") != std::string_view::npos;
    return is_compiler ? real : path;
}

Compiler ask(const Root& root, const Sources& sources, const std::string& path) {
    if (!sources.runner) return {};
    sys::RunRequest request;
    request.argv = {root.to_run(path), "--version"};
    request.env = sources.env;
    request.env.set("LC_ALL", "C");
    request.timeout = sources.program_timeout;
    request.output_limit_bytes = 16U << 10U;
    const auto output = sources.runner(request);
    if (!output || output->exit_code != 0) return {};
    Compiler compiler = read_compiler_version(output->out);
    compiler.path = path;
    return compiler;
}

Compiler by_name(const std::string& path) {
    const std::string_view name = base_name(path);
    Compiler compiler;
    compiler.version = major_in_name(name).value_or("");
    compiler.kind = name.starts_with("clang") ? "clang" : "gcc";
    compiler.path = path;
    return compiler;
}

// The text without what stands in brackets: those hold the distribution's own numbers.
std::string without_brackets(std::string_view text) {
    std::string kept;
    int depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (depth == 0) kept += c;
        if (c == ')' && depth > 0) --depth;
    }
    return kept;
}

}  // namespace

Compiler read_compiler_version(std::string_view text) {
    constexpr std::string_view kClang = "clang version ";
    Compiler compiler;
    const std::size_t clang = text.find(kClang);
    if (clang != std::string_view::npos) {
        // Ubuntu clang version 14.0.0-1ubuntu1.1; clang version 17.0.6+rc1
        const std::string_view rest = text.substr(clang + kClang.size());
        compiler.kind = "clang";
        compiler.version = rest.substr(0, rest.find_first_not_of("0123456789."));
        return compiler;
    }
    const std::string line = without_brackets(text.substr(0, text.find('\n')));
    compiler.version = first_version(line);
    const bool is_gcc = text.find("Free Software Foundation") != std::string_view::npos;
    if (!compiler.version.empty()) compiler.kind = is_gcc ? "gcc" : "other";
    return compiler;
}

std::vector<Compiler> find_compilers(const Root& root, const Sources& sources, Depth depth) {
    constexpr std::size_t kMost = 16;
    constexpr int kMostRuns = 8;
    // Several that hang, on a dead network folder, must not add up.
    const auto deadline = std::chrono::steady_clock::now() + 2 * sources.program_timeout;
    std::vector<Compiler> compilers;
    std::vector<std::string> met;
    int runs = 0;
    for (const std::string& path : candidates(root, sources)) {
        if (path.empty() || compilers.size() == kMost) continue;
        const std::string file = identity(root, path);
        if (std::find(met.begin(), met.end(), file) != met.end()) continue;
        met.push_back(file);
        Compiler compiler = by_name(path);
        const bool is_enough = depth == Depth::judge && met.size() > 1 && !compiler.version.empty();
        const bool has_time = std::chrono::steady_clock::now() < deadline;
        if (!is_enough && has_time && runs++ < kMostRuns) {
            Compiler asked = ask(root, sources, path);
            if (!asked.kind.empty()) compiler = std::move(asked);
        }
        // One that nvcc will take is told even if it does not answer.
        if (!compiler.version.empty() || met.size() == 1) compilers.push_back(compiler);
    }
    return compilers;
}

}  // namespace cudaenv::probe
