// SPDX-License-Identifier: MIT
// What is installed, with receipts: plain data for plan::make and for the commands that tell; and
// the symbolic links that name it, adopted toolkits and links/. A snapshot reads only, takes no
// lock and opens no SQLite.
#pragma once

#include <string>
#include <string_view>
#include <utility>
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
    std::string target;  // as the link says; it may lead nowhere
};

struct Installed {
    std::vector<InstalledStack> stacks;   // by version, then name
    std::vector<AdoptedToolkit> adopted;  // by name
    std::vector<std::string> incomplete;  // folders named as stacks, without a receipt
    std::vector<std::string> damaged;     // stacks whose receipt cannot be read or is another's
    const InstalledStack* find(std::string_view name) const;
};

// Of the root, and of system roots what the root does not have under that name. Roots that do not
// exist, and system roots that may not be read, are empty. Anything else in versions/ is nobody's.
Result<Installed> snapshot(const base::Layout& layout,
                           const std::vector<std::string>& system_roots = {});

// Moves the links/ folder to what is installed: one link per line, to the stack that a request for
// the line selects, and one per alias (name, stack or adopted toolkit). Each is moved in one step;
// those of ours that lead to nothing go, anything else in links/ stays. links/ itself may not be a
// symbolic link: files. The caller holds
// locks/shims.lock, or else the last of two at once may put back what the first saw.
Result<void> refresh_links(const base::Layout& layout,
                           const std::vector<std::pair<std::string, std::string>>& aliases);

// Adoption: a link versions/NAME -> target. Errors: usage (no fit name, name taken, our own
// folder), not_found (no such folder), files.
Result<void> adopt(const base::Layout& layout, std::string_view name, const std::string& target);
// Takes the link away, nothing else. Errors: not_installed, usage (not an adopted toolkit).
Result<void> drop_adopted(const base::Layout& layout, std::string_view name);

}  // namespace cudaenv::store
