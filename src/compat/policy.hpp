// SPDX-License-Identifier: MIT
// What a person wants done about findings: the [check] table of the config, --strict, --build-only.
#pragma once

#include "compat/verdict.hpp"

namespace cudaenv::compat {

enum class Action { refuse, warn, off };  // off = a note

struct Policy {
    Action driver = Action::refuse, gpu = Action::refuse;
    Action compiler = Action::warn, glibc = Action::warn;
    bool is_strict = false;      // warnings become refusals
    bool is_build_only = false;  // findings about driver and GPU become notes
};

// The verdict with the policy's levels. A refusal becomes at most what its kind's action says,
// kinds by code: CE1xx driver, CE2xx gpu, CE301 and CE302 compiler, CE303 and CE304 glibc; others
// stay.
Verdict apply(const Policy& policy, Verdict verdict);

}  // namespace cudaenv::compat
