// SPDX-License-Identifier: MIT
// From an archive's own tree to the tree of an installed toolkit, as /usr/local/cuda-X.Y looks
// (formats.md sections 2.1, 2.2, 4.1): by the runfile's manifest where it carries one, by the
// folder rules otherwise. Pure, but for .pc files, whose new bytes go through the Sink.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "unpack/payload.hpp"
#include "unpack/sink.hpp"

namespace cudaenv::unpack {

struct LayoutOptions {
    std::string target = "x86_64-linux";  // the folder under targets/
    std::string version;                  // 12.4.1: names of generated .pc files
};

// NVIDIA's target folder of a platform: linux-x86_64 -> x86_64-linux, linux-sbsa -> sbsa-linux.
std::string target_of(std::string_view platform);

// The installed tree, sorted by path, parents present, each path once, no dangling link. Two
// components that bring different bytes for one path: Code::integrity naming both.
Result<std::vector<Node>> lay_out(const Payload& payload, const LayoutOptions& options, Sink& sink);

}  // namespace cudaenv::unpack
