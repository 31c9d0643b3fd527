// SPDX-License-Identifier: MIT
#include "compat/embedded.hpp"
#include "compat/tables.hpp"
#include "compat/text_form.hpp"

namespace cudaenv::compat {

Tables builtin_tables() {
    Tables tables;
    for (const auto& [name, row_count, texts] : embedded::kTables) {
        add_text(tables, name, row_count, texts);
    }
    return tables;
}

}  // namespace cudaenv::compat
