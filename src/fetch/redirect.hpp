// SPDX-License-Identifier: MIT
// Where a redirect may lead. At most five in a row, https never down to http, nothing to file.
#pragma once

#include "base/result.hpp"
#include "fetch/http.hpp"

namespace cudaenv::fetch {

// Whether the reply sends us elsewhere.
bool is_redirect(const Reply& reply);

// The next address; `hops` redirects were followed before. Errors: tls (not secure), http (too
// many).
Result<Url> follow(const Url& from, const Reply& reply, unsigned hops);

}  // namespace cudaenv::fetch
