// SPDX-License-Identifier: MIT
// The environment as a value: read once in main, handed down, changed only as a copy. Names and
// values are bytes.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudaenv::sys {

class Env {
  public:
    using Values = std::map<std::string, std::string, std::less<>>;

    Env() = default;
    explicit Env(Values values) : values_(std::move(values)) {}
    // Env{{"HOME", "/home/me"}, {"LANG", "C"}}
    Env(std::initializer_list<Values::value_type> values) : values_(values) {}

    // A copy of this process's environment. Entries without '=' are left out.
    static Env of_process();

    // nullopt if unset; an empty value is a value.
    std::optional<std::string> find(std::string_view name) const;
    // The value, or `fallback` if unset or empty.
    std::string value_or(std::string_view name, std::string_view fallback) const;
    // Whether it is set to something other than empty, "0", "false", "no", "off".
    bool is_on(std::string_view name) const;

    void set(std::string_view name, std::string_view value);
    void unset(std::string_view name);

    const Values& values() const { return values_; }
    // NAME=VALUE strings in order of name, for execve.
    std::vector<std::string> to_strings() const;

  private:
    Values values_;
};

}  // namespace cudaenv::sys
