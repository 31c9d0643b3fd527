// SPDX-License-Identifier: MIT
#include "commands/local.hpp"

#include "base/text.hpp"
#include "commands/json.hpp"
#include "commands/pinning.hpp"
#include "commands/ruling.hpp"
#include "commands/seen.hpp"
#include "commands/version_file.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

// Setting and taking away at once would hide one of the two.
Result<void> check_unset(bool unset, const std::vector<std::string>& requests) {
    if (!unset || requests.empty()) return {};
    return fail(Code::usage, "--unset takes no version").found(requests.front());
}

Result<Report> print_file(const std::string& path) {
    CUDAENV_TRY(const hot::VersionFile file, read_version_file(path));
    Report report;
    std::vector<std::string> requests;
    for (const base::Request& request : file.requests) {
        requests.push_back(as_written(request));
        report.out += requests.back() + "\n";
    }
    report.json = json_text({{"versions", requests}, {"file", path}});
    return report;
}

// `local` speaks of the folder where it is called, whatever CUDAENV_DIR says.
Result<std::string> here(const World& world) {
    World plain = world;
    plain.env.unset("CUDAENV_DIR");
    CUDAENV_TRY(const Lookup lookup, Lookup::of(plain));
    return hot::start_folder(lookup.env());
}

Report report_of(Pinned pinned) {
    Report report;
    report.findings = std::move(pinned.findings);
    report.error = std::move(pinned.refusal);
    return report;
}

Result<Report> print_local(const std::string& folder, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const std::string path, hot::find_version_file(folder, lookup.select_input()));
    if (!path.empty()) return print_file(path);
    return fail(Code::nothing_selected, "no local version configured for this directory")
        .try_("cudaenv local VERSION");
}

}  // namespace

Result<Report> local(const LocalRequest& request, const World& world) {
    CUDAENV_TRY(check_unset(request.unset, request.requests));
    CUDAENV_TRY(const std::string folder, here(world));
    const std::string path = base::Layout::join(folder == "/" ? "" : folder, base::kVersionFile);
    if (request.unset) {
        CUDAENV_TRY(remove_pin(path, world));
        return Report{};
    }
    if (request.requests.empty()) {
        if (request.cudnn.empty() && !request.resolve) return print_local(folder, world);
        return fail(Code::usage, "which version?").try_("cudaenv local 12.4");
    }
    PinRequest pin;
    pin.path = path;
    pin.requests = request.requests;
    pin.cudnn = request.cudnn;
    pin.force = request.force;
    pin.resolve = request.resolve;
    pin.may_install = true;
    pin.verb = request.is_judged ? "" : "local";
    pin.project = folder;
    CUDAENV_TRY(Pinned pinned, write_checked_pin(pin, world));
    if (!pinned.refusal) note_project(world, folder, pinned.line);
    return report_of(std::move(pinned));
}

Result<Report> global(const GlobalRequest& request, const World& world) {
    CUDAENV_TRY(check_unset(request.unset, request.requests));
    const std::string path = world.layout.global_version();
    if (request.unset) {
        CUDAENV_TRY(remove_pin(path, world));
        return Report{};
    }
    if (!request.requests.empty()) {
        PinRequest pin;
        pin.path = path;
        pin.requests = request.requests;
        pin.force = request.force;
        pin.resolve = request.resolve;
        pin.verb = request.is_judged ? "" : "global";
        CUDAENV_TRY(sys::make_folders(world.layout.root()));
        CUDAENV_TRY(Pinned pinned, write_checked_pin(pin, world));
        return report_of(std::move(pinned));
    }
    auto report = print_file(path);
    const bool is_absent = !report && report.error().code == Code::not_found;
    if (!is_absent && (!report || !report->out.empty())) return report;
    Report plain;
    plain.out = "system\n";
    plain.json = json_text({{"versions", {"system"}}, {"file", path}});
    return plain;
}

}  // namespace cudaenv::commands
