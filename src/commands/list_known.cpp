// SPDX-License-Identifier: MIT
#include "commands/list_known.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "catalog/catalog.hpp"
#include "commands/json.hpp"
#include "commands/judging.hpp"
#include "commands/release_facts.hpp"
#include "hot/installed.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

bool is_listed(const catalog::Release& release, const std::optional<base::Request>& pattern) {
    if (pattern && pattern->kind == base::Request::Kind::version &&
        pattern->version == release.version) {
        return true;
    }
    if (release.kind != catalog::ReleaseKind::release) return false;
    return !pattern || base::matches(*pattern, release.version);
}

Result<std::optional<base::Request>> pattern_of(const InstallRequest& request) {
    if (request.requests.empty()) return std::nullopt;
    if (request.requests.size() > 1) return fail(Code::usage, "--list takes one PATTERN");
    CUDAENV_TRY(base::Request pattern, base::parse_request(request.requests.front()));
    using Kind = base::Request::Kind;
    const bool is_versions = pattern.kind == Kind::version || pattern.kind == Kind::range ||
                             pattern.kind == Kind::latest;
    if (is_versions && pattern.companions.empty()) return pattern;
    return fail(Code::usage, "--list takes a version, a line or a range")
        .found(request.requests.front());
}

// `file` is null where the platform has archives of single components only.
Json json_of(const catalog::Release& release, const catalog::Runfile* file, bool is_installed) {
    return {{"version", to_string(release.version)},
            {"kind", kind_word(release.kind)},
            {"label", release.label.empty() ? Json(nullptr) : Json(release.label)},
            {"installed", is_installed},
            {"runfile", file == nullptr ? Json(nullptr) : Json(file->file_name)},
            {"size", file != nullptr && file->size_bytes ? Json(*file->size_bytes) : Json(nullptr)},
            {"catalog", release.catalog},
            {"reviewed", release.is_reviewed}};
}

// "* 12.4.1", "  13.0.2   CE101": installed, not to be run here.
std::string marked(const catalog::Release& release, bool is_installed, const Grounds& grounds,
                   const World& world) {
    JudgeRequest request;
    request.stack.toolkit = release.version;
    const std::string code = refusal_code(request, grounds, world.config.check);
    const std::string version = (is_installed ? "* " : "  ") + to_string(release.version);
    return code.empty() ? version + "\n" : fmt::format("{:<10} {}\n", version, code);
}

}  // namespace

Result<Report> list_known(const InstallRequest& request, const World& world) {
    CUDAENV_TRY(const std::optional<base::Request> pattern, pattern_of(request));
    CUDAENV_TRY(const catalog::Catalog known, load_catalog(world));
    const auto installed = hot::list_installed(world.layout, world.config.hot);
    const auto is_installed = [&](const std::string& name) {
        return installed.has_value() && std::ranges::count(*installed, name, &hot::Found::name) > 0;
    };
    std::optional<Grounds> grounds;  // in a pipe nothing is probed
    if (world.terminal.out_is_tty && !world.options.json) {
        Inquiry inquiry;
        inquiry.may_be_remembered = true;
        CUDAENV_TRY(grounds, find_grounds(world, inquiry));
    }
    const std::string here = platform(world);
    Report report;
    Json list = Json::array();
    for (const catalog::Release& release : known.releases()) {
        if (!catalog::is_published(release, here) || !is_listed(release, pattern)) continue;
        const std::string version = to_string(release.version);
        const bool is_here = is_installed(version);
        report.out += grounds ? marked(release, is_here, *grounds, world) : version + "\n";
        list.push_back(json_of(release, catalog::runfile_for(release, here), is_here));
    }
    if (list.empty() && pattern) {
        return fail(Code::unknown_release, "no known version matches " + pattern->raw)
            .try_("cudaenv install --list");
    }
    report.json = json_text(list);
    return report;
}

}  // namespace cudaenv::commands
