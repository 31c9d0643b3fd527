// SPDX-License-Identifier: MIT
// What a person says on the command line about one command's transfers, and how it lies over the
// config. Shared by install, fetch and verify --repair.
#pragma once

#include <optional>

#include "base/result.hpp"
#include "commands/world.hpp"
#include "fetch/session.hpp"

namespace cudaenv::commands {

struct TransferOptions {
    std::optional<unsigned> jobs;                 // --jobs: connections
    std::optional<unsigned> timeout_s;            // --timeout
    std::optional<unsigned> retries;              // --retries
    fetch::IpVersion ip = fetch::IpVersion::any;  // --ipv4, --ipv6
};

// Settings of the config with what was given over them.
Result<execute::Settings> settings_for(const TransferOptions& options, const World& world);

}  // namespace cudaenv::commands
