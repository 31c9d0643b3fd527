// SPDX-License-Identifier: MIT
// JSON text of the values that commands report: compact, bytes that are not UTF-8 replaced.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cudaenv::commands {

// Of nlohmann::json and ordered_json alike.
template <typename Value = nlohmann::json>
std::string json_text(const Value& value) {
    return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

}  // namespace cudaenv::commands
