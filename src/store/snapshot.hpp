// SPDX-License-Identifier: MIT
// What is installed, with receipts: plain data for plan::make and for the commands that tell.
// Reads only; takes no lock, opens no SQLite.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/receipt.hpp"

namespace cudaenv::store {

struct InstalledStack {
    std::string name;
    std::string prefix;
    Receipt receipt;
    bool is_shared = false;  // in a system root: not ours to change
};

struct AdoptedToolkit {
    std::string name;
    std::string target;  // absolute folder
};

struct Installed {
    std::vector<InstalledStack> stacks;  // by version, then name
    std::vector<AdoptedToolkit> adopted;
    std::vector<std::string> incomplete;  // folders in versions/ without a receipt
    std::vector<std::string> damaged;     // stacks whose receipt cannot be read
    const InstalledStack* find(std::string_view name) const;
};

Result<Installed> snapshot(const base::Layout& layout,
                           const std::vector<std::string>& system_roots = {});

// Moves the links/ folder to what is installed: one link per line, to the newest plain stack, and
// one per alias (name, stack).
Result<void> refresh_links(const base::Layout& layout,
                           const std::vector<std::pair<std::string, std::string>>& aliases);

// Adoption: a link versions/NAME -> target. Errors: usage (name taken), files.
Result<void> adopt(const base::Layout& layout, std::string_view name, const std::string& target);
Result<void> drop_adopted(const base::Layout& layout, std::string_view name);

}  // namespace cudaenv::store
