// SPDX-License-Identifier: MIT
// JSON text of the values that commands report: compact, bytes that are not UTF-8 replaced.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cudaenv::commands {

inline std::string json_text(const nlohmann::json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace cudaenv::commands
