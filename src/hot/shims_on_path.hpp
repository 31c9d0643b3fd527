// SPDX-License-Identifier: MIT
// The shims folder in a value of PATH. Other ways to it and other cudaenvs' folders are known by
// the cudaenv-shim in them.
#pragma once

#include <optional>
#include <string>

namespace cudaenv::hot {

// In front, unless it stands somewhere already.
void put_shims(std::optional<std::string>& path, const std::string& shims);

// Takes out this and every other shims folder.
void remove_shims(std::optional<std::string>& path, const std::string& shims);

}  // namespace cudaenv::hot
