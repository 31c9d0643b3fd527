// SPDX-License-Identifier: MIT
// config.toml (cli.md section 10): option, then environment, then the user's file, then the
// system's. Everything has a default. Sizes in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "commands/settings_file.hpp"
#include "hot/conf.hpp"
#include "sys/env.hpp"
#include "sys/lock.hpp"

namespace cudaenv::commands {

struct Config {
    std::string root;  // as configured; empty = default
    bool use_xdg = false;
    std::string auto_install = "ask";  // never, always
    std::string default_profile = "devel";
    std::string source = "auto";
    std::vector<std::string> catalogs;
    std::vector<std::string> mirrors;
    hot::Conf hot;     // mode, system_roots, ceiling_paths, read_tool_versions, ccbin, [env]
    hot::Conf stored;  // the same as the files alone say it: what hot.conf is made from
    struct Cache {
        std::string dir;
        std::uint64_t max_size_bytes = 20ULL << 30U;
        bool keep_archives = true;
    } cache;
    struct Net {
        unsigned jobs = 4, timeout_s = 30, retries = 5;
        std::string ca_file;
    } net;
    struct LockSettings {
        sys::LockMode mode = sys::LockMode::automatic;
        unsigned timeout_s = 600;
    } lock;
    struct Check {
        std::string driver = "refuse", gpu = "refuse", compiler = "warn", glibc = "warn";
    } check;
    struct Data {
        std::string update = "weekly", unreviewed = "allow", catalog_url, catalog_key;
    } data;
};

// Reads the system's and the user's file, then the environment's CUDAENV_* variables. Errors:
// usage, naming file, line and key (unknown keys with near names).
Result<Config> load_config(const sys::Env& env, const std::optional<std::string>& file,
                           bool no_config);

// The user's config file: $CUDAENV_CONFIG, else $XDG_CONFIG_HOME/cudaenv/config.toml.
std::string config_path(const sys::Env& env);

// What config_value and config_text tell of each key; in the order of the documentation.
std::vector<std::string> config_keys();
// The value of one key in dotted form (`net.jobs`). Errors: usage (no such key, with near names).
Result<SettingValue> config_value(const Config& config, std::string_view key);
// The text of a person as a value of the key: `8`, `true`, `auto`; a list as TOML writes it, or one
// element. Errors: usage.
Result<SettingValue> parse_config_value(std::string_view key, std::string_view text);
// Writes the key into a file (made if absent), keeping everything else of it; nullopt takes the key
// out. Errors: usage, those of files.
Result<void> write_config_value(const std::string& file, std::string_view key,
                                const std::optional<SettingValue>& value);

}  // namespace cudaenv::commands
