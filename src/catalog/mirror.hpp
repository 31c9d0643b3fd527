// SPDX-License-Identifier: MIT
// How a published URL is found on mirrors, and where its file lies in a cache or a mirror folder.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudaenv::catalog {

// The host that mirrors stand for.
inline constexpr std::string_view kNvidiaHost = "https://developer.download.nvidia.com";

// The URL's path below the host, without query, percent-decoded: where the file lies in the cache,
// in `mirror create DIR` and below a mirror's URL. Never begins with '/', never has an empty, `.`
// or
// `..` part or a control byte: empty if the URL would give such a path, is malformed, or names no
// file (no path, or one that ends in '/'). Doubled slashes count as one.
std::string path_below_host(std::string_view url);

// The addresses to try, in order, each once: for each mirror its URL joined with the path; a mirror
// that is kNvidiaHost gives the published URLs themselves. No mirrors = the published URLs. Mirrors
// stand for NVIDIA's hosts only: a file published elsewhere is asked for there, after them.
std::vector<std::string> addresses(std::span<const std::string> urls,
                                   std::span<const std::string> mirrors);

}  // namespace cudaenv::catalog
