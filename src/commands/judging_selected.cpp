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

// A folder's name does not tell which build of a companion was installed; the receipt does.
void name_builds(const store::Receipt& receipt, compat::Stack& stack) {
    for (compat::Companion& companion : stack.companions) {
        const auto installed =
            std::ranges::find(receipt.companions, companion.name, &store::ReceiptCompanion::name);
        if (installed != receipt.companions.end()) companion.build = installed->build;
    }
}

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
        if (receipt.has_value()) name_builds(*receipt, request.stack);
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

std::vector<Remark> remarks_of(compat::Verdict verdict, const std::string& folder,
                               const std::string& stack) {
    std::vector<Remark> remarks;
    for (Finding& finding : verdict.findings) {
        std::string key = key_of(finding, stack);
        remarks.push_back({std::move(finding), folder, std::move(key)});
    }
    return remarks;
}

bool is_fresh(const Remark& remark, const World& world) {
    return world.options.json || !tell_once(world, remark.folder, {remark.key}).empty();
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
    Inquiry inquiry;
    inquiry.may_be_remembered = true;
    CUDAENV_TRY(const Grounds grounds, find_grounds(world, inquiry));
    for (const auto& [name, stack] : stacks) {
        compat::Verdict verdict = judge(stack, grounds, world.config.check);
        if (request.is_forced) verdict = forced(std::move(verdict));
        if (verdict.level() == compat::Level::refuse) {
            Error refusal = refusal_of(verdict);
            return Opinion{remarks_of(std::move(verdict), request.project, name),
                           std::move(refusal)};
        }
        std::ranges::move(remarks_of(std::move(verdict), request.project, name),
                          std::back_inserter(opinion.remarks));
    }
    if (const auto note = ceiling_note(stacks.front().second, grounds.machine)) {
        opinion.remarks.push_back({*note, "", key_of(*note, "")});
    }
    return opinion;
}

std::vector<Finding> to_tell(Opinion opinion, const World& world) {
    std::vector<Finding> findings;
    for (Remark& remark : opinion.remarks) {
        if (opinion.refusal || is_fresh(remark, world))
            findings.push_back(std::move(remark.finding));
    }
    return findings;
}

}  // namespace cudaenv::commands
