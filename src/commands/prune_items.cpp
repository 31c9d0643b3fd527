// SPDX-License-Identifier: MIT
#include "commands/prune_items.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/stack_name.hpp"
#include "base/text.hpp"
#include "commands/cache.hpp"
#include "commands/learned.hpp"
#include "commands/lookup.hpp"
#include "commands/named_by.hpp"
#include "store/snapshot.hpp"
#include "store/staging.hpp"
#include "sys/files.hpp"
#include "sys/lock.hpp"

namespace cudaenv::commands {

namespace {

using base::Layout;
using store::InstalledStack;

constexpr std::int64_t kDay = 24L * 60 * 60;
constexpr unsigned kUsualDays = 30;

std::int64_t now_s(const World& world) {
    return std::chrono::duration_cast<std::chrono::seconds>(world.now().time_since_epoch()).count();
}

std::int64_t mtime_of(const std::string& path) {
    const Result<sys::FileInfo> info = sys::info(path);
    return info.has_value() ? info->mtime_s : 0;
}

// The same companions, none older.
bool has_companions_of(const base::StackName& newer, const base::StackName& older) {
    return std::ranges::equal(newer.companions, older.companions,
                              [](const base::Companion& left, const base::Companion& right) {
                                  const auto one = base::parse_version(left.version);
                                  const auto other = base::parse_version(right.version);
                                  return left.name == right.name && one && other && *one >= *other;
                              });
}

bool has_parts_of(const store::Receipt& newer, const store::Receipt& older) {
    const bool is_whole = newer.profile == "full" && newer.without.empty();
    return is_whole || (newer.profile == older.profile && newer.with == older.with &&
                        newer.without == older.without);
}

bool supersedes(const InstalledStack& newer, const InstalledStack& older) {
    const auto one = base::parse_stack_name(newer.name), other = base::parse_stack_name(older.name);
    if (!one || !other || newer.is_shared || !(other->toolkit < one->toolkit)) return false;
    // What cannot be read, or runs elsewhere, takes nobody's place.
    const bool can_stand_in = newer.receipt.platform == older.receipt.platform &&
                              store::read_file_list(newer.prefix).has_value();
    return can_stand_in && base::line_of(one->toolkit) == base::line_of(other->toolkit) &&
           has_companions_of(*one, *other) && has_parts_of(newer.receipt, older.receipt);
}

// Whether shim, hook or exec used the stack within the days: they touch its activation file, which
// is as old as the receipt until then.
bool was_used(const InstalledStack& stack, std::int64_t since) {
    constexpr std::int64_t kCommitSeconds = 60;
    const std::int64_t used = mtime_of(Layout::activation(stack.prefix));
    return used >= since && used > mtime_of(Layout::receipt(stack.prefix)) + kCommitSeconds;
}

// Bytes that no other stack has: an object and this one link to it.
std::uint64_t own_bytes(const std::string& prefix) {
    std::uint64_t bytes = 0;
    const auto count = [&](const std::string&, const sys::FileInfo& info) -> Result<void> {
        if (info.kind == sys::FileKind::file && info.links <= 2) bytes += info.allocated_bytes;
        return {};
    };
    static_cast<void>(sys::walk(prefix, count));
    return bytes;
}

// Why the stack may go by the request; empty if it may not.
std::string reason_of(const InstalledStack& stack, const store::Installed& installed,
                      const PruneRequest& request, std::int64_t since) {
    const auto newer = std::ranges::find_if(
        installed.stacks, [&](const InstalledStack& other) { return supersedes(other, stack); });
    if (request.superseded && newer != installed.stacks.end()) {
        return "superseded by " + newer->name;
    }
    const bool is_old = mtime_of(Layout::activation(stack.prefix)) < since;
    if (request.unused_days && is_old) {
        return fmt::format("not used for {} days", *request.unused_days);
    }
    return {};
}

// Why the stack must stay; empty if nothing speaks for it.
std::string protection_of(const InstalledStack& stack, std::int64_t since, const Lookup& lookup,
                          const World& world) {
    const std::vector<std::string> places = named_by(stack.name, lookup, world, since);
    if (!places.empty()) return "named by " + base::join(places, ", ");
    if (was_used(stack, since)) return "used lately";
    return sys::processes_below(stack.prefix).empty() ? "" : "in use";
}

// What the cache holds but marks, locks and catalogs: name, size, age.
Result<std::vector<std::pair<std::string, sys::FileInfo>>> cached_files(const World& world) {
    std::vector<std::pair<std::string, sys::FileInfo>> files;
    if (!sys::is_folder(world.cache_dir)) return files;
    const auto visit = [&](const std::string& name, const sys::FileInfo& info) -> Result<void> {
        const bool is_ours = name.find('/') == std::string::npos || name.ends_with(".lock") ||
                             name.starts_with(std::string(kCatalogsFolder) + "/");
        if (info.kind == sys::FileKind::file && !is_ours) files.emplace_back(name, info);
        return {};
    };
    CUDAENV_TRY(sys::walk(world.cache_dir, visit));
    return files;
}

bool is_part(const std::string& name) {
    return name.ends_with(".part") || name.ends_with(".part.journal");
}

}  // namespace

std::string_view to_string(PruneItem::Kind kind) {
    switch (kind) {
        case PruneItem::Kind::stack:
            return "stack";
        case PruneItem::Kind::leftover:
            return "leftover";
        case PruneItem::Kind::partial:
            return "partial";
        case PruneItem::Kind::archive:
            return "archive";
    }
    return "";
}

Result<Prunable> prunable_stacks(const PruneRequest& request, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const store::Installed installed, store::snapshot(world.layout));
    const std::int64_t since = now_s(world) - kDay * request.unused_days.value_or(kUsualDays);
    Prunable found;
    for (const InstalledStack& stack : installed.stacks) {
        const std::string reason = reason_of(stack, installed, request, since);
        if (reason.empty()) continue;
        const std::string protection = protection_of(stack, since, lookup, world);
        if (!protection.empty()) {
            found.kept.push_back(stack.name + " stays: " + protection);
            continue;
        }
        found.items.push_back(
            {PruneItem::Kind::stack, stack.name, stack.prefix, own_bytes(stack.prefix), reason});
    }
    return found;
}

Result<std::vector<PruneItem>> prunable_leftovers(const World& world) {
    std::vector<PruneItem> items;
    const std::string staging = world.layout.staging();
    const auto names = sys::list_folder(staging);
    for (const std::string& name : names.value_or(std::vector<std::string>())) {
        const std::string stack(store::stack_of_staging(name));
        const std::string path = Layout::join(staging, name);
        const bool is_whole = sys::exists(Layout::receipt(path));  // healing puts it in its place
        if (is_whole || sys::is_locked(world.layout.stack_lock(stack), world.config.lock.mode)) {
            continue;
        }
        items.push_back({PruneItem::Kind::leftover, name, path, sys::disk_usage(path).value_or(0),
                         "an installation was broken off"});
    }
    CUDAENV_TRY(const auto files, cached_files(world));
    for (const auto& [name, info] : files) {
        const std::string path = Layout::join(world.cache_dir, name);
        const bool is_old = info.mtime_s < now_s(world) - kDay;
        if (!is_part(name) || !is_old || is_being_downloaded(path)) continue;
        items.push_back({PruneItem::Kind::partial, name, path, info.allocated_bytes,
                         "a download was broken off"});
    }
    return items;
}

Result<std::vector<PruneItem>> prunable_archives(const World& world) {
    CUDAENV_TRY(auto files, cached_files(world));
    std::uint64_t bytes = 0;
    for (const auto& [name, info] : files) bytes += info.allocated_bytes;
    std::ranges::stable_sort(files, {}, [](const auto& file) { return file.second.mtime_s; });
    std::vector<PruneItem> items;
    for (const auto& [name, info] : files) {
        if (bytes <= world.config.cache.max_size_bytes) break;
        const std::string path = Layout::join(world.cache_dir, name);
        if (is_part(name) || is_being_downloaded(path)) continue;
        bytes -= info.allocated_bytes;
        items.push_back(
            {PruneItem::Kind::archive, name, path, info.allocated_bytes,
             "the cache is larger than " + base::human_size(world.config.cache.max_size_bytes)});
    }
    return items;
}

}  // namespace cudaenv::commands
