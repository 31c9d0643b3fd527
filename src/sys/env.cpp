// SPDX-License-Identifier: MIT
#include "sys/env.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace cudaenv::sys {

Env Env::of_process() {
    Env env;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) continue;
        // As getenv: the first of a repeated name counts.
        env.values_.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return env;
}

std::optional<std::string> Env::find(std::string_view name) const {
    const auto place = values_.find(name);
    if (place == values_.end()) return std::nullopt;
    return place->second;
}

std::string Env::value_or(std::string_view name, std::string_view fallback) const {
    const auto place = values_.find(name);
    const bool is_filled = place != values_.end() && !place->second.empty();
    return is_filled ? place->second : std::string(fallback);
}

bool Env::is_on(std::string_view name) const {
    constexpr std::array<std::string_view, 5> kOff{"", "0", "false", "no", "off"};
    const std::string value = base::to_lower(find(name).value_or(""));
    return std::find(kOff.begin(), kOff.end(), value) == kOff.end();
}

void Env::set(std::string_view name, std::string_view value) {
    values_.insert_or_assign(std::string(name), std::string(value));
}

void Env::unset(std::string_view name) {
    const auto place = values_.find(name);
    if (place != values_.end()) values_.erase(place);
}

std::vector<std::string> Env::to_strings() const {
    std::vector<std::string> entries;
    entries.reserve(values_.size());
    for (const auto& [name, value] : values_) entries.push_back(name + "=" + value);
    return entries;
}

}  // namespace cudaenv::sys
