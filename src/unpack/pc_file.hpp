// SPDX-License-Identifier: MIT
// pkg-config files that work wherever the prefix lies: NVIDIA's name /usr/local/cuda-X.Y, and
// runfiles only list the ones that their installer would write.
#pragma once

#include <string>
#include <string_view>

#include "unpack/manifest_xml.hpp"

namespace cudaenv::unpack {

// The folder that all .pc files of a prefix lie in.
inline constexpr std::string_view kPcFolder = "pkg-config";

// `text` with `cudaroot=` leading from `path`, the file's place in the prefix, to its top.
std::string relocated_pc(std::string_view text, std::string_view path);

// The library that a manifest's .pc file is about: cudart-12.4.pc -> cudart, 12.4. An empty name if
// the file's name is of another form.
struct PcName {
    std::string library, version;
};
PcName parse_pc_name(std::string_view name);

// The text of such a file; `target` is the folder under targets/.
std::string generated_pc(const Manifest::PcFile& file, std::string_view target);

}  // namespace cudaenv::unpack
