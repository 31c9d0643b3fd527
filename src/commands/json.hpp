// SPDX-License-Identifier: MIT
// JSON of commands: text of the values that they report, and values of the files that they keep for
// themselves.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace cudaenv::commands {

// Compact, bytes that are not UTF-8 replaced. Of nlohmann::json and ordered_json alike.
template <typename Value = nlohmann::json>
std::string json_text(const Value& value) {
    return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

// A file of our own in the state folder, which anything may have damaged: a discarded value where
// it is no JSON, or nested deeper than we ever write, which copying would pay with the stack.
inline nlohmann::json kept_json(std::string_view text) {
    constexpr int kMostLevels = 32;
    bool is_too_deep = false;
    const auto watch = [&is_too_deep](int depth, auto /*event*/, const auto& /*parsed*/) {
        is_too_deep = is_too_deep || depth > kMostLevels;
        return !is_too_deep;
    };
    nlohmann::json value = nlohmann::json::parse(text, watch, false);
    return is_too_deep ? nlohmann::json(nlohmann::json::value_t::discarded) : value;
}

}  // namespace cudaenv::commands
