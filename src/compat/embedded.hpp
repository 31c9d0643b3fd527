// SPDX-License-Identifier: MIT
// The built-in tables as text (compat/text_form.hpp), written by cudaenv-embed-tables when
// building.
#pragma once

#include <span>
#include <string_view>

namespace cudaenv::compat::embedded {

// Rows of one table; a long table is in several.
struct Block {
    std::string_view table, lines;
};

extern const std::span<const Block> kBlocks;

}  // namespace cudaenv::compat::embedded
