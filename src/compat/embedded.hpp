// SPDX-License-Identifier: MIT
// The built-in tables as text (compat/text_form.hpp), written by cudaenv-embed-tables when
// building.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace cudaenv::compat::embedded {

struct Table {
    std::string_view name;
    std::size_t row_count;
    std::span<const std::string_view> texts;  // several, as compilers limit the size of one
};

extern const std::span<const Table> kTables;

}  // namespace cudaenv::compat::embedded
