// SPDX-License-Identifier: MIT
// An Observer that keeps what it was told.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "execute/observer.hpp"

namespace cudaenv::test {

class Recorder : public execute::Observer {
  public:
    void waiting(std::string_view holder, std::string_view /*purpose*/) override {
        waits.emplace_back(holder);
    }
    void fetch_progress(std::string_view /*name*/, std::uint64_t done, std::uint64_t /*total*/,
                        std::uint64_t resumed) override {
        fetched = done;
        resumed_from = std::max(resumed_from, resumed);
    }
    void fetch_retry(std::string_view name, const Error& /*reason*/,
                     std::chrono::milliseconds /*pause*/) override {
        retries.emplace_back(name);
    }
    void unpack_progress(std::string_view path, std::uint64_t /*bytes*/) override {
        unpacked.emplace_back(path);
    }
    void said(std::string_view text) override { sentences.emplace_back(text); }
    void warned(std::string_view text) override { warnings.emplace_back(text); }
    void found(const compat::Finding& finding) override { findings.push_back(finding); }

    std::vector<std::string> waits, retries, unpacked, sentences, warnings;
    std::vector<compat::Finding> findings;
    std::uint64_t fetched = 0, resumed_from = 0;
};

}  // namespace cudaenv::test
