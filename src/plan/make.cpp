// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::plan {

namespace {

using base::human_size;

std::uint64_t remaining_bytes(const Artifact& artifact) {
    if (artifact.is_cached) return 0;
    const std::uint64_t size = artifact.size_bytes.value_or(0);
    return size - std::min(size, artifact.partial_bytes);
}

// Why a request means this release; empty if it is what was written.
std::string resolution_note(const Wanted& wanted) {
    const Result<base::Request> request = base::parse_request(wanted.requested);
    const std::string version = to_string(wanted.release->version);
    if (!request.has_value()) return {};
    std::string reason;
    using Kind = base::Request::Kind;
    if (request->kind == Kind::latest) reason = "newest release";
    if (request->kind == Kind::range) reason = "newest in the range";
    if (request->kind == Kind::version && request->version != wanted.release->version) {
        reason =
            request->version.count < 2 ? "newest release of the major" : "newest patch of the line";
    }
    if (reason.empty()) return {};
    return wanted.requested + " -> " + version + " (" + reason + ")";
}

void add_notes(const Artifact& artifact, std::vector<std::string>& notes) {
    if (artifact.sha256.empty() && !artifact.md5.empty()) {
        notes.push_back("note: only an MD5 is published for " + artifact.name +
                        "; the receipt keeps the SHA-256 computed here");
    }
    if (artifact.sha256.empty() && artifact.md5.empty()) {
        notes.push_back("note: " + artifact.name + " is not verified: no digest is known");
    }
    if (!artifact.size_bytes && !artifact.is_borrowed) {
        notes.push_back("note: the size of " + artifact.name +
                        " is not published; its space cannot be checked");
    }
}

void add_notes_of_release(const Wanted& wanted, std::vector<std::string>& notes) {
    if (wanted.release->is_reviewed) return;
    notes.push_back("note: " + to_string(wanted.release->version) +
                    " comes from a catalog row that nobody has reviewed");
}

// An archive that two stacks of the plan need is fetched once.
bool is_counted(const Artifact& artifact, const Plan& plan) {
    return std::ranges::any_of(plan.steps, [&](const Step& step) {
        const auto* install = std::get_if<Install>(&step);
        return install != nullptr &&
               std::ranges::find(install->artifacts, artifact.cache_path, &Artifact::cache_path) !=
                   install->artifacts.end();
    });
}

void count(const Artifact& artifact, bool is_unpacked, Plan& plan) {
    plan.archives += 1;
    if (is_counted(artifact, plan)) return;
    plan.fetch_bytes += remaining_bytes(artifact);
    if (is_unpacked) plan.unpacked_bytes += estimated_unpacked(artifact.size_bytes.value_or(0));
}

std::uint64_t with_spare(std::uint64_t bytes) {
    return bytes + bytes / 20;
}

base::Failure no_space(const std::string& folder, std::uint64_t free, std::uint64_t needed) {
    return fail(Code::space, "not enough space")
        .at(folder)
        .values(human_size(free) + " free", human_size(needed));
}

Result<void> check_space(const Context& context, const Plan& plan) {
    const bool has_own_cache = context.cache_free_bytes.has_value();
    if (has_own_cache && *context.cache_free_bytes < with_spare(plan.fetch_bytes)) {
        return no_space(context.cache_dir, *context.cache_free_bytes, with_spare(plan.fetch_bytes))
            .why("the download with 5 % to spare")
            .try_("cudaenv cache clear");
    }
    const std::uint64_t in_root =
        with_spare(plan.unpacked_bytes + (has_own_cache ? 0 : plan.fetch_bytes));
    if (context.free_bytes < in_root) {
        return no_space(context.root, context.free_bytes, in_root)
            .why(human_size(has_own_cache ? 0 : plan.fetch_bytes) + " to fetch and about " +
                 human_size(plan.unpacked_bytes) + " unpacked, with 5 % to spare")
            .try_("cudaenv gc")
            .try_("cudaenv cache clear");
    }
    return {};
}

Result<void> settle_space(const Context& context, bool force, Plan& plan) {
    plan.needed_bytes = with_spare(plan.fetch_bytes + plan.unpacked_bytes);
    plan.free_bytes = context.free_bytes;
    const Result<void> space = check_space(context, plan);
    if (space.has_value()) return {};
    if (!force) return space;
    plan.notes.push_back("note: " + space.error().what + ": " + space.error().found + ", needs " +
                         space.error().needs);
    return {};
}

// A folder's name does not tell a companion's build: two builds never share one.
Result<void> check_builds(const Wanted& wanted, const store::InstalledStack& there) {
    if (there.receipt.platform != wanted.platform && !there.receipt.platform.empty()) {
        return fail(Code::refused, there.name + " is installed for another platform")
            .at(there.prefix)
            .values(there.receipt.platform, wanted.platform)
            .try_("cudaenv uninstall " + there.name);
    }
    for (const WantedCompanion& companion : wanted.companions) {
        const std::string& name = companion.found.release->product;
        const auto installed =
            std::ranges::find(there.receipt.companions, name, &store::ReceiptCompanion::name);
        if (installed == there.receipt.companions.end()) continue;
        const std::string& build = companion.found.build->name;
        if (installed->build == build) continue;
        return fail(Code::refused, there.name + " is installed with another build of " + name)
            .at(there.prefix)
            .values(installed->build.empty() ? "its only build" : installed->build,
                    build.empty() ? "its only build" : build)
            .try_("cudaenv uninstall " + there.name);
    }
    return {};
}

// Adds what one wanted release needs; nothing if it is there.
Result<void> add_install(const Wanted& wanted, const store::Installed& installed,
                         const Context& context, Plan& plan) {
    const std::string stack = stack_of(wanted);
    const auto adopted = std::ranges::find(installed.adopted, stack, &store::AdoptedToolkit::name);
    if (adopted != installed.adopted.end()) {
        return fail(Code::usage, "the name " + stack + " is taken by an adopted toolkit")
            .at(context.root + "/versions/" + stack)
            .found(adopted->target)
            .try_("cudaenv uninstall " + stack);
    }
    const store::InstalledStack* there = installed.find(stack);
    if (there != nullptr) {
        CUDAENV_TRY(check_builds(wanted, *there));
    }
    if (there != nullptr && !wanted.force && !wanted.add) {
        plan.notes.push_back(stack + " is installed in " + there->prefix);
        return {};
    }
    CUDAENV_TRY(Install install, recipe_for(wanted, installed, context));
    if (there != nullptr && wanted.add && install.artifacts.empty()) {
        plan.notes.push_back(stack + " has all of that already");
        return {};
    }
    const auto is_damaged = std::ranges::count(installed.damaged, stack) > 0;
    install.replace = install.replace || is_damaged;
    add_notes_of_release(wanted, plan.notes);
    for (const Artifact& artifact : install.artifacts) {
        add_notes(artifact, plan.notes);
        // The bytes of a stack that is installed again are in the store already.
        count(artifact, there == nullptr || there->is_shared || wanted.add, plan);
    }
    plan.steps.emplace_back(std::move(install));
    return {};
}

}  // namespace

std::uint64_t estimated_unpacked(std::uint64_t archive_bytes) {
    return archive_bytes / 10 * 17;
}

Result<Plan> make(const std::vector<Wanted>& wanted, const store::Installed& installed,
                  const Context& context) {
    Plan plan;
    plan.root = context.root;
    std::set<std::string> seen;
    for (const Wanted& one : wanted) {
        if (const std::string note = resolution_note(one); !note.empty()) {
            plan.notes.push_back(note);
        }
        if (!seen.insert(stack_of(one)).second) continue;
        CUDAENV_TRY(add_install(one, installed, context, plan));
    }
    if (plan.steps.empty() && context.is_unsettled) plan.steps.emplace_back(Heal{});
    if (!plan.steps.empty()) plan.steps.emplace_back(Rehash{});
    const bool force = std::ranges::any_of(wanted, &Wanted::force);
    CUDAENV_TRY(settle_space(context, force, plan));
    return plan;
}

Result<Plan> make_fetch(const std::vector<Wanted>& wanted, const Context& context) {
    Plan plan;
    plan.root = context.root;
    std::set<std::string> seen;
    for (const Wanted& one : wanted) {
        if (const std::string note = resolution_note(one); !note.empty()) {
            plan.notes.push_back(note);
        }
        if (!seen.insert(stack_of(one)).second) continue;
        CUDAENV_TRY(const Install install, recipe_for(one, {}, context));
        add_notes_of_release(one, plan.notes);
        for (const Artifact& artifact : install.artifacts) {
            add_notes(artifact, plan.notes);
            count(artifact, false, plan);
            plan.steps.emplace_back(Fetch{artifact});
        }
    }
    CUDAENV_TRY(settle_space(context, false, plan));
    return plan;
}

Result<Plan> make_repair(std::string_view stack, const std::optional<Wanted>& wanted,
                         const Context& context) {
    Plan plan;
    plan.root = context.root;
    plan.free_bytes = context.free_bytes;
    Repair repair;
    repair.stack = stack;
    if (wanted) {
        CUDAENV_TRY(repair.reinstall, recipe_for(*wanted, {}, context));
        repair.reinstall->replace = true;
    }
    plan.steps.emplace_back(std::move(repair));
    plan.steps.emplace_back(Rehash{});
    return plan;
}

}  // namespace cudaenv::plan
