// SPDX-License-Identifier: MIT
// A small text from the first URL that has it, in memory. Redirects, tries and refusals as for
// files. Errors: as Session::run; damaged if the text is longer than the limit.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "fetch/http.hpp"

namespace cudaenv::fetch {

struct TextQuestion {
    const std::vector<std::string>& urls;
    std::size_t limit_bytes;
};

Result<std::string> fetch_text(Requests& requests, const Options& options,
                               const TextQuestion& question);

}  // namespace cudaenv::fetch
