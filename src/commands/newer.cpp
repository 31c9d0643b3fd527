// SPDX-License-Identifier: MIT
#include "commands/newer.hpp"

#include "base/stack_name.hpp"

namespace cudaenv::commands {

namespace {

// The newest release that the request means, or `toolkit` if nobody knows a newer one.
base::Version newest_of(const base::Request& request, const base::Version& toolkit,
                        const std::string& platform, const catalog::Catalog& catalog) {
    const auto release = catalog::resolve(catalog, request, platform);
    if (!release.has_value()) return toolkit;
    return std::max((*release)->version, toolkit);
}

base::Request line_request(const base::Version& toolkit) {
    base::Request request;
    request.version = base::line_of(toolkit);
    return request;
}

base::Request latest_request() {
    base::Request request;
    request.kind = base::Request::Kind::latest;
    return request;
}

}  // namespace

std::string newest_name(const Standing& standing) {
    auto name = base::parse_stack_name(standing.stack.name);
    if (!name) return to_string(standing.newest_patch);
    name->toolkit = standing.newest_patch;
    return to_string(*name);
}

Result<std::vector<Standing>> standings(const World& world) {
    CUDAENV_TRY(const catalog::Catalog catalog, load_catalog(world));
    CUDAENV_TRY(store::Installed installed,
                store::snapshot(world.layout, world.config.hot.system_roots));
    std::vector<Standing> all;
    for (const store::InstalledStack& stack : installed.stacks) {
        const auto toolkit = base::parse_version(stack.receipt.toolkit);
        if (!toolkit) continue;
        const std::string& own = stack.receipt.platform;
        const std::string place = own.empty() ? platform(world) : own;
        Standing standing{stack, *toolkit, {}, {}};
        standing.newest_patch = newest_of(line_request(*toolkit), *toolkit, place, catalog);
        standing.newest = newest_of(latest_request(), *toolkit, place, catalog);
        standing.is_outdated =
            *toolkit < standing.newest_patch && installed.find(newest_name(standing)) == nullptr;
        all.push_back(std::move(standing));
    }
    return all;
}

}  // namespace cudaenv::commands
