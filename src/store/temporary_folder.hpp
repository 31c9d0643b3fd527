// SPDX-License-Identifier: MIT
// A folder in staging/ that goes with its owner, unless released. What cannot be removed then is
// left to heal.
#pragma once

#include <string>
#include <utility>

#include "base/result.hpp"

namespace cudaenv::store {

class TemporaryFolder {
  public:
    TemporaryFolder() = default;
    // Makes the folder, with the parents that it lacks; `mode` less umask.
    static Result<TemporaryFolder> make(std::string path, unsigned mode);

    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(other.release()) {}
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();

    const std::string& path() const { return path_; }
    // From here on it stays.
    std::string release() { return std::exchange(path_, {}); }

  private:
    std::string path_;
};

}  // namespace cudaenv::store
