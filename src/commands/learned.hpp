// SPDX-License-Identifier: MIT
// What `update` learned of releases that are newer than this program: a folder in the schema of
// manifests/, catalogs/learned in the cache folder, whole or not there. Its rows are unreviewed and
// lie between the built-in catalog and the person's own ones.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "catalog/redist_index.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct Learned {
    std::vector<catalog::Release> releases;
    std::vector<catalog::RedistRelease> redist;

    bool is_empty() const { return releases.empty() && redist.empty(); }
};

// Where catalogs of ours lie in the cache folder; `cache clear` and `prune` leave it alone.
inline constexpr std::string_view kCatalogsFolder = "catalogs";
std::string learned_folder(const World& world);

// All of it, whatever the config thinks of unreviewed rows; empty if there is none. Errors: damaged
// (what is there cannot be read; the next update writes it anew).
Result<Learned> read_learned(const World& world);

// Puts it in the place of what is there, in one step. The caller holds the lock of update. Errors:
// bug (what was written cannot be read), those of files.
Result<void> write_learned(const Learned& learned, const World& world);

// Forgets what a program that is newer than the rows knows by itself.
void forget_built_in(Learned& learned);

// What resolving may use: nothing under [data] unreviewed = "deny". One that cannot be read counts
// as absent, with a warning.
std::vector<catalog::Release> usable_releases(const World& world);

// The index of redist archives with what was learned and the overlays of CUDAENV_CATALOG or the
// config; without unreviewed rows if these are denied. Errors: those of catalog::load.
Result<catalog::RedistIndex> load_redist(const World& world);

// Whether [data] unreviewed lets rows be used that nobody has reviewed.
bool may_use_unreviewed(const World& world);

}  // namespace cudaenv::commands
