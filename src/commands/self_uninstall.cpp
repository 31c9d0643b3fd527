// SPDX-License-Identifier: MIT
#include "commands/self_uninstall.hpp"

#include <array>

#include "commands/json.hpp"
#include "commands/rc_files.hpp"
#include "store/heal.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

// All that cudaenv makes in a root; whatever else lies there is not ours to remove.
constexpr std::array<std::string_view, 14> kOwn{
    "versions",     "links",   "shims",   "store",    "staging",
    "hot.conf",     "version", "aliases", "state.db", "state.db-journal",
    "state.db.old", "cache",   "state",   "locks"};

Result<void> check(const SelfRequest& request, const World& world) {
    if (request.action != "uninstall")
        return fail(Code::usage, "self can only uninstall").found(request.action);
    const bool can_ask = world.terminal.in_is_tty && world.terminal.err_is_tty;
    if (!world.options.yes && !can_ask)
        return fail(Code::usage, "there is no terminal to ask on")
            .try_("cudaenv self uninstall --yes");
    const auto users = sys::processes_below(world.layout.versions());
    if (!users.empty() && !request.force)
        return fail(Code::in_use, "a program of an installed version is running")
            .found("pid " + std::to_string(users.front()))
            .try_("cudaenv self uninstall --force");
    return {};
}

// The folder goes only if nothing of somebody else's is left in it.
Result<void> remove_if_empty(const std::string& folder, Report& report) {
    const auto names = sys::list_folder(folder);
    if (!names && names.error().code == Code::not_found) return {};
    if (!names) return tl::unexpected(names.error());
    if (names->empty()) return sys::remove_tree(folder);
    Message message = Message::note(folder + " stays: it holds what cudaenv did not make");
    message.notes = {"for example " + names->front()};
    report.messages.push_back(std::move(message));
    return {};
}

Result<void> remove_root(const World& world, Report& report) {
    for (const std::string_view name : kOwn)
        CUDAENV_TRY(sys::remove_tree(base::Layout::join(world.layout.root(), name)));
    return remove_if_empty(world.layout.root(), report);
}

// Cache and state beside the root are ours as a whole: their last part is our name.
Result<void> remove_side(const std::string& folder) {
    if (!folder.ends_with("/cudaenv")) return {};
    return sys::remove_tree(folder);
}

}  // namespace

Result<Report> self(const SelfRequest& request, const World& world) {
    CUDAENV_TRY(check(request, world));
    const std::string& root = world.layout.root();
    Report report;
    if (sys::is_folder(root) &&
        !world.confirm("Remove " + root + " with all installed versions?")) {
        report.exit = 1;
        return report;
    }
    // An installation that is under way ends first; nothing begins under our hands.
    CUDAENV_TRY(const execute::Settings settings, commands::settings(world));
    CUDAENV_TRY(const store::StoreLock lock,
                store::StoreLock::of_store(world.layout, settings.lock));
    report = uninstall_lines("", world);
    report.json = json_text({{"removed", root}});
    CUDAENV_TRY(remove_root(world, report));
    CUDAENV_TRY(remove_side(world.cache_dir));
    CUDAENV_TRY(remove_side(world.state_dir));
    report.messages.push_back(Message::info("removed " + root));
    report.messages.push_back(Message::note("the program itself stays: " + world.executable));
    return report;
}

}  // namespace cudaenv::commands
