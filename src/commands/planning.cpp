// SPDX-License-Identifier: MIT
#include "commands/planning.hpp"

#include <algorithm>

#include "base/program.hpp"
#include "commands/learned.hpp"
#include "hot/conf.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

// An alias may name another one; more than a few in a row is a loop.
constexpr int kAliasDepth = 8;

Result<void> check_kind(const base::Request& request) {
    using Kind = base::Request::Kind;
    if (request.kind == Kind::system || request.kind == Kind::path) {
        return fail(Code::usage,
                    to_string(request) + " cannot be installed: cudaenv did not make it")
            .try_("cudaenv adopt");
    }
    if (request.kind == Kind::recommended) {
        return fail(Code::refused, "this release of cudaenv cannot recommend a version yet")
            .try_("cudaenv install --list");
    }
    return {};
}

plan::CacheState cache_state(const std::string& path) {
    plan::CacheState state;
    const Result<sys::FileInfo> whole = sys::info_following(path);
    state.is_whole = whole.has_value() && whole->kind == sys::FileKind::file;
    // A sparse or preallocated .part is longer than what is in it: what is allocated counts.
    const Result<sys::FileInfo> part = sys::info(path + ".part");
    if (part.has_value() && part->kind == sys::FileKind::file) {
        state.partial_bytes = std::min(part->size_bytes, part->allocated_bytes);
    }
    return state;
}

// Of the nearest folder that is there; 0 if nothing can be read.
std::uint64_t device_of(std::string path) {
    while (true) {
        const Result<sys::FileInfo> info = sys::info_following(path);
        if (info.has_value() && info->kind != sys::FileKind::none) return info->device;
        const std::size_t slash = path.rfind('/');
        if (slash == std::string::npos || path.size() < 2) return 0;
        path.resize(std::max<std::size_t>(slash, 1));
    }
}

}  // namespace

Result<base::Request> without_aliases(const std::string& text, const World& world) {
    CUDAENV_TRY(base::Request request, base::parse_request(text));
    if (request.kind != base::Request::Kind::name) return request;
    CUDAENV_TRY(const hot::Aliases aliases, hot::read_aliases(world.layout.aliases()));
    for (int depth = 0; depth < kAliasDepth; ++depth) {
        const auto alias =
            std::ranges::find(aliases, request.text, &std::pair<std::string, std::string>::first);
        if (alias == aliases.end()) {
            return fail(Code::unknown_release, "no release and no alias is called " + request.text)
                .try_("cudaenv install --list");
        }
        CUDAENV_TRY(request, base::parse_request(alias->second));
        if (request.kind != base::Request::Kind::name) return request;
    }
    return fail(Code::usage, "the alias " + text + " leads back to itself");
}

Result<Stock> load_stock(const World& world) {
    CUDAENV_TRY(catalog::Catalog catalog, load_catalog(world));
    CUDAENV_TRY(catalog::RedistIndex redist, load_redist(world));
    return Stock{std::move(catalog), std::move(redist)};
}

std::string stack_name(const Target& target) {
    base::StackName name;
    name.toolkit = target.release->version;
    for (const catalog::Companion& companion : target.companions) {
        name.companions.push_back({companion.release->product, companion.release->version});
    }
    return to_string(name);
}

Result<Target> known_target(const std::string& text, const Stock& known, const World& world) {
    CUDAENV_TRY(const base::Request request, without_aliases(text, world));
    CUDAENV_TRY(check_kind(request));
    Target target{text, nullptr, {}};
    CUDAENV_TRY(target.release, catalog::resolve(known.catalog, request, platform(world)));
    for (const base::CompanionRequest& companion : request.companions) {
        CUDAENV_TRY(target.companions.emplace_back(),
                    catalog::companion_for(known.redist, companion, target.release->version,
                                           platform(world)));
    }
    return target;
}

// Whether an earlier run was killed before its end: what it was making lies about, or what follows
// the commit of a stack (shims, links) is missing.
bool is_unsettled(const World& world) {
    const base::Layout& layout = world.layout;
    const auto staged = sys::list_folder(layout.staging());
    if (staged.has_value() && !staged->empty()) return true;
    return !sys::exists(layout.shim()) || !sys::exists(layout.links());
}

Result<plan::Context> plan_context(const catalog::Catalog& catalog, const World& world) {
    CUDAENV_TRY(const sys::FileSystem root_disk, sys::file_system(world.layout.root()));
    plan::Context context;
    context.mirrors = world.config.mirrors;
    context.root = world.layout.root();
    context.cache_dir = world.cache_dir;
    context.cache = cache_state;
    context.free_bytes = root_disk.free_bytes;
    if (device_of(world.cache_dir) != device_of(world.layout.root())) {
        CUDAENV_TRY(const sys::FileSystem cache_disk, sys::file_system(world.cache_dir));
        context.cache_free_bytes = cache_disk.free_bytes;
    }
    context.made_by = base::kProgramVersion;
    context.catalog_serial = catalog.serial();
    context.is_unsettled = is_unsettled(world);
    return context;
}

plan::Wanted wanted_of(const Target& target, const World& world) {
    plan::Wanted wanted;
    wanted.release = target.release;
    wanted.requested = target.requested;
    wanted.platform = platform(world);
    wanted.keep_archives = world.config.cache.keep_archives;
    for (const catalog::Companion& companion : target.companions) {
        wanted.companions.push_back({companion, nullptr});
    }
    return wanted;
}

}  // namespace cudaenv::commands
