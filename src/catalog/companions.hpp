// SPDX-License-Identifier: MIT
// From a companion request (+cudnn9) to the one build that it means for a toolkit and a platform.
// Pure; whether driver and GPU are content is for compat/ to say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/request.hpp"
#include "base/result.hpp"
#include "base/version.hpp"
#include "catalog/redist_index.hpp"

namespace cudaenv::catalog {

// Both point into the index.
struct Companion {
    const RedistRelease* release = nullptr;
    const RedistBuild* build = nullptr;
};

// The names of all companions, sorted.
std::vector<std::string> companion_names(const RedistIndex& index);

// The newest release that matches the request and has a build for the platform and the toolkit; a
// build that the request names (+cudnn8.9.7/cuda11) is taken whatever the toolkit. Errors: usage
// for a name that is no companion (with near ones); unknown_release for a version that is not known
// or not published for the platform; refused if no build fits the toolkit, naming those there are.
Result<Companion> companion_for(const RedistIndex& index, const base::CompanionRequest& request,
                                const base::Version& toolkit, std::string_view platform);

}  // namespace cudaenv::catalog
