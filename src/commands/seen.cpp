// SPDX-License-Identifier: MIT
#include "commands/seen.hpp"

#include <algorithm>
#include <chrono>
#include <functional>

#include "commands/json.hpp"
#include "sys/files.hpp"
#include "sys/lock.hpp"

namespace cudaenv::commands {
namespace {

constexpr std::int64_t kDay = 24L * 60 * 60;
constexpr std::chrono::seconds kPatience{2};  // best effort: nobody waits long for a memory

// {"schema": 1, "projects": {"/home/me/nerf": {"request": "12.4", "at": 1790000000}},
//  "told": {"/home/me/nerf": ["CE102 12.8.1"]}}
nlohmann::json read_seen(const std::string& path) {
    const auto text = sys::read_file(path);
    nlohmann::json seen = kept_json(text.value_or(""));
    const bool is_ours = seen.is_object() && seen.value("schema", nlohmann::json()) == 1 &&
                         seen.value("projects", nlohmann::json()).is_object();
    return is_ours ? seen : nlohmann::json{{"schema", 1}, {"projects", nlohmann::json::object()}};
}

std::string path_of(const World& world) {
    return base::Layout::join(world.state_dir, "seen.json");
}

// A file of a newer cudaenv is left as it is.
bool is_ours_to_change(const std::string& path) {
    const auto text = sys::read_file(path);
    const auto seen = kept_json(text.value_or(""));
    const auto schema =
        seen.is_object() ? seen.value("schema", nlohmann::json(1)) : nlohmann::json(1);
    return !schema.is_number() || schema == 1;
}

// Reads, changes and writes under a lock, so that two at once both stay. `change` says whether
// there is something to write. Without the lock (a state folder that cannot be written) nothing is
// kept.
void change_seen(const World& world, const std::function<bool(nlohmann::json&)>& change) {
    sys::LockOptions options;
    options.mode = world.config.lock.mode;
    options.timeout = kPatience;
    static_cast<void>(sys::make_folders(world.state_dir));  // else the lock fails
    const Result<sys::Lock> lock = sys::Lock::take(path_of(world) + ".lock", options);
    nlohmann::json seen = read_seen(path_of(world));
    if (!change(seen) || !lock.has_value() || !is_ours_to_change(path_of(world))) return;
    static_cast<void>(sys::write_file(path_of(world), json_text(seen) + "\n"));
}

bool is_fresh(const nlohmann::json& entry, std::string_view requests, std::int64_t now) {
    if (!entry.is_object() || entry.value("request", nlohmann::json()) != requests) return false;
    const auto at = entry.value("at", nlohmann::json());
    return at.is_number_integer() && now - at.get<std::int64_t>() < kDay;
}

}  // namespace

void note_project(const World& world, const std::string& folder, std::string_view requests) {
    const std::int64_t now =
        std::chrono::duration_cast<std::chrono::seconds>(world.now().time_since_epoch()).count();
    change_seen(world, [&](nlohmann::json& seen) {
        nlohmann::json& projects = seen["projects"];
        if (projects.contains(folder) && is_fresh(projects[folder], requests, now)) return false;
        projects[folder] = {{"request", requests}, {"at", now}};
        return true;
    });
}

std::vector<std::string> tell_once(const World& world, const std::string& folder,
                                   const std::vector<std::string>& keys) {
    if (keys.empty()) return {};
    std::vector<std::string> fresh;
    change_seen(world, [&](nlohmann::json& seen) {
        nlohmann::json& all = seen["told"];
        if (!all.is_object()) all = nlohmann::json::object();
        nlohmann::json& told = all[folder];
        if (!told.is_array()) told = nlohmann::json::array();
        for (const std::string& key : keys) {
            if (std::ranges::find(told, nlohmann::json(key)) != told.end()) continue;
            told.push_back(key);
            fresh.push_back(key);
        }
        return !fresh.empty();
    });
    return fresh;
}

std::vector<std::string> seen_projects(const World& world, std::int64_t since) {
    const nlohmann::json seen = read_seen(path_of(world));
    std::vector<std::string> folders;
    for (const auto& [folder, entry] : seen["projects"].items()) {
        const auto at = entry.is_object() ? entry.value("at", nlohmann::json()) : nlohmann::json();
        const bool is_old = at.is_number_integer() && at.get<std::int64_t>() < since;
        if (!is_old) folders.push_back(folder);
    }
    return folders;
}

}  // namespace cudaenv::commands
