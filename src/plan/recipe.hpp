// SPDX-License-Identifier: MIT
// Recipes: what a release needs, as wanted Steps. One file per kind of distribution. Pure: what is
// on disk already (cache, free space, installed stacks) comes in as values.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/request.hpp"
#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "plan/plan.hpp"
#include "store/snapshot.hpp"

namespace cudaenv::plan {

// What the cache says of a file: whole, or how much of its .part is there.
struct CacheState {
    bool is_whole = false;
    std::uint64_t partial_bytes = 0;
};

struct Wanted {
    const catalog::Release* release = nullptr;
    std::string requested;  // as the person wrote it
    std::string platform;   // linux-x86_64
    bool force = false;
    bool keep_archives = true;
    bool build_only = false;
};

struct Context {
    std::vector<std::string> mirrors;  // empty = the published addresses
    std::string cache_dir;
    std::function<CacheState(const std::string& cache_path)> cache;
    std::uint64_t free_bytes = 0;
    std::string made_by;
    std::uint64_t catalog_serial = 0;
};

// The release's runfile. Errors: unknown_release (no file for the platform), checksum (CE602: the
// catalog has no digest for it).
Result<Install> runfile_recipe(const Wanted& wanted, const Context& context);

// The plan to have all of these: skips what is installed and whole (unless forced), adds Rehash,
// sums bytes, checks space (Code::space naming both values).
Result<Plan> make(const std::vector<Wanted>& wanted, const store::Installed& installed,
                  const Context& context);
// Download and verify only.
Result<Plan> make_fetch(const std::vector<Wanted>& wanted, const Context& context);

std::string to_text(const Plan& plan);
std::string to_json(const Plan& plan);  // one object: the `data` of --json

}  // namespace cudaenv::plan
