// SPDX-License-Identifier: MIT
#include "commands/config.hpp"

#include <array>
#include <filesystem>

#include "base/places.hpp"
#include "base/text.hpp"
#include "commands/config_keys.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

std::string expand_home(const std::string& path, const sys::Env& env) {
    if (path != "~" && !path.starts_with("~/")) return path;
    return env.value_or("HOME", "~") + path.substr(1);
}

void expand_paths(Config& config, const sys::Env& env) {
    for (std::string* path :
         {&config.root, &config.cache.dir, &config.net.ca_file, &config.hot.ccbin})
        *path = expand_home(*path, env);
    for (auto* list : {&config.catalogs, &config.hot.system_roots, &config.hot.ceilings}) {
        for (std::string& path : *list) path = expand_home(path, env);
    }
}

Result<void> apply_file(Config& config, const std::string& path, bool must_exist) {
    const auto text = sys::read_file(path, 1U << 20U);
    const bool is_absent = !text && text.error().code == Code::not_found;
    if (is_absent && !must_exist) return {};
    if (is_absent) return fail(Code::usage, "no such config file").at(path);
    if (!text) return tl::unexpected(text.error());
    CUDAENV_TRY(const auto settings, parse_settings(*text, path));
    for (const Setting& setting : settings) {
        const auto key = find_config_key(setting.key);
        auto done = key ? assign(**key, config, setting.value) : tl::unexpected(key.error());
        if (done) continue;
        done.error().at = path + ":" + std::to_string(setting.line);
        return done;
    }
    return {};
}

enum class EnvKind { text, colons, blanks };
struct EnvKey {
    std::string_view variable, key;
    EnvKind kind = EnvKind::text;
};
constexpr std::array kEnvKeys{
    EnvKey{"CUDAENV_CATALOG", "catalogs", EnvKind::colons},
    EnvKey{"CUDAENV_CACHE_DIR", "cache.dir"},
    EnvKey{"CUDAENV_MIRROR", "mirrors", EnvKind::blanks},
    EnvKey{"CUDAENV_JOBS", "net.jobs"},
    EnvKey{"CUDAENV_TIMEOUT", "net.timeout"},
    EnvKey{"CUDAENV_RETRIES", "net.retries"},
    EnvKey{"CUDAENV_CA_FILE", "net.ca_file"},
    EnvKey{"CUDAENV_LOCK_TIMEOUT", "lock.timeout"},
    EnvKey{"CUDAENV_AUTO_INSTALL", "auto_install"},
    EnvKey{"CUDAENV_SYSTEM_ROOTS", "system_roots", EnvKind::colons},
};

Result<SettingValue> value_of_variable(const EnvKey& row, std::string_view text) {
    if (row.kind == EnvKind::text) return parse_config_value(row.key, text);
    std::vector<std::string> list;
    for (const auto piece :
         row.kind == EnvKind::colons ? base::split(text, ':') : base::words(text)) {
        if (!piece.empty()) list.emplace_back(piece);
    }
    return SettingValue{list};
}

Result<void> apply_environment(Config& config, const sys::Env& env) {
    for (const EnvKey& row : kEnvKeys) {
        const std::string text = env.value_or(row.variable, "");
        if (text.empty()) continue;
        CUDAENV_TRY(const ConfigKey* key, find_config_key(row.key));
        const auto value = value_of_variable(row, text);
        auto done = value ? assign(*key, config, *value) : tl::unexpected(value.error());
        if (done) continue;
        done.error().at = row.variable;
        return done;
    }
    return {};
}

}  // namespace

std::string config_path(const sys::Env& env) {
    const std::string given = env.value_or("CUDAENV_CONFIG", "");
    if (!given.empty()) return given;
    return base::user_config(env.value_or("XDG_CONFIG_HOME", ""), env.value_or("HOME", ""));
}

Result<Config> load_config(const sys::Env& env, const std::optional<std::string>& file,
                           bool no_config) {
    Config config;
    config.mirrors = {"https://developer.download.nvidia.com"};
    // The usual shared root counts only where it is: the hot path shall not look for it in vain.
    if (sys::is_folder(std::string(base::kSharedRoot)))
        config.hot.system_roots = {std::string(base::kSharedRoot)};
    if (!no_config) {
        CUDAENV_TRY(apply_file(config, std::string(base::kSystemConfig), false));
        const std::string path = file ? *file : config_path(env);
        const bool is_named = file || !env.value_or("CUDAENV_CONFIG", "").empty();
        if (!path.empty()) CUDAENV_TRY(apply_file(config, path, is_named));
    }
    expand_paths(config, env);
    config.stored = config.hot;
    CUDAENV_TRY(apply_environment(config, env));
    return config;
}

Result<void> write_config_value(const std::string& file, std::string_view key,
                                const std::optional<SettingValue>& value) {
    auto text = sys::read_file(file, 1U << 20U);
    if (!text && text.error().code != Code::not_found) return tl::unexpected(text.error());
    CUDAENV_TRY(const std::string edited, with_setting(text.value_or(""), file, key, value));
    if (text && edited == *text) return {};
    if (!text && !value) return {};
    CUDAENV_TRY(sys::make_folders(std::filesystem::path(file).parent_path().string()));
    return sys::write_file(file, edited);
}

}  // namespace cudaenv::commands
