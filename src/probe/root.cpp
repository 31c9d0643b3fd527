// SPDX-License-Identifier: MIT
#include "probe/root.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "sys/files.hpp"

namespace cudaenv::probe {

namespace {

// Takes the last part off: "/a/b" gives "/a", "/a" gives "".
void drop_last(std::string& path) {
    path.resize(std::min(path.rfind('/'), path.size()));
}

// Puts the parts of `path` before those that are still to be followed.
void prepend(std::vector<std::string>& rest, std::string_view path) {
    std::vector<std::string> parts;
    for (const std::string_view part : base::split(path, '/')) parts.emplace_back(part);
    rest.insert(rest.end(), parts.rbegin(), parts.rend());
}

// Follows links inside `sysroot`, the last part's only if asked to; empty after too many of them.
std::string follow(const std::string& sysroot, const std::string& path, bool follow_last) {
    constexpr int kMostLinks = 40;  // as the kernel
    std::vector<std::string> rest;  // the next part stands at the end
    prepend(rest, path);
    std::string done;
    for (int links = 0; !rest.empty();) {
        const std::string part = rest.back();
        rest.pop_back();
        if (part.empty() || part == ".") continue;
        if (part == "..") {
            drop_last(done);
            continue;
        }
        const std::string next = done + "/" + part;
        const bool is_last = rest.empty() && !follow_last;
        const std::string target =
            is_last ? "" : sys::read_link(sysroot + next).value_or(std::string());
        if (target.empty()) {
            done = next;
            continue;
        }
        if (++links > kMostLinks) return {};
        if (target.starts_with('/')) done.clear();
        prepend(rest, target);
    }
    return done.empty() ? "/" : done;
}

}  // namespace

std::string Root::on_disk(const std::string& path) const {
    return sysroot_.empty() ? path : sysroot_ + follow(sysroot_, path, false);
}

std::string Root::real(const std::string& path) const {
    if (sysroot_.empty()) return sys::real_path(path).value_or(std::string());
    const std::string followed = follow(sysroot_, path, true);
    return !followed.empty() && sys::exists(sysroot_ + followed) ? followed : std::string();
}

bool Root::is_folder(const std::string& path) const {
    const std::string place = real(path);
    return !place.empty() && sys::is_folder(sysroot_ + place);
}

bool Root::is_program(const std::string& path) const {
    const std::string place = real(path);
    return !place.empty() && sys::is_executable_file(sysroot_ + place);
}

std::string Root::to_run(const std::string& path) const {
    return is_sysroot() ? sysroot_ + real(path) : path;
}

std::string Root::text(const std::string& path, std::size_t limit) const {
    const std::string place = real(path);
    if (place.empty()) return {};
    return sys::read_file(sysroot_ + place, limit).value_or(std::string());
}

std::string Root::line(const std::string& path) const {
    const std::string whole = text(path);
    return std::string(base::trim(std::string_view(whole).substr(0, whole.find('\n'))));
}

std::vector<std::string> Root::names(const std::string& folder) const {
    const std::string place = real(folder);
    if (place.empty()) return {};
    return sys::list_folder(sysroot_ + place).value_or(std::vector<std::string>());
}

std::string Root::link(const std::string& path) const {
    return sys::read_link(on_disk(path)).value_or(std::string());
}

std::vector<std::string> folders_of(const sys::Env& env, std::string_view variable) {
    const std::string list = env.value_or(variable, "");
    std::vector<std::string> folders;
    for (std::string_view folder : base::split(list, ':')) {
        while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
        if (!folder.starts_with('/')) continue;
        if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
            folders.emplace_back(folder);
        }
    }
    return folders;
}

bool is_within(std::string_view path, std::string_view folder) {
    while (folder.ends_with('/')) folder.remove_suffix(1);
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string_view base_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace cudaenv::probe
