// SPDX-License-Identifier: MIT
// NVIDIA's list of the redist archives of one release (redistrib_12.4.1.json), of any product, as a
// value. Such a list comes from the network: everything in it is held against a rule before it
// becomes part of a path or an address. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::catalog {

// One archive of a component.
struct RedistArchive {
    std::string platform;     // linux-x86_64, windows-x86_64 …; also linux-all and source
    std::string variant;      // cuda12 …; empty = one for every CUDA that the release serves
    std::string rel_path;     // below the folder of the list
    std::string sha256, md5;  // lower-case hex; md5 may be empty
    std::optional<std::uint64_t> size_bytes;

    friend bool operator==(const RedistArchive&, const RedistArchive&) = default;
};

// One component of the release.
struct Component {
    std::string name;   // cuda_nvcc
    std::string title;  // CUDA NVCC; like the licence empty if the list says nothing
    std::string version, license;
    std::vector<RedistArchive> archives;  // by platform and variant

    friend bool operator==(const Component&, const Component&) = default;
};

// The whole list.
struct Redistrib {
    std::string label, product, date;   // lists from before 2023 have the date only
    std::vector<Component> components;  // by name

    friend bool operator==(const Redistrib&, const Redistrib&) = default;
};

// Parses one list; `name` (its URL or path) is for messages. Keys that are not known are skipped.
// Errors: integrity, with place, value and rule: no JSON, too large, too deep, a key that stands
// twice in one object, a path that leaves the list's folder, a digest or a size that is none.
Result<Redistrib> parse_redistrib(std::string_view json, const std::string& name);

// Null if there is none of the name.
const Component* find_component(const Redistrib& redistrib, std::string_view name);

// The component's archive for a platform: the one of the variant, or else the one for every CUDA.
// Null if there is neither.
const RedistArchive* archive_for(const Component& component, std::string_view platform,
                                 std::string_view variant = {});

// The archive's address, given that of its list.
std::string archive_url(std::string_view list_url, const RedistArchive& archive);

}  // namespace cudaenv::catalog
