// SPDX-License-Identifier: MIT
// What a person says on the command line about one command's transfers, and how it lies over the
// config. Shared by install, fetch and verify --repair.
#pragma once

#include <optional>

#include "execute/run.hpp"
#include "fetch/session.hpp"

namespace cudaenv::commands {

struct TransferOptions {
    std::optional<unsigned> jobs;                 // --jobs: connections
    std::optional<unsigned> timeout_s;            // --timeout
    std::optional<unsigned> retries;              // --retries
    fetch::IpVersion ip = fetch::IpVersion::any;  // --ipv4, --ipv6
};

// What was not given stays as `settings` has it from the config.
void apply(const TransferOptions& options, execute::Settings& settings);

}  // namespace cudaenv::commands
