// SPDX-License-Identifier: MIT
// Every path under the root, one function each. Paths are bytes, absolute, without a slash at the
// end. Nothing here touches the disk.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace cudaenv::base {

// The name of the version file that a project carries.
inline constexpr std::string_view kVersionFile = ".cuda-version";
// The folder of ours inside a prefix.
inline constexpr std::string_view kMetaFolder = ".cudaenv";
// What the shim is called; the other shims are hard links to it.
inline constexpr std::string_view kShimName = "cudaenv-shim";

class Layout {
  public:
    explicit Layout(std::string root) : root_(std::move(root)) {}

    const std::string& root() const { return root_; }
    std::string versions() const { return root_ + "/versions"; }
    std::string prefix(std::string_view stack) const { return join(versions(), stack); }
    std::string links() const { return root_ + "/links"; }
    std::string shims() const { return root_ + "/shims"; }
    std::string shim() const { return join(shims(), kShimName); }
    std::string objects() const { return root_ + "/store/objects"; }
    std::string staging() const { return root_ + "/staging"; }
    std::string locks() const { return root_ + "/locks"; }
    std::string stack_lock(std::string_view stack) const {
        return join(locks(), std::string(stack) + ".lock");
    }
    std::string store_lock() const { return join(locks(), "store.lock"); }
    std::string shims_lock() const { return join(locks(), "shims.lock"); }
    std::string hot_conf() const { return root_ + "/hot.conf"; }
    std::string global_version() const { return root_ + "/version"; }
    std::string aliases() const { return root_ + "/aliases"; }
    std::string database() const { return root_ + "/state.db"; }
    std::string plugins() const { return root_ + "/plugins"; }
    std::string hooks() const { return root_ + "/hooks"; }

    // Files of ours inside any prefix.
    static std::string meta(std::string_view prefix) { return join(prefix, kMetaFolder); }
    static std::string activation(std::string_view prefix) {
        return join(meta(prefix), "activate");
    }
    static std::string file_list(std::string_view prefix) { return join(meta(prefix), "files"); }
    static std::string receipt(std::string_view prefix) {
        return join(meta(prefix), "receipt.json");
    }

    static std::string join(std::string_view folder, std::string_view name) {
        std::string path;
        path.reserve(folder.size() + 1 + name.size());
        return path.append(folder).append(1, '/').append(name);
    }

  private:
    std::string root_;
};

}  // namespace cudaenv::base
