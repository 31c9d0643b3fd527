// SPDX-License-Identifier: MIT
// Releases, wishes and contexts for the plan tests; each test changes what it is about.
#pragma once

#include <string>
#include <utility>

#include "plan/recipe.hpp"

namespace cudaenv::plan {

inline constexpr std::uint64_t kGiB = 1ULL << 30U;

inline catalog::Release a_release(const std::string& version = "12.4.1") {
    catalog::Runfile file;
    file.platform = "linux-x86_64";
    file.file_name = "cuda_" + version + "_linux.run";
    file.urls = {"https://developer.download.nvidia.com/compute/cuda/" + version + "/" +
                 file.file_name};
    file.size_bytes = 4 * kGiB;
    file.sha256 = std::string(64, 'a');
    catalog::Release release;
    release.version = *base::parse_version(version);
    release.runfiles.push_back(std::move(file));
    return release;
}

inline Wanted a_wish(const catalog::Release& release, const std::string& requested = "12.4.1") {
    Wanted wanted;
    wanted.release = &release;
    wanted.requested = requested;
    wanted.platform = "linux-x86_64";
    return wanted;
}

inline Context a_context() {
    Context context;
    context.root = "/home/me/.cudaenv";
    context.cache_dir = "/home/me/.cache/cudaenv";
    context.cache = [](const std::string&) { return CacheState(); };
    context.free_bytes = 200 * kGiB;
    context.made_by = "1.2.3";
    context.catalog_serial = 41;
    return context;
}

inline store::Installed installed_with(const std::string& stack) {
    store::Installed installed;
    store::InstalledStack& entry = installed.stacks.emplace_back();
    entry.name = stack;
    entry.prefix = "/home/me/.cudaenv/versions/" + stack;
    return installed;
}

}  // namespace cudaenv::plan
