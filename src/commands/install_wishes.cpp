// SPDX-License-Identifier: MIT
#include "commands/install_wishes.hpp"

#include <utility>

#include "commands/from_disk.hpp"
#include "commands/own_archive.hpp"
#include "plan/recipe.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

Result<std::vector<Target>> targets_of(const InstallRequest& request,
                                       const std::vector<std::string>& texts, const Stock& known,
                                       const World& world) {
    std::vector<Target> targets;
    for (const std::string& text : texts) {
        CUDAENV_TRY(const std::string whole, with_companions(text, request.parts, known));
        CUDAENV_TRY(targets.emplace_back(), known_target(whole, known, world));
    }
    return targets;
}

bool is_own_file(const std::string& from) {
    return !from.empty() && !sys::is_folder(from) && !from.ends_with(".run");
}

}  // namespace

Result<std::vector<Target>> find_targets(const InstallRequest& request,
                                         const std::vector<std::string>& texts, Stock& known,
                                         const World& world) {
    Result<std::vector<Target>> targets = targets_of(request, texts, known, world);
    if (!targets.has_value() && is_own_file(request.from)) {
        // What the catalog does not know may be what the person brought.
        CUDAENV_TRY(add_own_archive(request.from, known, world));
        targets = targets_of(request, texts, known, world);
    }
    if (!targets.has_value()) {
        // What was brought by hand once is told by the receipts alone.
        CUDAENV_TRY(const store::Installed installed,
                    store::snapshot(world.layout, world.config.hot.system_roots));
        add_installed_companions(installed, known);
        targets = targets_of(request, texts, known, world);
    }
    return targets;
}

namespace {

// Whether a profile larger than the installed one is asked for: that means --add.
bool is_larger(const std::string& profile, const Target& target,
               const store::Installed& installed) {
    const store::InstalledStack* there = installed.find(stack_name(target));
    if (there == nullptr) return false;
    const auto wanted = catalog::parse_profile(profile);
    const auto present = catalog::parse_profile(there->receipt.profile);
    return wanted && present && *present < *wanted;
}

}  // namespace

Result<std::vector<plan::Wanted>> wishes_for(const InstallRequest& request,
                                             const std::vector<Target>& targets,
                                             const Sources& sources, const World& world) {
    std::vector<plan::Wanted> list;
    for (const Target& target : targets) {
        PartOptions parts = request.parts;
        const bool is_there = sources.installed.find(stack_name(target)) != nullptr;
        if (!request.force) parts.add |= is_larger(parts.profile, target, sources.installed);
        parts.add &= is_there;  // to nothing, nothing is added: it is installed as usual
        const bool is_unused = is_there && !parts.add && !request.force && has_choice(parts);
        if (is_unused) {
            CUDAENV_TRY(check_names(parts, sources.known, world));
        }
        // Of what is there already no list is asked for.
        const bool is_done = is_there && !parts.add && !request.force;
        Result<plan::Wanted> parted =
            is_done ? wanted_of(target, world)
                    : wanted_parts(target, parts, sources.known, sources.lists, world);
        CUDAENV_TRY(plan::Wanted wanted, std::move(parted));
        wanted.force = request.force;
        wanted.build_only = request.build_only;
        wanted.use_cache = !request.no_cache;
        wanted.keep_archives = request.keep_archives || (wanted.keep_archives && !request.no_cache);
        if (!request.from.empty()) CUDAENV_TRY(take_from(request.from, wanted));
        list.push_back(std::move(wanted));
    }
    return list;
}

void note_unused_choice(const InstallRequest& request, const std::vector<plan::Wanted>& wanted,
                        const store::Installed& installed, plan::Plan& plan) {
    for (const plan::Wanted& one : wanted) {
        const bool is_there = installed.find(plan::stack_of(one)) != nullptr;
        if (!is_there || one.add || one.force || !has_choice(request.parts)) continue;
        plan.notes.push_back("what was chosen is not added to it; `cudaenv install --add …` does");
        return;
    }
}

}  // namespace cudaenv::commands
