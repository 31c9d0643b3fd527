// SPDX-License-Identifier: MIT
// Rows as the text of a manifest: what parse_manifest and parse_product read back as the same.
// Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "catalog/catalog.hpp"
#include "catalog/redist_index.hpp"

namespace cudaenv::catalog {

// toolkits/*.toml. How many sources confirmed a value is not kept.
std::string manifest_text(std::span<const Release> releases);

// redist/PRODUCT.toml; of releases of this product whose archives stand on lists.
std::string product_text(std::string_view product, std::span<const RedistRelease> releases);

}  // namespace cudaenv::catalog
