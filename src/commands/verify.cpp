// SPDX-License-Identifier: MIT
#include "commands/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "activate/describe.hpp"
#include "base/text.hpp"
#include "commands/json.hpp"
#include "commands/lookup.hpp"
#include "commands/repair.hpp"
#include "store/verify.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDamagedExit = 6;

std::string_view kind_text(store::Damage::Kind kind) {
    switch (kind) {
        case store::Damage::Kind::missing:
            return "missing";
        case store::Damage::Kind::content:
            return "content";
        case store::Damage::Kind::kind:
            return "kind";
        case store::Damage::Kind::target:
            return "target";
        case store::Damage::Kind::mode:
            return "mode";
    }
    return "";
}

// One stack and what was found of it. `trouble` = its list or receipt cannot be read.
struct Checked {
    hot::Found stack;
    store::VerifyOutcome outcome;
    std::string trouble;
    bool is_whole() const { return outcome.damages.empty() && trouble.empty(); }
};

// store::verify knows the archives' files; the activation file follows from receipt and list.
void check_activation(const hot::Found& stack, store::VerifyOutcome& outcome) {
    const Result<std::string> expected = activate::expected_text(stack.prefix);
    const Result<std::string> found = sys::read_file(base::Layout::activation(stack.prefix));
    if (!expected.has_value() || !found.has_value() || *found == *expected) return;
    store::Damage& damage = outcome.damages.emplace_back();
    damage.kind = store::Damage::Kind::content;
    damage.row.path = base::Layout::activation("").substr(1);
}

Result<Checked> check(const hot::Found& stack) {
    Checked checked{stack, {}, {}};
    Result<store::VerifyOutcome> outcome = store::verify(stack.prefix);
    if (outcome.has_value()) {
        checked.outcome = *std::move(outcome);
        check_activation(stack, checked.outcome);
    } else if (outcome.error().code == Code::damaged) {
        checked.trouble = outcome.error().what;
    } else {
        return tl::unexpected(std::move(outcome).error());
    }
    return checked;
}

std::string text_of(const Checked& checked) {
    const store::VerifyOutcome& outcome = checked.outcome;
    if (!checked.trouble.empty()) {
        return fmt::format("{} damaged: {}\n", checked.stack.name, checked.trouble);
    }
    if (checked.is_whole()) {
        return fmt::format("{} ok ({} files, {})\n", checked.stack.name, outcome.files,
                           base::human_size(outcome.bytes));
    }
    // Folders and links can be damaged too, so it is not one number out of the other.
    const std::size_t count = outcome.damages.size();
    std::string text = fmt::format("{} damaged ({} {}, {} files checked)\n", checked.stack.name,
                                   count, count == 1 ? "entry" : "entries", outcome.files);
    for (const store::Damage& damage : outcome.damages) {
        text += fmt::format("  {} {}\n", kind_text(damage.kind), base::printable(damage.row.path));
    }
    return text;
}

Json json_of(const Checked& checked) {
    Json damages = Json::array();
    for (const store::Damage& damage : checked.outcome.damages) {
        damages.push_back(
            {{"kind", kind_text(damage.kind)}, {"path", damage.row.path}, {"found", damage.found}});
    }
    return {{"stack", checked.stack.name},
            {"prefix", checked.stack.prefix},
            {"ok", checked.is_whole()},
            {"trouble", checked.trouble.empty() ? Json(nullptr) : Json(checked.trouble)},
            {"files", checked.outcome.files},
            {"bytes", checked.outcome.bytes},
            {"damages", damages},
            {"extra", checked.outcome.extra}};
}

Result<std::vector<hot::Found>> all_stacks(const World& world) {
    CUDAENV_TRY(std::vector<hot::Found> all, hot::list_installed(world.layout, world.config.hot));
    std::erase_if(all,
                  [](const hot::Found& found) { return found.kind != hot::Found::Kind::stack; });
    return all;
}

Result<std::vector<hot::Found>> selected_stacks(const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const hot::Selection selection, hot::select(lookup.select_input()));
    if (selection.file.requests.empty()) {
        return fail(Code::nothing_selected, "no version is selected here")
            .try_("cudaenv verify VERSION")
            .try_("cudaenv verify --all");
    }
    std::vector<std::string> texts;
    for (const base::Request& request : selection.file.requests) {
        texts.push_back(base::to_string(request));
    }
    return own_stacks(texts, world);
}

Result<std::vector<hot::Found>> stacks_of(const VerifyRequest& request, const World& world) {
    if (request.all && !request.requests.empty()) {
        return fail(Code::usage, "--all and a version exclude each other");
    }
    if (request.all) return all_stacks(world);
    if (request.requests.empty()) return selected_stacks(world);
    return own_stacks(request.requests, world);
}

void add(const Checked& checked, Report& report) {
    report.out += text_of(checked);
    const std::vector<std::string>& extra = checked.outcome.extra;
    if (!extra.empty()) {
        report.messages.push_back(Message::note(
            fmt::format("{} has {} files that were not installed, such as {}", checked.stack.name,
                        extra.size(), base::printable(extra.front()))));
    }
}

}  // namespace

Result<Report> verify(const VerifyRequest& request, const World& world) {
    CUDAENV_TRY(const std::vector<hot::Found> stacks, stacks_of(request, world));
    Report report;
    RepairRequest repair_request{{}, request.transfer, false};
    Json list = Json::array();
    for (const hot::Found& stack : stacks) {
        CUDAENV_TRY(const Checked checked, check(stack));
        add(checked, report);
        list.push_back(json_of(checked));
        if (!checked.is_whole()) repair_request.stacks.push_back(stack);
    }
    Json json = {{"stacks", list}};
    if (request.repair && !repair_request.stacks.empty()) {
        CUDAENV_TRY(const Report repaired, repair(repair_request, world));
        report.messages.insert(report.messages.end(), repaired.messages.begin(),
                               repaired.messages.end());
        json.update(Json::parse(repaired.json));
    } else if (!repair_request.stacks.empty()) {
        report.exit = kDamagedExit;
        Message& message = report.messages.emplace_back(Message::warning("damaged files found"));
        for (const hot::Found& stack : repair_request.stacks) {
            message.try_.push_back("cudaenv verify --repair " + stack.name);
        }
    }
    report.json = json_text(json);
    return report;
}

}  // namespace cudaenv::commands
