// SPDX-License-Identifier: MIT
// From an archive's own tree to the tree of an installed toolkit, as /usr/local/cuda-X.Y looks: by
// the runfile's manifest where it carries one, by the folder rules otherwise. Pure, but for .pc
// files, whose new bytes go through the Sink. Errors: integrity, what the Sink returns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/version.hpp"
#include "unpack/payload.hpp"
#include "unpack/sink.hpp"

namespace cudaenv::unpack {

struct LayoutOptions {
    std::string target = "x86_64-linux";  // the folder under targets/
    // Flat archives: the component that the files belong to; empty = what the top folder's name
    // says (cuda_nvcc-linux-x86_64-12.4.131-archive).
    std::string component = {};
    // Flat archives: a companion's LICENSE is kept as licenses/COMPONENT. Those of a toolkit's own
    // archives all say what EULA.txt says and are left out.
    bool is_companion = false;
    // Companions: the toolkit's release. An archive for several CUDAs has a folder for each in its
    // lib/ (10.2, 11, 12): the closest goes to lib/ itself, the others are left out.
    base::Version cuda = {};
    bool is_partial = false;  // components were left out: bin/nvcc may be among them
};

struct Layout {
    // Sorted by path, parents present, each path once, no dangling link.
    std::vector<Node> nodes;
    // What was not laid out as it came, for the person: links that lead nowhere, rules of the
    // manifest that are not understood.
    std::vector<std::string> notes;
};

// NVIDIA's target folder of a platform: linux-x86_64 -> x86_64-linux, linux-sbsa -> sbsa-linux.
std::string target_of(std::string_view platform);

// A runfile without bin/nvcc is refused: it holds no toolkit. Two components that bring different
// bytes for one path: Code::integrity naming both.
Result<Layout> lay_out(const Payload& payload, const LayoutOptions& options, Sink& sink);

// Several laid out archives as one prefix; a path may come twice if it is the same thing.
Result<std::vector<Node>> merge(std::vector<std::vector<Node>> trees);

}  // namespace cudaenv::unpack
