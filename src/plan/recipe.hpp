// SPDX-License-Identifier: MIT
// Recipes: what a release needs, as wanted Steps. One file per kind of distribution. Pure: what is
// on disk already (cache, free space, installed stacks) comes in as values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "plan/plan.hpp"
#include "plan/wanted.hpp"
#include "store/snapshot.hpp"

namespace cudaenv::plan {

// What the cache says of a file: whole, or how much of its .part is there.
struct CacheState {
    bool is_whole = false;
    std::uint64_t partial_bytes = 0;
};

struct Context {
    std::vector<std::string> mirrors;  // empty = the published addresses
    std::string root;
    std::string cache_dir;
    std::function<CacheState(const std::string& cache_path)> cache;
    std::uint64_t free_bytes = 0;                   // in the root's file system
    std::optional<std::uint64_t> cache_free_bytes;  // if the cache lies on another one
    std::string made_by;
    std::uint64_t catalog_serial = 0;
    bool is_unsettled = false;  // a run was killed: leftovers in staging/, shims or links missing
};

// What a runfile of this size grows to when it is installed: an estimate, 1.7 times as much.
std::uint64_t estimated_unpacked(std::uint64_t archive_bytes);

// What the wanted stack is called: 12.4.1+cudnn8.9.7.
std::string stack_of(const Wanted& wanted);

// All that the stack needs, over the installed stack that is the largest part of it, if there is
// one (and nothing is forced). Errors: unknown_release (no file for the platform), checksum (CE602:
// the catalog has no digest for it), usage and refused for components (catalog::choose).
Result<Install> recipe_for(const Wanted& wanted, const store::Installed& installed,
                           const Context& context);

// The plan to have all of these: skips what is installed and whole (unless forced), adds Rehash,
// sums bytes, checks space (Code::space naming both values; a note if forced).
Result<Plan> make(const std::vector<Wanted>& wanted, const store::Installed& installed,
                  const Context& context);
// Download and verify only.
Result<Plan> make_fetch(const std::vector<Wanted>& wanted, const Context& context);

// What is installed of `stack` put right; `wanted` = how to install it anew, if the catalog knows.
Result<Plan> make_repair(std::string_view stack, const std::optional<Wanted>& wanted,
                         const Context& context);

// "1 runfile", "23 redist archives", "1 runfile and 2 companion archives".
std::string counted(const std::vector<Artifact>& artifacts);
// "1 runfile, 4.1 GiB to fetch, about 7.0 GiB on disk, 212 GiB free in ~/.cudaenv"; `root` as it is
// to be shown.
std::string summary(const Plan& plan, std::string_view root);
// All of it for a person (--dry-run), lines that each end in \n.
std::string to_text(const Plan& plan);
std::string to_json(const Plan& plan);  // one object: the `data` of --json

}  // namespace cudaenv::plan
