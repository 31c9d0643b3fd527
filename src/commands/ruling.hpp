// SPDX-License-Identifier: MIT
// Which version applies here and what of it is installed: the commands' way into hot/, which
// selects and resolves. Adds only the origin to what hot/ says is missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "commands/lookup.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"
#include "hot/delta.hpp"
#include "hot/installed.hpp"
#include "hot/select.hpp"
#include "hot/spoken.hpp"

namespace cudaenv::commands {

using hot::as_written;
using hot::origin_text;

// The version that applies, and what of it is there.
struct Ruling {
    hot::Selection selection;
    std::string origin;                // as people read it; the global file where nothing selects
    std::vector<hot::Found> found;     // in order; `system` where nothing is selected
    std::vector<std::string> missing;  // requests that nothing installed matches
    std::optional<Error> error;        // for the missing ones, naming the origin
};
// Errors: those of hot::select. A version that is not installed is no failure here.
Result<Ruling> find_ruling(const World& world, const Lookup& lookup,
                           std::string_view command_line = {});

// As find_ruling, but a missing version is its error (not_installed).
Result<Ruling> find_whole_ruling(const World& world, const Lookup& lookup,
                                 std::string_view command_line = {});

// `system` without more, which PATH decides; `system:12.2` is a folder like any other.
inline bool is_plain_system(const hot::Found& found) {
    return found.kind == hot::Found::Kind::system && found.name == "system";
}

// Requests of the command line, resolved among installed. Errors: usage, not_installed.
Result<std::vector<hot::Found>> resolve_all(const Lookup& lookup,
                                            const std::vector<std::string>& requests);

// The prefix of each but plain `system`, with its activation file. Errors: damaged.
Result<std::vector<hot::ActivePrefix>> active_prefixes(const std::vector<hot::Found>& found);

// Notes and warnings that selecting had to tell.
std::vector<Message> messages_of(const hot::Selection& selection);

}  // namespace cudaenv::commands
