// SPDX-License-Identifier: MIT
// `cudaenv shims` and `rehash`: the programs that stand in shims/.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct ShimsRequest {
    bool short_names = false;  // --short
};
struct RehashRequest {};

Result<Report> shims(const ShimsRequest& request, const World& world);
// Makes shims/ and links/ follow what is installed. Errors: refused (a before_rehash hook), locked,
// those of files.
Result<Report> rehash(const RehashRequest& request, const World& world);

// The same without hooks. Called when an alias changes, too: links/ holds one for each.
Result<void> renew_shims(const World& world);

}  // namespace cudaenv::commands
