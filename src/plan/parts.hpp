// SPDX-License-Identifier: MIT
// The kinds of distribution that a stack is put together from, one recipe each. Each adds its
// artifacts to an Install whose receipt tells the stack already. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plan/recipe.hpp"

namespace cudaenv::plan {

// A published file, as any of the catalog's kinds tells of it.
struct Published {
    ArtifactKind kind = ArtifactKind::runfile;
    std::string title;  // for messages: CUDA 12.4.1
    std::string file_name;
    std::vector<std::string> urls;
    std::optional<std::uint64_t> size_bytes;
    std::string sha256, md5;
    std::string component, component_version;
};

// Adds the file as an artifact with the next free id. Errors: unknown_release (no usable address).
Result<void> add_artifact(Install& install, const Published& file, const Context& context);

// Where the bytes of each artifact are (the person's own file, the cache) and what they are
// verified by. Errors: not_found (--from has it not), checksum (no digest is known).
Result<void> locate(Install& install, const Wanted& wanted, const Context& context);

// The release's runfile, without the components that the choice leaves out or `present` has.
Result<void> add_runfile(Install& install, const Wanted& wanted,
                         const std::set<std::string>& present, const Context& context);
// The archives of the chosen components that `present` does not have, largest first.
Result<void> add_redist(Install& install, const Wanted& wanted,
                        const std::set<std::string>& present, const Context& context);
// The archives of one companion.
Result<void> add_companion(Install& install, const WantedCompanion& companion, const Wanted& wanted,
                           const Context& context);

}  // namespace cudaenv::plan
