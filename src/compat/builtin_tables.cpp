// SPDX-License-Identifier: MIT
#include "compat/embedded.hpp"
#include "compat/tables.hpp"
#include "compat/text_form.hpp"

namespace cudaenv::compat {

Tables builtin_tables() {
    Tables tables;
    for (const auto& [table, lines] : embedded::kBlocks) add_text(tables, table, lines);
    return tables;
}

}  // namespace cudaenv::compat
