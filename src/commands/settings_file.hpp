// SPDX-License-Identifier: MIT
// A TOML file as a flat list of settings (`net.jobs`), each with the bytes that it stands in, so
// that one can be changed and the rest of the file kept as a person wrote it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::commands {

// monostate: a value of a kind that no setting has (a date, a list of tables).
using SettingValue =
    std::variant<std::monostate, bool, std::int64_t, std::string, std::vector<std::string>>;

struct Setting {
    std::string key;  // dotted
    SettingValue value;
    std::size_t line = 0;            // from 1
    std::size_t begin = 0, end = 0;  // bytes of the value in the text
    bool is_inline = false;          // inside `{ … }`: cannot be taken out by whole lines
};

// Errors: usage, with `name` and the line in `at`.
Result<std::vector<Setting>> parse_settings(std::string_view text, const std::string& name);

// As TOML writes it.
std::string to_toml(const SettingValue& value);

// `text` with the key set to `value`, or taken out. Errors: usage, if the file is not TOML or is
// written in a way that this function cannot change (it then says where).
Result<std::string> with_setting(const std::string& text, const std::string& name,
                                 std::string_view key, const std::optional<SettingValue>& value);

}  // namespace cudaenv::commands
