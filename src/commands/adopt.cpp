// SPDX-License-Identifier: MIT
#include "commands/adopt.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "commands/foreign_toolkit.hpp"
#include "commands/json.hpp"
#include "commands/lookup.hpp"
#include "hot/quote.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

// The name under which the folder is adopted already; empty if it is not.
std::string adopted_as(const std::string& real_path, const std::vector<hot::Found>& installed) {
    for (const hot::Found& found : installed) {
        if (found.kind != hot::Found::Kind::adopted) continue;
        if (sys::real_path(found.prefix).value_or("") == real_path) return found.name;
    }
    return {};
}

// Toolkits where installers and distributions put them, and the one on PATH; each folder once.
Result<std::vector<std::string>> candidates(const World& world) {
    const std::string sysroot = world.env.value_or("CUDAENV_SYSROOT", "");
    std::vector<std::string> paths;
    for (const std::string& parent : {sysroot + "/usr/local", sysroot + "/opt"}) {
        const auto names = sys::list_folder(parent).value_or(std::vector<std::string>());
        for (const std::string& name : names) {
            if (name.starts_with("cuda")) paths.push_back(parent + "/" + name);
        }
    }
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    paths.push_back(hot::find_system(lookup.resolve_input()).prefix);
    std::vector<std::string> found;
    std::set<std::string> seen;
    const std::string root = sys::real_path(world.layout.root()).value_or(world.layout.root());
    for (const std::string& path : paths) {
        const std::string real = path.empty() ? "" : sys::real_path(path).value_or("");
        const bool is_ours = real == root || real.starts_with(root + "/");
        if (real.empty() || is_ours || !is_toolkit(real)) continue;
        if (seen.insert(real).second) found.push_back(real);
    }
    return found;
}

Result<Report> list(const World& world) {
    CUDAENV_TRY(const std::vector<std::string> paths, candidates(world));
    CUDAENV_TRY(const std::vector<hot::Found> installed, hot::list_installed(world.layout));
    Report report;
    Json toolkits = Json::array();
    for (const std::string& path : paths) {
        const std::string version = version_of_toolkit(path, world);
        const std::string name = adopted_as(path, installed);
        report.out += (version.empty() ? "?" : version) + " " + path;
        report.out += name.empty() ? "\n" : " (adopted as " + name + ")\n";
        toolkits.push_back({{"version", version.empty() ? Json(nullptr) : Json(version)},
                            {"path", path},
                            {"name", name.empty() ? Json(nullptr) : Json(name)}});
    }
    if (paths.empty()) report.messages.push_back(Message::info("no other toolkit found here"));
    report.json = json_text(toolkits);
    return report;
}

Result<std::string> folder_to_adopt(const std::string& path, const World& world) {
    std::error_code error;
    std::string folder = std::filesystem::absolute(path, error).lexically_normal().string();
    if (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    CUDAENV_TRY(const std::string real, sys::real_path(folder));
    const std::string root = sys::real_path(world.layout.root()).value_or(world.layout.root());
    if (real == root || real.starts_with(root + "/")) {
        return fail(Code::usage, "this folder belongs to cudaenv already").at(folder);
    }
    if (!is_toolkit(real)) {
        return fail(Code::usage, "no CUDA toolkit in this folder")
            .at(folder)
            .needs("bin/nvcc, or lib64/libcudart.so")
            .try_("cudaenv adopt");
    }
    return folder;
}

Result<std::string> name_for(const AdoptRequest& request, const std::string& folder,
                             const World& world) {
    std::string name = request.name;
    if (name.empty()) {
        const std::string version = version_of_toolkit(folder, world);
        if (version.empty()) {
            return fail(Code::usage, "the toolkit does not tell its version")
                .at(folder)
                .try_("cudaenv adopt " + hot::as_word(folder) + " --as NAME");
        }
        name = "system-" + version;
    }
    if (base::is_valid_name(name)) return name;
    return fail(Code::usage, "this cannot be the name of a toolkit")
        .values(name, "a letter, then letters, digits, - _ . ; not a version");
}

}  // namespace

Result<Report> adopt(const AdoptRequest& request, const World& world) {
    if (request.path.empty()) return list(world);
    CUDAENV_TRY(const std::string folder, folder_to_adopt(request.path, world));
    CUDAENV_TRY(const std::string name, name_for(request, folder, world));
    plan::Plan plan;
    plan.root = world.layout.root();
    plan.steps.emplace_back(plan::Adopt{name, folder});
    plan.steps.emplace_back(plan::Rehash{});
    CUDAENV_TRY(const execute::Settings all, settings(world));
    CUDAENV_TRY(const execute::Outcome outcome, execute::run(plan, all, *world.observer));
    CUDAENV_TRY(raise_generation(world));
    Report report;
    report.json = json_text(Json{{"name", name}, {"path", folder}});
    report.messages.push_back(Message::info("adopted " + shown(world, folder) + " as " + name));
    report.messages.push_back(Message::info("use it: `cudaenv local " + name +
                                            "` here, or `cudaenv global " + name + "`"));
    return report;
}

}  // namespace cudaenv::commands
