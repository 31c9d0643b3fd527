// SPDX-License-Identifier: MIT
// What an execution tells while it runs. cli/ makes progress lines of it; tests keep a list.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "compat/verdict.hpp"

namespace cudaenv::execute {

// Calls may come from several threads, but never two at once.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void waiting(std::string_view holder, std::string_view purpose) = 0;
    virtual void fetch_progress(std::string_view name, std::uint64_t done, std::uint64_t total,
                                std::uint64_t resumed) = 0;
    virtual void fetch_retry(std::string_view name, const Error& reason,
                             std::chrono::milliseconds pause) = 0;
    virtual void unpack_progress(std::string_view path, std::uint64_t bytes) = 0;
    // A sentence for the person: "verified 1 runfile (sha256)".
    virtual void said(std::string_view text) = 0;
    virtual void warned(std::string_view text) = 0;
    // What is thought of what is about to be done.
    virtual void found(const compat::Finding& finding) = 0;
};

}  // namespace cudaenv::execute
