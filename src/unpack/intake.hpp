// SPDX-License-Identifier: MIT
// Takes the entries of one payload: decides of each whether it is stored, kept as text, passed over
// or opened in turn, has it checked by the SafeTree and gives its bytes to the Sink.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "unpack/payload.hpp"
#include "unpack/safe_tree.hpp"
#include "unpack/tar.hpp"

namespace cudaenv::unpack {

enum class Route {
    store,      // part of the toolkit
    text,       // kept as text only: manifests
    pass_over,  // nothing that a toolkit needs
    open,       // a runfile inside the runfile
};

// What a runfile's payload path is for, before its bytes are looked at.
Route route_in_runfile(std::string_view path);
// The same inside the inner runfile of the nested era, whose tree is the toolkit itself.
Route route_in_inner_runfile(std::string_view path);
// builds/cuda_nvcc/bin/nvcc -> cuda_nvcc; empty for files directly in builds/.
std::string component_of(std::string_view path);

class Intake {
  public:
    using Router = std::function<Route(std::string_view path)>;
    // Called with an entry to open; fills in a Payload of its own.
    using Opener = std::function<Result<void>(Reader& data, std::uint64_t size_bytes)>;

    struct Settings {
        Router route;
        Opener open;           // may be empty if `route` never says open
        bool has_top = false;  // drop the one top folder from all paths
    };
    Intake(Sink& sink, const Limits& limits, Settings settings)
        : sink_(sink), limits_(limits), settings_(std::move(settings)), tree_(limits) {}

    // Reads one tar to its end. `max_bytes` bounds what an entry may claim.
    Result<void> take_all(TarReader& tar, std::uint64_t max_bytes);

    // Moves what was taken into `payload`.
    Result<void> finish(Payload& payload);

  private:
    Result<void> take(const TarEntry& entry, TarReader& tar, std::uint64_t max_bytes);
    Result<void> take_file(std::string path, const TarEntry& entry, TarReader& tar);
    Result<std::optional<std::string>> inner_path(std::string_view raw, bool is_folder);

    Sink& sink_;
    const Limits& limits_;
    Settings settings_;
    SafeTree tree_;
    std::map<std::string, std::string> texts_, sonames_;
    std::string top_;
    std::uint64_t unpacked_bytes_ = 0;
};

}  // namespace cudaenv::unpack
