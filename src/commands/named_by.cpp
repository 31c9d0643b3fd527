// SPDX-License-Identifier: MIT
#include "commands/named_by.hpp"

#include <algorithm>
#include <set>

#include "commands/seen.hpp"
#include "hot/version_file.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

bool means(const base::Request& request, const std::string& stack, const Lookup& lookup) {
    const Result<hot::Found> found = lookup.resolve(request);
    return found.has_value() && found->name == stack;
}

bool file_names(const std::string& path, const std::string& stack, const Lookup& lookup) {
    const Result<std::string> text = sys::read_file(path, hot::kVersionFileLimitBytes);
    if (!text.has_value()) return false;
    const Result<hot::VersionFile> file = hot::parse_version_file(*text);
    return file.has_value() && std::ranges::any_of(file->requests, [&](const auto& request) {
               return means(request, stack, lookup);
           });
}

// The nearest version file from here; empty if there is none.
std::string nearest_file(const Lookup& lookup) {
    const Result<std::string> start = hot::start_folder(lookup.env());
    if (!start.has_value()) return {};
    return hot::find_version_file(*start, lookup.select_input()).value_or(std::string());
}

}  // namespace

std::vector<std::string> named_by(const std::string& stack, const Lookup& lookup,
                                  const World& world, std::int64_t since) {
    std::set<std::string> files = {nearest_file(lookup), world.layout.global_version()};
    for (const std::string& folder : seen_projects(world, since)) {
        files.insert(base::Layout::join(folder, base::kVersionFile));
    }
    std::vector<std::string> places;
    for (const std::string& path : files) {
        if (!path.empty() && file_names(path, stack, lookup)) places.push_back(shown(world, path));
    }
    for (const auto& [name, text] : lookup.aliases()) {
        const Result<base::Request> request = base::parse_request(text);
        if (request.has_value() && means(*request, stack, lookup)) {
            places.push_back("alias " + name);
        }
    }
    return places;
}

}  // namespace cudaenv::commands
