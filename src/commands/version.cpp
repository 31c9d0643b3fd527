// SPDX-License-Identifier: MIT
#include "commands/version.hpp"

#include "base/text.hpp"
#include "commands/json.hpp"
#include "commands/ruling.hpp"

namespace cudaenv::commands {
namespace {

std::vector<std::string> names_of(const Ruling& ruling) {
    std::vector<std::string> names;
    for (const hot::Found& found : ruling.found) names.push_back(found.name);
    return names;
}

Report report_of(const Ruling& ruling, std::string out) {
    Report report;
    report.out = std::move(out);
    report.json = json_text(
        {{"versions", names_of(ruling)}, {"missing", ruling.missing}, {"origin", ruling.origin}});
    report.messages = messages_of(ruling.selection);
    report.error = ruling.error;
    return report;
}

}  // namespace

Result<Report> version(const VersionRequest& request, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const Ruling ruling, find_ruling(world, lookup));
    std::string out;
    for (const std::string& name : names_of(ruling))
        out += name + (request.bare ? "" : " (set by " + ruling.origin + ")") + "\n";
    return report_of(ruling, std::move(out));
}

Result<Report> version_name(const VersionNameRequest& /*request*/, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const Ruling ruling, find_ruling(world, lookup));
    const std::string names = base::join(names_of(ruling), ":");
    return report_of(ruling, names.empty() ? "" : names + "\n");
}

Result<Report> version_origin(const VersionOriginRequest& /*request*/, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const hot::Selection selection, hot::select(lookup.select_input()));
    const std::string origin = origin_text(selection.origin, world.layout);
    Report report;
    report.out = origin + "\n";
    report.json = json_text({{"origin", origin}});
    return report;
}

}  // namespace cudaenv::commands
