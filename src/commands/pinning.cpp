// SPDX-License-Identifier: MIT
#include "commands/pinning.hpp"

#include "base/text.hpp"
#include "commands/auto_install.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/judging_selected.hpp"
#include "commands/pin.hpp"
#include "commands/ruling.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

Result<std::vector<base::Request>> parse_all(const PinRequest& pin) {
    std::vector<base::Request> requests;
    for (const std::string& text : pin.requests) {
        CUDAENV_TRY(base::Request request, base::parse_request(text));
        requests.push_back(std::move(request));
    }
    if (!pin.cudnn.empty()) {
        CUDAENV_TRY(base::CompanionRequest cudnn, base::parse_companion("cudnn" + pin.cudnn));
        CUDAENV_TRY(base::add_companion(requests.front(), std::move(cudnn)));
    }
    return requests;
}

bool is_exact_name(const hot::Found& found) {
    return found.kind == hot::Found::Kind::stack || found.kind == hot::Found::Kind::adopted;
}

// The line of requests to write, what of it is installed first, and what is to be judged: an
// installation judges by itself.
struct Line {
    std::string text;
    hot::Found first;
    std::vector<Selected> to_judge;
};

Result<Line> line_of(const PinRequest& pin, const World& world) {
    CUDAENV_TRY(const auto requests, parse_all(pin));
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    Line line;
    std::vector<std::string> words;
    for (const base::Request& request : requests) {
        auto found = lookup.resolve(request);
        if (found) line.to_judge.push_back({as_written(request), *found});
        if (!found && found.error().code == Code::not_installed && pin.may_install && !pin.force)
            found = auto_install(request, found.error(), world);
        if (!found && !(pin.force && found.error().code == Code::not_installed))
            return tl::unexpected(found.error());
        if (found && words.empty()) line.first = *found;
        const bool is_exact = pin.resolve && found && is_exact_name(*found);
        words.push_back(is_exact ? found->name : as_written(request));
    }
    line.text = base::join(words, " ");
    return line;
}

// The file as it will be, with the pairs that stay in it, must mean something that is installed.
Result<void> check_whole_file(const PinRequest& pin, const std::string& line, const World& world) {
    if (pin.force || !sys::exists(pin.path)) return {};
    CUDAENV_TRY(const std::string old, sys::read_file(pin.path, hot::kVersionFileLimitBytes));
    const Result<hot::VersionFile> file = hot::parse_version_file(hot::with_requests(old, line));
    if (!file.has_value()) return {};  // what was malformed before stays its own matter
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    for (const base::Request& request : file->requests) {
        Result<hot::Found> found = lookup.resolve(request);
        if (found.has_value()) continue;
        found.error().notes.push_back("companions are named by other lines of " + pin.path);
        return tl::unexpected(std::move(found).error());
    }
    return {};
}

}  // namespace

Result<Pinned> write_checked_pin(const PinRequest& pin, const World& world) {
    CUDAENV_TRY(Line line, line_of(pin, world));
    CUDAENV_TRY(check_whole_file(pin, line.text, world));
    Pinned pinned;
    pinned.line = line.text;
    Opinion opinion;
    if (!pin.verb.empty()) {
        const SelectedRequest selected{pin.verb, std::move(line.to_judge), pin.project, pin.force};
        CUDAENV_TRY(opinion, judge_selected(selected, world));
    }
    pinned.refusal = opinion.refusal;
    if (pinned.refusal) {
        pinned.findings = to_tell(std::move(opinion), world);
        return pinned;
    }
    const HookEvent event{"select", line.first.name, line.first.prefix};
    CUDAENV_TRY(run_hooks(world, HookTime::before, event));
    CUDAENV_TRY(write_pin(pin.path, line.text));
    CUDAENV_TRY(tell_generation(world));
    CUDAENV_TRY(run_hooks(world, HookTime::after, event));
    pinned.findings = to_tell(std::move(opinion), world);
    return pinned;
}

Result<void> remove_pin(const std::string& path, const World& world) {
    CUDAENV_TRY(sys::remove_file(path));
    return tell_generation(world);
}

Result<void> tell_generation(const World& world) {
    auto done = raise_generation(world);
    if (done || done.error().code == Code::read_only || done.error().code == Code::permission)
        return {};
    return done;
}

}  // namespace cudaenv::commands
