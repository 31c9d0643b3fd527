// SPDX-License-Identifier: MIT
#include "commands/pin.hpp"

#include "hot/version_file.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

Result<void> write_pin(const std::string& path, std::string_view requests) {
    Result<std::string> old = sys::read_file(path, hot::kVersionFileLimitBytes);
    if (!old.has_value() && old.error().code != Code::not_found) {
        return tl::unexpected(std::move(old).error());
    }
    return sys::write_file(path, hot::with_requests(old.value_or(std::string()), requests));
}

}  // namespace cudaenv::commands
