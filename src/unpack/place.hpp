// SPDX-License-Identifier: MIT
// Where each path of an archive goes in the installed tree. One rule for each era, all of them
// functions of the path alone, so that the target of a link can be asked for as well.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "unpack/layout.hpp"
#include "unpack/manifest_xml.hpp"

namespace cudaenv::unpack {

// The installed path of an archive's path; empty = the root of the toolkit itself; nullopt = it
// does not go there at all.
using Placement = std::function<std::optional<std::string>(std::string_view path)>;

// The references must outlive the result.
Placement placement_of(const Payload& payload, const LayoutOptions& options,
                       const Manifest& manifest);

// What a redist archive's top folder says: cuda_nvcc-linux-x86_64-12.4.131-archive.
struct TopFolder {
    std::string component;  // empty if it says nothing
    std::string version;
};
TopFolder parse_top_folder(std::string_view top);

}  // namespace cudaenv::unpack
