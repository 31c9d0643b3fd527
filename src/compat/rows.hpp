// SPDX-License-Identifier: MIT
// What all rows of the compatibility tables share: where they come from and how far to trust them.
#pragma once

#include <string>

namespace cudaenv::compat {

enum class Confidence { low, medium, high };  // a row of low confidence warns, it never refuses

struct Origin {
    std::string source;  // keys of the [sources] table, joined by ", "
    Confidence confidence = Confidence::low;
};

// [sources]: what a key stands for.
struct SourceRow {
    std::string key, text;
};

}  // namespace cudaenv::compat
