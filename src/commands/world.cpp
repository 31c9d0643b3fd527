// SPDX-License-Identifier: MIT
#include "commands/world.hpp"

#include <algorithm>
#include <filesystem>

#include "base/places.hpp"
#include "base/text.hpp"
#include "commands/learned.hpp"
#include "sys/files.hpp"
#include "sys/host.hpp"

namespace cudaenv::commands {
namespace {

Result<std::string> absolute(const std::string& path) {
    std::error_code failure;
    const auto full = std::filesystem::absolute(path, failure).lexically_normal();
    if (failure) return fail(Code::files, "the working folder cannot be read").at(path);
    std::string text = full.string();
    while (text.size() > 1 && text.back() == '/') text.pop_back();
    return text;
}

// `XDG_…_HOME/cudaenv`, or empty: the standard tells to ignore values that are not absolute.
std::string xdg_folder(const sys::Env& env, std::string_view variable) {
    const std::string value = env.value_or(variable, "");
    return value.starts_with('/') ? value + "/cudaenv" : "";
}

std::string default_root(const World& world) {
    const std::string home = world.env.value_or("HOME", "");
    if (world.config.use_xdg) {
        const std::string data = xdg_folder(world.env, "XDG_DATA_HOME");
        if (!data.empty()) return data;
        return home.empty() ? "" : home + "/.local/share/cudaenv";
    }
    return home.empty() ? "" : home + std::string(base::kRootInHome);
}

// Under sudo a HOME that was kept belongs to somebody else, whom root's files would lock out.
Result<void> check_home(World& world, const std::string& root) {
    const std::string user = world.env.value_or("SUDO_USER", "");
    if (sys::effective_user() != 0 || user.empty()) return {};
    const std::string home = world.env.value_or("HOME", "");
    CUDAENV_TRY(const sys::FileInfo info, sys::info_following(home));
    if (info.kind != sys::FileKind::none && info.owner != 0) {
        return fail(Code::permission, "HOME belongs to another user")
            .at(home)
            .values("run by sudo for " + user, "a folder of root's own")
            .try_("cudaenv …        without sudo: installing never needs root")
            .try_("sudo cudaenv --root /opt/cudaenv …        for a root shared by all users");
    }
    if (!sys::exists(root)) world.notes.push_back("run by sudo: the root folder is " + root);
    return {};
}

Result<std::string> find_root(World& world) {
    if (!world.options.root.empty()) return absolute(world.options.root);
    const std::string from_env = world.env.value_or("CUDAENV_ROOT", "");
    if (!from_env.empty()) return absolute(from_env);
    if (!world.config.root.empty()) return absolute(world.config.root);
    const std::string root = default_root(world);
    if (root.empty())
        return fail(Code::usage, "HOME is not set")
            .try_("cudaenv --root DIR …")
            .note("CUDAENV_ROOT names the root folder, too");
    CUDAENV_TRY(check_home(world, root));
    return absolute(root);
}

// Lists like PATH cannot carry a colon, line files no control byte.
Result<void> check_root(const std::string& root) {
    const bool is_plain = std::ranges::none_of(
        root, [](char c) { return c == ':' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    if (is_plain && root != "/") return {};
    return fail(Code::usage, "this folder cannot be the root")
        .at(root)
        .why("PATH and the files of the root cannot carry `:` or control bytes");
}

Result<void> check_arch(const World& world) {
    const std::string arch = world.env.value_or("CUDAENV_OVERRIDE_ARCH", "");
    if (arch.empty() || !platform(world).empty()) return {};
    return fail(Code::usage, "CUDAENV_OVERRIDE_ARCH cannot be read")
        .values(arch, "x86_64, sbsa, aarch64 (Tegra) or ppc64le");
}

// Beside a root of one's own choice everything lies in it, so that one folder can be carried.
std::string side_folder(const World& world, std::string_view xdg_variable, std::string_view in_home,
                        std::string_view in_root) {
    const std::string xdg = xdg_folder(world.env, xdg_variable);
    if (!xdg.empty()) return xdg;
    const std::string root = default_root(world);
    if (!root.empty() && world.layout.root() == root)
        return base::Layout::join(world.env.value_or("HOME", ""), in_home);
    return base::Layout::join(world.layout.root(), in_root);
}

// hot.conf is made from the config: one that cannot be read counts as absent and is written anew,
// under a generation that no shell remembers. One of a newer cudaenv is left alone.
Result<hot::Conf> conf_on_disk(const World& world) {
    const std::string path = world.layout.hot_conf();
    Result<hot::Conf> conf = hot::read_conf(path);
    if (conf.has_value() || conf.error().code != Code::damaged) return conf;
    const Result<std::string> text = sys::read_file(path);
    const std::string_view head = text.has_value() ? std::string_view(*text).substr(0, 13) : "";
    const bool is_other_schema = head.size() == 13 && head.starts_with("cudaenv-hot ") &&
                                 base::is_digit(head.back()) && head.back() != '1';
    if (is_other_schema) return conf;
    hot::Conf fresh;
    fresh.mode.clear();  // unlike anything stored, so that it is written
    fresh.generation = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(world.now().time_since_epoch()).count());
    return fresh;
}

Result<void> write_conf(const World& world, hot::Conf conf) {
    sys::LockOptions options;
    options.mode = world.config.lock.mode;
    options.timeout = std::chrono::seconds(world.config.lock.timeout_s);
    CUDAENV_TRY(const sys::Lock lock,
                sys::Lock::take(base::Layout::join(world.layout.locks(), "hot.lock"), options));
    CUDAENV_TRY(const hot::Conf present, conf_on_disk(world));
    conf.generation = present.generation + 1;
    return sys::write_file(world.layout.hot_conf(), hot::to_text(conf));
}

// Whether --config or --no-config rule: these hold for one call, hot.conf outlives it.
bool has_passing_config(const World& world) {
    return world.options.no_config || world.options.config_file.has_value();
}

}  // namespace

Result<void> complete(World& world) {
    CUDAENV_TRY(world.config,
                load_config(world.env, world.options.config_file, world.options.no_config));
    CUDAENV_TRY(const std::string root, find_root(world));
    CUDAENV_TRY(check_root(root));
    CUDAENV_TRY(check_arch(world));
    world.layout = base::Layout(root);
    world.cache_dir = side_folder(world, "XDG_CACHE_HOME", ".cache/cudaenv", "cache");
    if (!world.config.cache.dir.empty()) {
        CUDAENV_TRY(world.cache_dir, absolute(world.config.cache.dir));
    }
    world.state_dir = side_folder(world, "XDG_STATE_HOME", ".local/state/cudaenv", "state");
    if (world.env.is_on("CUDAENV_OFFLINE")) world.options.offline = true;
    CUDAENV_TRY(world.config.hot, current_conf(world));  // after an edit by hand
    return {};
}

Result<hot::Conf> current_conf(const World& world) {
    CUDAENV_TRY(hot::Conf present, conf_on_disk(world));
    hot::Conf stored = world.config.stored;
    stored.generation = present.generation;
    if (stored != present && !has_passing_config(world) && sys::is_folder(world.layout.root())) {
        if (write_conf(world, stored)) ++present.generation;  // else read-only: nothing to tell
    }
    hot::Conf effective = world.config.hot;
    effective.generation = present.generation;
    return effective;
}

Result<void> raise_generation(const World& world) {
    CUDAENV_TRY(const hot::Conf present, conf_on_disk(world));
    return write_conf(world, has_passing_config(world) ? present : world.config.stored);
}

Result<catalog::Catalog> load_catalog(const World& world) {
    const std::vector<catalog::Release> learned = usable_releases(world);
    CUDAENV_TRY(const catalog::Catalog files, catalog::load(world.config.catalogs, learned));
    CUDAENV_TRY(const catalog::RedistIndex redist, load_redist(world));
    catalog::Catalog all = catalog::with_archives(files, redist);
    if (may_use_unreviewed(world)) return all;
    std::vector<catalog::Release> reviewed;
    std::ranges::copy_if(all.releases(), std::back_inserter(reviewed),
                         &catalog::Release::is_reviewed);
    return catalog::Catalog(std::move(reviewed), all.serial());
}

std::string platform(const World& world) {
    const std::string named = world.target_arch.empty()
                                  ? world.env.value_or("CUDAENV_OVERRIDE_ARCH", "")
                                  : world.target_arch;
    if (named.empty()) return catalog::platform_of(sys::machine_name());
    // uname calls every 64-bit Arm aarch64; who writes the word means NVIDIA's, a Tegra.
    return named == "aarch64" ? "linux-aarch64" : catalog::platform_of(named);
}

Result<execute::Settings> settings(const World& world) {
    CUDAENV_TRY(hot::Conf conf, current_conf(world));
    execute::Settings out{world.layout, std::move(conf), {},       {},
                          world.now,    world.runner,    world.env};
    const Config& config = world.config;
    out.fetch.jobs = config.net.jobs;
    out.fetch.timeout = std::chrono::seconds(config.net.timeout_s);
    out.fetch.retries = config.net.retries;
    out.fetch.ca_file = config.net.ca_file;
    out.fetch.is_offline = world.options.offline;
    out.fetch.env = world.env;
    out.lock.mode = config.lock.mode;
    out.lock.timeout = std::chrono::seconds(config.lock.timeout_s);
    out.lock.on_wait = [observer = world.observer](const std::string& holder,
                                                   const std::string& purpose) {
        observer->waiting(holder, purpose);
    };
    return out;
}

}  // namespace cudaenv::commands
