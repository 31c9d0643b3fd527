// SPDX-License-Identifier: MIT
#include "commands/seen.hpp"

#include <chrono>

#include "commands/json.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

constexpr std::int64_t kDay = 24L * 60 * 60;

// {"schema": 1, "projects": {"/home/me/nerf": {"request": "12.4", "at": 1790000000}}}
nlohmann::json read_seen(const std::string& path) {
    const auto text = sys::read_file(path);
    nlohmann::json seen = nlohmann::json::parse(text.value_or(""), nullptr, false);
    const bool is_ours = seen.is_object() && seen.value("schema", nlohmann::json()) == 1 &&
                         seen.value("projects", nlohmann::json()).is_object();
    return is_ours ? seen : nlohmann::json{{"schema", 1}, {"projects", nlohmann::json::object()}};
}

bool is_fresh(const nlohmann::json& entry, std::string_view requests, std::int64_t now) {
    if (!entry.is_object() || entry.value("request", nlohmann::json()) != requests) return false;
    const auto at = entry.value("at", nlohmann::json());
    return at.is_number_integer() && now - at.get<std::int64_t>() < kDay;
}

}  // namespace

void note_project(const World& world, const std::string& folder, std::string_view requests) {
    const std::string path = base::Layout::join(world.state_dir, "seen.json");
    const std::int64_t now =
        std::chrono::duration_cast<std::chrono::seconds>(world.now().time_since_epoch()).count();
    nlohmann::json seen = read_seen(path);
    nlohmann::json& projects = seen["projects"];
    if (projects.contains(folder) && is_fresh(projects[folder], requests, now)) return;
    projects[folder] = {{"request", requests}, {"at", now}};
    if (sys::make_folders(world.state_dir))
        static_cast<void>(sys::write_file(path, json_text(seen) + "\n"));
}

std::vector<std::string> seen_projects(const World& world) {
    const nlohmann::json seen = read_seen(base::Layout::join(world.state_dir, "seen.json"));
    std::vector<std::string> folders;
    for (const auto& [folder, entry] : seen["projects"].items()) folders.push_back(folder);
    return folders;
}

}  // namespace cudaenv::commands
