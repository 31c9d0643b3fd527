// SPDX-License-Identifier: MIT
// What is said of a combination of machine and stack: plain data. A finding has a stable code, a
// level, what was found, what is needed, why, and complete commands to try.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace cudaenv::compat {

enum class Level { allow, note, warn, refuse };  // printed ok, note, warn, fail

struct Finding {
    std::string code;    // CE101
    std::string reason;  // DRIVER_BELOW_FLOOR; empty = none
    Level level = Level::note;
    std::string title, found, needs, why;
    std::vector<std::string> try_;
    std::vector<std::string> notes;  // lines for people only, not in JSON
    std::string source;              // where the rule is published
};

struct Verdict {
    std::vector<Finding> findings;  // what the person must do first comes first
    Level level() const {
        Level worst = Level::allow;
        for (const Finding& finding : findings) worst = std::max(worst, finding.level);
        return worst;
    }
};

}  // namespace cudaenv::compat
