// SPDX-License-Identifier: MIT
// A companion's archive that the person brought by hand (--from FILE) and that the catalog does not
// know: recognised by what is in it. Nobody published a digest of it: it is installed with --force
// only, and the receipt says so.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/planning.hpp"
#include "commands/world.hpp"
#include "store/snapshot.hpp"

namespace cudaenv::commands {

// What an archive says it is.
struct Identity {
    std::string product;  // cudnn, nccl, tensorrt …
    std::string version;  // 8.9.7
    std::string build;    // cuda12, cuda10.2; empty = it does not tell
};

// Reads the archive for the header that tells a companion and its version. Nothing is written.
// Errors: integrity (no archive, or none of a companion), those of files.
Result<Identity> identify(const std::string& path);

// Adds the archive to the stock as a release of its product. Invalidates pointers into the stock.
// Errors: as identify.
Result<void> add_own_archive(const std::string& path, Stock& stock, const World& world);

// Adds the companions of installed stacks that the stock does not know, as their receipts tell
// them, so that what was brought by hand can be named again. Invalidates pointers into the stock.
void add_installed_companions(const store::Installed& installed, Stock& stock);

}  // namespace cudaenv::commands
