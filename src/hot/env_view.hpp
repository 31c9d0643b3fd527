// SPDX-License-Identifier: MIT
// The environment as the kernel hands it over: NAME=VALUE byte strings, looked at in place. The
// shim views its own envp; the big binary views strings made from a sys::Env. Owns nothing.
#pragma once

#include <optional>
#include <string_view>

namespace cudaenv::hot {

class EnvView {
  public:
    // `entries` ends with a null pointer and outlives the view.
    explicit EnvView(const char* const* entries) : entries_(entries) {}

    // nullopt if unset; an empty value is a value.
    std::optional<std::string_view> find(std::string_view name) const;
    // As find, but an empty value counts as unset.
    std::optional<std::string_view> find_filled(std::string_view name) const;

    const char* const* entries() const { return entries_; }

  private:
    const char* const* entries_;
};

}  // namespace cudaenv::hot
