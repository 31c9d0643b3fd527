// SPDX-License-Identifier: MIT
#include "commands/status.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "commands/finding_json.hpp"
#include "commands/foreign_toolkit.hpp"
#include "commands/json.hpp"
#include "commands/judging.hpp"
#include "commands/machine_text.hpp"
#include "commands/ruling.hpp"
#include "compat/lookup.hpp"
#include "probe/machine_json.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

using compat::Verdict;

// The version that rules here: of several the first, whose programs come first.
struct Selected {
    std::string name;     // 12.4.1+cudnn8.9.7, system; empty = not installed
    std::string missing;  // what was asked for instead
    std::string origin;   // as people read it; empty = nothing selects
    std::string prefix;
    std::optional<compat::Stack> stack;  // unset: no toolkit, or its version is not known
    bool has_compiler = true;
};

std::optional<compat::Stack> stack_of_found(const hot::Found& found, const World& world) {
    if (found.kind == hot::Found::Kind::stack) {
        const auto name = base::parse_stack_name(found.name);
        if (name) return stack_of(*name);
    }
    if (found.prefix.empty()) return std::nullopt;
    const auto version = base::parse_version(version_of_toolkit(found.prefix, world));
    if (!version) return std::nullopt;
    compat::Stack stack;
    stack.toolkit = version;
    return stack;
}

// What the file of another machine says of it; unset if it says nothing.
std::optional<Selected> selected_there(const probe::Machine& machine) {
    const auto name = base::parse_stack_name(machine.selected);
    if (!name) return std::nullopt;
    Selected selected;
    selected.name = machine.selected;
    selected.origin = "the probe file";
    selected.stack = stack_of(*name);
    return selected;
}

Selected selected_here(const Ruling& ruling, const World& world) {
    Selected selected;
    if (ruling.selection.origin.kind != hot::Origin::Kind::none)
        selected.origin = shown(world, ruling.origin);
    if (!ruling.missing.empty()) selected.missing = ruling.missing.front();
    if (ruling.found.empty()) return selected;
    const hot::Found& first = ruling.found.front();
    selected.name = first.name;
    selected.prefix = first.prefix;
    selected.stack = stack_of_found(first, world);
    selected.has_compiler = sys::exists(first.prefix + "/bin/nvcc");
    return selected;
}

std::string selected_text(const Selected& selected, const World& world) {
    const std::string origin =
        selected.origin.empty() ? " (nothing is selected)" : " (set by " + selected.origin + ")";
    if (selected.name.empty())
        return selected.missing + origin + ", not installed: cudaenv install " + selected.missing;
    if (selected.name == "system") {
        if (selected.prefix.empty()) return "system, which has no toolkit" + origin;
        const std::string version =
            selected.stack ? " " + to_string(*selected.stack->toolkit) : std::string();
        return "system, toolkit" + version + " in " + shown(world, selected.prefix) + origin;
    }
    const bool is_named_otherwise = !base::parse_stack_name(selected.name) && selected.stack;
    const std::string also =
        is_named_otherwise ? ", CUDA " + to_string(*selected.stack->toolkit) : std::string();
    return "toolkit " + selected.name + also + origin;
}

// "; CUDA 12.4 takes gcc 6 to 13": what stands beside the compiler that nvcc takes.
std::string taken_text(const Selected& selected, const Grounds& grounds) {
    if (!selected.stack || grounds.machine.compilers.empty()) return "";
    const auto found = compat::compilers_of(grounds.tables, *selected.stack->toolkit);
    const bool is_gcc = grounds.machine.compilers.front().kind == "gcc";
    if (!found.is_exact || !is_gcc || found.row->gcc_max == 0) return "";
    const std::string line = to_string(base::line_of(*selected.stack->toolkit));
    const std::string low =
        found.row->gcc_min == 0 ? "up to " : std::to_string(found.row->gcc_min) + " to ";
    return "; CUDA " + line + " takes gcc " + low + std::to_string(found.row->gcc_max);
}

std::string verdict_text(const std::optional<Verdict>& verdict, const Selected& selected) {
    if (!verdict) return "nothing to judge: no toolkit is selected";
    const compat::Level level = verdict->level();
    const std::string text(level_word(level));
    if (level == compat::Level::allow) return text;
    const compat::Finding& worst = verdict->findings.front();
    const bool is_stack = base::parse_stack_name(selected.name).has_value();
    return text + ": " + worst.code + " " + worst.title + " (more: cudaenv compat " +
           (worst.code.starts_with("CE3") ? "--use build " : "") +
           (is_stack ? selected.name : to_string(*selected.stack->toolkit)) + ")";
}

std::optional<Verdict> verdict_of(const Selected& selected, const Grounds& grounds,
                                  const World& world) {
    if (!selected.stack) return std::nullopt;
    JudgeRequest request;
    request.verb = "local";
    request.request = selected.name;
    request.stack = *selected.stack;
    request.has_compiler = selected.has_compiler;
    return judge(request, grounds, world.config.check);
}

nlohmann::json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::json(nullptr) : nlohmann::json(text);
}

nlohmann::json compiler_json(const probe::Machine& machine) {
    if (machine.compilers.empty()) return nullptr;
    const probe::Compiler& first = machine.compilers.front();
    return {{"kind", text_or_null(first.kind)},
            {"version", text_or_null(first.version)},
            {"path", text_or_null(first.path)}};
}

std::string data_of(const Selected& selected, const Grounds& grounds,
                    const std::optional<Verdict>& verdict) {
    const nlohmann::json toolkit = selected.stack
                                       ? nlohmann::json(to_string(*selected.stack->toolkit))
                                       : nlohmann::json(nullptr);
    nlohmann::json data{
        {"selected", text_or_null(selected.name)},
        {"toolkit", toolkit},
        {"missing", text_or_null(selected.missing)},
        {"origin", text_or_null(selected.origin)},
        {"compiler", compiler_json(grounds.machine)},
        {"verdict", verdict ? nlohmann::json(verdict_fact(*verdict)) : nlohmann::json(nullptr)}};
    const std::string rest = json_text(data);
    return R"({"machine":)" + probe::to_json(grounds.machine) + "," + rest.substr(1);
}

std::string text_of(const std::vector<std::pair<std::string, std::string>>& lines) {
    constexpr std::size_t kNameWidth = 12;
    std::string out;
    for (const auto& [name, value] : lines)
        out += name + std::string(kNameWidth - name.size(), ' ') + value + "\n";
    return out;
}

// NVCC_CCBIN is in the environment already; what a project's file names is known here only.
World with_ccbin_of(const Ruling& ruling, World world) {
    const std::string& ccbin = ruling.selection.file.ccbin;
    if (!ccbin.empty()) world.config.hot.ccbin = ccbin;
    return world;
}

}  // namespace

Result<Report> status(const StatusRequest& /*request*/, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const Ruling ruling, find_ruling(world, lookup));
    Inquiry inquiry;
    if (world.options.json) inquiry.depth = probe::Depth::whole;
    CUDAENV_TRY(Grounds grounds, find_grounds(with_ccbin_of(ruling, world), inquiry));
    const auto there = selected_there(grounds.machine);
    const Selected selected = there ? *there : selected_here(ruling, world);
    if (base::parse_stack_name(selected.name)) grounds.machine.selected = selected.name;
    const std::optional<Verdict> verdict = verdict_of(selected, grounds, world);
    Report report;
    report.out =
        text_of({{"driver", driver_text(grounds.machine)},
                 {"gpu", gpus_text(grounds.machine)},
                 {"selected", selected_text(selected, world)},
                 {"compiler", compiler_text(grounds.machine) + taken_text(selected, grounds)},
                 {"verdict", verdict_text(verdict, selected)}});
    report.messages = messages_of(ruling.selection);
    if (world.options.json) {
        report.json = data_of(selected, grounds, verdict);
        if (verdict) report.findings = verdict->findings;
    }
    return report;
}

}  // namespace cudaenv::commands
