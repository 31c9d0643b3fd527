// SPDX-License-Identifier: MIT
// From NVIDIA's own lists to rows of the catalog, for releases that no manifest tells of. What the
// lists do not say is taken from the product's releases that are known; no file name is made up.
// Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "catalog/redist_index.hpp"
#include "catalog/redistrib.hpp"

namespace cudaenv::catalog {

// Which release a list must be of, and where the list lies.
struct ListOrigin {
    std::string product, version, url;
    std::string sha256;  // of the list
};

// The row that a manifest would have, unreviewed: the builds that all its components share. `known`
// are the product's known releases, oldest first: they tell which components are installed (all, if
// it has none of those any more) and which CUDA a build without a name is for. Errors: integrity (a
// list of another product or release, or one with nothing for Linux).
Result<RedistRelease> learned_release(const Redistrib& list, const ListOrigin& origin,
                                      std::span<const RedistRelease> known);

// The installer files that an md5sum.txt names for Linux, at most one for a platform; `folder_url`
// is where they lie. Names are taken as they stand: cuda_13.4.1_linux.run as well as
// cuda_12.4.1_550.54.15_linux_sbsa.run. Lines that are anything else are passed over.
std::vector<Runfile> runfiles_in(std::string_view md5sums, const base::Version& version,
                                 std::string_view folder_url);

}  // namespace cudaenv::catalog
