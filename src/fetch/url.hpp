// SPDX-License-Identifier: MIT
// URLs taken apart: which server is asked, by which proxy, and what of it may be shown. Percent
// coding is kept as it is but in `path` of file URLs and in `user_info`.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "sys/env.hpp"

namespace cudaenv::fetch {

struct Url {
    std::string scheme;     // lower case
    std::string host;       // as in the URL: [::1] has its brackets
    std::string port;       // also where it is the scheme's own
    std::string path;       // decoded
    std::string user_info;  // "user:password", decoded, or empty
    std::string text;       // the whole, without user and password

    bool is_file() const { return scheme == "file"; }
};

// Errors: usage, for what is no http, https or file URL.
Result<Url> parse_url(const std::string& text);

// Scheme, host and port are equal: what credentials are for.
bool is_same_server(const Url& left, const Url& right);

// The proxy for it by http_proxy, https_proxy, all_proxy and their upper-case forms (lower case
// first, as curl); empty = none. NO_PROXY is not looked at here: curl knows its grammar.
std::string proxy_for(const Url& url, const sys::Env& env);
std::string no_proxy(const sys::Env& env);

}  // namespace cudaenv::fetch
