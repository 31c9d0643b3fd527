// SPDX-License-Identifier: MIT
#include "commands/cache.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "commands/json.hpp"
#include "commands/learned.hpp"
#include "commands/lookup.hpp"
#include "sys/files.hpp"
#include "sys/lock.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTag = "/CACHEDIR.TAG";
// The first line is the standard's; the second says whose it is.
constexpr std::string_view kTagText =
    "Signature: 8a477f597d28d172789f06886806bc55\n# cudaenv: downloads; `cudaenv cache clear`\n";

// The archive that a file of the cache belongs to: itself, or the one it is a part of.
std::string archive_of(const std::string& path) {
    for (const std::string_view end : {".part.journal", ".part.lock", ".part", ".lock"}) {
        if (path.ends_with(end)) return path.substr(0, path.size() - end.size());
    }
    return path;
}

Result<void> check_ours(const World& world) {
    const Result<std::vector<std::string>> names = sys::list_folder(world.cache_dir);
    if (!names.has_value() || names->empty()) return {};
    const Result<std::string> tag = sys::read_file(world.cache_dir + std::string(kTag));
    if (tag.has_value() && *tag == kTagText) return {};
    return fail(Code::refused, "this folder was not made by cudaenv as its cache")
        .at(world.cache_dir)
        .why("everything in it would be deleted")
        .try_("remove the archives in it by hand");
}

// Removes every archive that nobody is downloading; folders stay.
Result<std::uint64_t> remove_archives(const World& world) {
    std::uint64_t bytes = 0;
    const auto visit = [&](const std::string& rel_path, const sys::FileInfo& info) -> Result<void> {
        const std::string path = world.cache_dir + "/" + rel_path;
        if (info.kind == sys::FileKind::folder || "/" + rel_path == kTag) return {};
        if (rel_path.starts_with(std::string(kCatalogsFolder) + "/")) return {};
        if (is_being_downloaded(path)) {
            world.observer->said(rel_path + " is being downloaded: it stays");
            return {};
        }
        bytes += info.allocated_bytes;
        return sys::remove_file(path);
    };
    CUDAENV_TRY(sys::walk(world.cache_dir, visit));
    return bytes;
}

Result<Report> clear(const World& world) {
    CUDAENV_TRY(check_ours(world));
    std::uint64_t bytes = 0;
    if (sys::is_folder(world.cache_dir)) {
        CUDAENV_TRY(bytes, remove_archives(world));
    }
    Report report;
    report.json = json_text(Json{{"dir", world.cache_dir}, {"freed_bytes", bytes}});
    report.messages.push_back(
        Message::info("freed " + base::human_size(bytes) + " in " + shown(world, world.cache_dir)));
    return report;
}

Result<Report> size(const World& world) {
    std::uint64_t bytes = 0;
    if (sys::is_folder(world.cache_dir)) {
        CUDAENV_TRY(bytes, sys::disk_usage(world.cache_dir));
    }
    Report report;
    report.out = base::human_size(bytes) + "\n";
    report.json = json_text(Json{{"dir", world.cache_dir}, {"bytes", bytes}});
    return report;
}

Report dir(const World& world) {
    Report report;
    report.out = world.cache_dir + "\n";
    report.json = json_text(Json{{"dir", world.cache_dir}});
    return report;
}

}  // namespace

Result<Report> cache(const CacheRequest& request, const World& world) {
    switch (request.action) {
        case CacheRequest::Action::dir:
            return dir(world);
        case CacheRequest::Action::size:
            return size(world);
        case CacheRequest::Action::clear:
            return clear(world);
    }
    return fail(Code::bug, "an action of cache that does not exist");
}

bool is_being_downloaded(const std::string& path) {
    const std::string archive = archive_of(path);
    return sys::is_locked(archive + ".lock") || sys::is_locked(archive + ".part.lock");
}

Result<void> mark_cache(const World& world) {
    const Result<std::vector<std::string>> names = sys::list_folder(world.cache_dir);
    if (names.has_value() && !names->empty()) return {};
    CUDAENV_TRY(sys::make_folders(world.cache_dir));
    return sys::write_file(world.cache_dir + std::string(kTag), kTagText);
}

}  // namespace cudaenv::commands
