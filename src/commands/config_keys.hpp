// SPDX-License-Identifier: MIT
// The one list of the keys of config.toml: name, where its value lives in a Config, and which words
// it may be. Internal to config.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "commands/config.hpp"

namespace cudaenv::commands {

struct SizeSlot {
    std::uint64_t* bytes;  // written "20GiB"
};
using Slot = std::variant<std::string*, bool*, unsigned*, SizeSlot, std::vector<std::string>*,
                          sys::LockMode*, hot::LibraryPathMode*>;

struct ConfigKey {
    std::string_view name;
    Slot (*slot)(Config&);
    std::string_view choices = {};  // separated by blanks; of an enumeration in its order
};

std::span<const ConfigKey> all_config_keys();

// Errors: usage, with near names.
Result<const ConfigKey*> find_config_key(std::string_view name);

// Errors: usage: a value of another kind or not one of the choices.
Result<void> assign(const ConfigKey& key, Config& config, const SettingValue& value);

}  // namespace cudaenv::commands
