// SPDX-License-Identifier: MIT
#include "commands/latest.hpp"

#include "commands/json.hpp"
#include "commands/lookup.hpp"

namespace cudaenv::commands {
namespace {

Result<std::string> latest_known(const base::Request& request, const World& world) {
    CUDAENV_TRY(const catalog::Catalog catalog, load_catalog(world));
    CUDAENV_TRY(const catalog::Release* release,
                catalog::resolve(catalog, request, platform(world)));
    return base::to_string(release->version);
}

Result<std::string> latest_installed(const base::Request& request, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const hot::Found found, lookup.resolve(request));
    return found.name;
}

}  // namespace

Result<Report> latest(const LatestRequest& request, const World& world) {
    CUDAENV_TRY(const base::Request parsed, base::parse_request(request.request));
    CUDAENV_TRY(const std::string name,
                request.known ? latest_known(parsed, world) : latest_installed(parsed, world));
    Report report;
    report.out = name + "\n";
    report.json = json_text({{"version", name}});
    return report;
}

}  // namespace cudaenv::commands
