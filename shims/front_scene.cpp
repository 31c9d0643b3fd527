// SPDX-License-Identifier: MIT
#include "shims/front_scene.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

#include "base/places.hpp"
#include "hot/folder.hpp"

namespace cudaenv::front {

namespace {

// Of the variables that begin so, those that set nothing of what is asked here.
constexpr std::string_view kOurs = "CUDAENV_";
constexpr std::array<std::string_view, 15> kKnown{
    "ROOT",    "VERSION",    "VERSION_OLD", "DIR",     "STATE",     "SHELL",  "PROBE",  "SYSROOT",
    "CATALOG", "SHIM_DEPTH", "ACCEPT_EULA", "OFFLINE", "CACHE_DIR", "MIRROR", "CA_FILE"};

bool is_known(std::string_view entry) {
    if (!entry.starts_with(kOurs)) return true;
    const std::string_view name = entry.substr(kOurs.size(), entry.find('=') - kOurs.size());
    return std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end();
}

bool is_plain(hot::EnvView env) {
    for (const char* const* entry = env.entries(); *entry != nullptr; ++entry) {
        if (**entry == 'C' && !is_known(*entry)) return false;
    }
    return !env.find_filled("SUDO_USER");  // whose home it is then, is not told so easily
}

bool has_config(hot::EnvView env) {
    const std::string users = base::user_config(env.find_filled("XDG_CONFIG_HOME").value_or(""),
                                                env.find_filled("HOME").value_or(""));
    return !is_absent(std::string(base::kSystemConfig)) || (!users.empty() && !is_absent(users));
}

// Absolute, fit to be a root, and written as it would be after making it so.
bool is_normal(std::string_view path) {
    if (!path.starts_with('/')) return false;
    for (std::string_view rest = path; !rest.empty();) {
        rest.remove_prefix(1);
        const std::string_view name = rest.substr(0, rest.find('/'));
        if (name.empty() || name == "." || name == "..") return false;
        rest.remove_prefix(name.size());
    }
    return std::none_of(path.begin(), path.end(), [](char c) {
        return c == ':' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    });
}

Result<std::string> find_root(hot::EnvView env) {
    std::string root(env.find_filled("CUDAENV_ROOT").value_or(""));
    if (root.empty()) {
        const auto home = env.find_filled("HOME");
        if (!home) return for_main();
        root.append(*home).append(base::kRootInHome);
    }
    if (!is_normal(root)) return for_main();
    return root;
}

hot::Conf default_conf() {
    hot::Conf conf;
    std::string shared(base::kSharedRoot);
    if (hot::is_folder(shared)) conf.system_roots.push_back(std::move(shared));
    return conf;
}

}  // namespace

base::Failure for_main() {
    return fail(Code::bug, "the main program answers this");
}

bool is_absent(const std::string& path) {
    return !hot::exists(path) && errno == ENOENT;
}

Result<Scene> find_scene(hot::EnvView env) {
    if (!is_plain(env) || has_config(env)) return for_main();
    CUDAENV_TRY(std::string root, find_root(env));
    Scene scene{env, base::Layout(std::move(root)), {}};
    CUDAENV_TRY(scene.conf, hot::read_conf(scene.layout.hot_conf()));
    hot::Conf plain = default_conf();
    plain.generation = scene.conf.generation;
    if (plain != scene.conf) return for_main();
    return scene;
}

}  // namespace cudaenv::front
