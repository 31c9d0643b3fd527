// SPDX-License-Identifier: MIT
// Which lists of redist archives a folder holds, read from the page that a server makes of the
// folder, or from the names of its files. A page comes from the network: only links to files right
// in the folder count, and no link is followed. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::catalog {

// Of redistrib_12.4.1.json the 12.4.1.
struct Listing {
    std::vector<std::string> versions;  // by number, each once
    std::size_t elsewhere = 0;          // links to lists on other hosts or in other folders
};

// The links of an HTML page; `url` is the page's own, ending in '/'. As NVIDIA, nginx, Apache and
// Python write them: bare names, ./name, whole paths and whole URLs. Errors: integrity, for a page
// without any such list (an error page, a login) and for one with more than there can be.
Result<Listing> parse_listing(std::string_view page, const std::string& url);

// The same of the names in a folder. Errors: as above.
Result<Listing> listing_of(std::span<const std::string> names, const std::string& folder);

}  // namespace cudaenv::catalog
