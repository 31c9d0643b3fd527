// SPDX-License-Identifier: MIT
#include "commands/fine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "compat/lookup.hpp"

namespace cudaenv::commands {

namespace {

// Whether something was found about codes that begin so: CE1, CE301.
bool has_finding(const compat::Verdict& verdict, std::string_view codes) {
    return std::ranges::any_of(verdict.findings, [codes](const compat::Finding& finding) {
        return finding.level != compat::Level::allow && finding.code.starts_with(codes);
    });
}

// "driver 550.54.15 ok (12.4 needs >= 525.60.13; bundled 550.54.15)"
std::string of_driver(const JudgeRequest& request, const Grounds& grounds,
                      std::string_view bundled) {
    const probe::Machine& machine = grounds.machine;
    if (!machine.driver || machine.driver->version.empty()) return "";
    std::vector<std::string> facts;
    if (request.stack.toolkit && machine.tegra.empty()) {
        const bool is_windows = compat::has_windows_driver(machine);
        const auto floor = compat::driver_floor(grounds.tables, *request.stack.toolkit, is_windows);
        const std::string line = to_string(base::line_of(*request.stack.toolkit));
        if (!floor.driver.empty())
            facts.push_back(fmt::format("{} needs >= {}", line, floor.driver));
        if (!bundled.empty() && !is_windows) facts.push_back(fmt::format("bundled {}", bundled));
    }
    const std::string text = fmt::format("driver {} ok", machine.driver->version);
    return facts.empty() ? text : fmt::format("{} ({})", text, base::join(facts, "; "));
}

// "GPU NVIDIA GeForce RTX 4090 (8.9) ok"; boards of one kind once.
std::string of_gpus(const probe::Machine& machine) {
    std::vector<std::string> words;
    for (const probe::Gpu& gpu : machine.gpus.value_or(std::vector<probe::Gpu>())) {
        if (!gpu.cc) continue;
        const std::string capability = to_string(*gpu.cc);
        std::string word =
            gpu.name.empty() ? capability : fmt::format("{} ({})", gpu.name, capability);
        if (std::ranges::count(words, word) == 0) words.push_back(std::move(word));
    }
    return words.empty() ? "" : fmt::format("GPU {} ok", base::join(words, ", "));
}

std::string of_compiler(const probe::Machine& machine) {
    if (machine.compilers.empty()) return "";
    const probe::Compiler& compiler = machine.compilers.front();
    const auto version = base::parse_version(compiler.version);
    if (!version) return "";  // it did not answer, and was not judged
    return fmt::format("{} {} ok", compiler.kind == "gcc" ? "g++" : compiler.kind,
                       to_string(base::line_of(*version)));
}

}  // namespace

std::vector<std::string> fine_sentences(const JudgeRequest& request, const Grounds& grounds,
                                        const compat::Verdict& verdict, std::string_view bundled) {
    std::vector<std::string> sentences, rest;
    const auto add = [](std::vector<std::string>& texts, std::string text) {
        if (!text.empty()) texts.push_back(std::move(text));
    };
    const probe::Machine& machine = grounds.machine;
    if (!has_finding(verdict, "CE1")) add(sentences, of_driver(request, grounds, bundled));
    if (!has_finding(verdict, "CE2")) add(rest, of_gpus(machine));
    const bool is_compiler_fine = !has_finding(verdict, "CE301") && !has_finding(verdict, "CE302");
    if (request.has_compiler && is_compiler_fine) add(rest, of_compiler(machine));
    const bool is_glibc_fine = !has_finding(verdict, "CE303") && !has_finding(verdict, "CE304");
    if (!machine.glibc.empty() && is_glibc_fine) rest.push_back("glibc " + machine.glibc + " ok");
    if (!rest.empty()) sentences.push_back(base::join(rest, "; "));
    return sentences;
}

}  // namespace cudaenv::commands
