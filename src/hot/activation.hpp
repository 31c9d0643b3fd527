// SPDX-License-Identifier: MIT
// The activation file of a stack: all that the hot path reads of it (cli.md section 19). Paths in
// it are relative to the prefix.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::hot {

struct Activation {
    std::string toolkit;                                          // 12.4.1
    std::vector<std::pair<std::string, std::string>> companions;  // name, version
    std::string profile;
    std::vector<std::string> bin, lib, pkgconfig, man;
    std::string nvcc;  // bin/nvcc, or empty

    friend bool operator==(const Activation&, const Activation&) = default;
};

// Unknown keys are skipped. Errors: damaged (first line, missing `end`).
Result<Activation> parse_activation(std::string_view text);
std::string to_text(const Activation& activation);

// Of the prefix; one without the file (adopted, path:, system:) gives bin and lib64, else lib.
Result<Activation> read_activation(const std::string& prefix);

// The same, and when the file was last touched (seconds since the epoch; 0 = no file).
struct ReadActivation {
    Activation activation;
    std::int64_t modified_seconds = 0;
};
Result<ReadActivation> read_activation_file(const std::string& prefix);

// Notes that the stack is in use, by the time of its activation file, at most once a day. Silent
// where that cannot be written.
void touch_activation(const std::string& prefix, std::int64_t modified_seconds);

}  // namespace cudaenv::hot
