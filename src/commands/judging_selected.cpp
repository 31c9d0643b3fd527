// SPDX-License-Identifier: MIT
#include "commands/judging_selected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "commands/foreign_toolkit.hpp"
#include "commands/judging.hpp"
#include "commands/seen.hpp"
#include "store/receipt.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using compat::Finding;

// What is known of a selected stack; without a toolkit there is nothing to judge.
JudgeRequest judge_request(const std::string& verb, const Selected& selected, const World& world) {
    const hot::Found& found = selected.found;
    JudgeRequest request;
    request.verb = verb;
    request.request = selected.request;
    if (found.kind == hot::Found::Kind::stack) {
        if (const auto name = base::parse_stack_name(found.name)) request.stack = stack_of(*name);
        const Result<store::Receipt> receipt = store::read_receipt(found.prefix);
        request.is_build_only = receipt.has_value() && receipt->build_only;
    } else if (!found.prefix.empty()) {
        request.stack.toolkit = base::parse_version(version_of_toolkit(found.prefix, world));
    }
    request.has_compiler = sys::exists(base::Layout::join(found.prefix, "bin/nvcc"));
    return request;
}

// People take the number in nvidia-smi for the toolkit that they selected.
std::optional<Finding> ceiling_note(const JudgeRequest& request, const probe::Machine& machine) {
    const auto ceiling = base::parse_version(machine.driver ? machine.driver->cuda : "");
    if (!ceiling || base::line_of(*request.stack.toolkit) == base::line_of(*ceiling)) return {};
    Finding note;
    note.code = "CE110";
    note.title = fmt::format(
        "\"CUDA Version: {}\" in nvidia-smi is the driver's ceiling, not the selected toolkit",
        machine.driver->cuda);
    note.found = fmt::format("driver supports up to {}, selected toolkit {}", machine.driver->cuda,
                             to_string(*request.stack.toolkit));
    note.source = "cudaenv";
    return note;
}

std::string key_of(const Finding& finding, const std::string& request) {
    return fmt::format("{} {} {}", finding.code, finding.reason, request);
}

// Takes out what was told before.
void leave_told(const std::string& folder, const std::string& stack, const World& world,
                std::vector<Finding>& findings) {
    if (world.options.json) return;
    std::vector<std::string> keys;
    for (const Finding& finding : findings) keys.push_back(key_of(finding, stack));
    const std::vector<std::string> fresh = tell_once(world, folder, keys);
    std::erase_if(findings, [&](const Finding& finding) {
        return std::ranges::count(fresh, key_of(finding, stack)) == 0;
    });
}

void append(std::vector<Finding> more, std::vector<Finding>& findings) {
    std::ranges::move(more, std::back_inserter(findings));
}

}  // namespace

Result<Opinion> judge_selected(const SelectedRequest& request, const World& world) {
    std::vector<std::pair<std::string, JudgeRequest>> stacks;
    for (const Selected& selected : request.stacks) {
        JudgeRequest stack = judge_request(request.verb, selected, world);
        if (stack.stack.toolkit) stacks.emplace_back(selected.found.name, std::move(stack));
    }
    Opinion opinion;
    if (stacks.empty()) return opinion;
    CUDAENV_TRY(const Grounds grounds, find_grounds(world));
    for (const auto& [name, stack] : stacks) {
        compat::Verdict verdict = judge(stack, grounds, world.config.check);
        if (request.is_forced) verdict = forced(std::move(verdict));
        if (verdict.level() == compat::Level::refuse) {
            return Opinion{verdict.findings, refusal_of(verdict)};
        }
        leave_told(request.project, name, world, verdict.findings);
        append(std::move(verdict.findings), opinion.findings);
    }
    if (const auto note = ceiling_note(stacks.front().second, grounds.machine)) {
        std::vector<Finding> notes{*note};
        leave_told("", "", world, notes);
        append(std::move(notes), opinion.findings);
    }
    return opinion;
}

}  // namespace cudaenv::commands
