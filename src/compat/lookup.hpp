// SPDX-License-Identifier: MIT
// Questions to the tables that several rules ask. Pure; pointers are into the tables, null = no
// row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/version.hpp"
#include "compat/tables.hpp"
#include "probe/machine.hpp"

namespace cudaenv::compat {

// Driver numbers and the like: by number, missing parts as 0. A text that is no number is below
// all.
std::strong_ordering compare_texts(std::string_view left, std::string_view right);

// Whether the machine's driver is counted in the Windows column (WSL2, Windows).
bool has_windows_driver(const probe::Machine& machine);

// The branch that a driver belongs to: Linux numbers begin with it, of Windows numbers (474.xx is
// R470) it is the nearest at or below. 0 if the text is no number.
unsigned branch_of(const Tables& tables, std::string_view driver);

// What the release needs of the driver for all that it can do: its own row, else that of the
// release before it in its line. `driver` is empty where nothing was published.
struct DriverNeed {
    std::string driver;
    Origin origin;
};
DriverNeed own_driver(const Tables& tables, const base::Version& toolkit, bool is_windows);
// The least driver that runs any release of the major; before CUDA 11 that is the release's own.
DriverNeed driver_floor(const Tables& tables, const base::Version& toolkit, bool is_windows);

// The highest CUDA of a driver; 0 parts = not known.
base::Version ceiling_of(const Tables& tables, const probe::Driver& driver);

// The row of the release's line, or of the nearest line before it (then `is_exact` is false, and
// what it says is a guess).
struct TargetsFound {
    const TargetsRow* row = nullptr;
    bool is_exact = false;
};
TargetsFound targets_of(const Tables& tables, const base::Version& toolkit);
struct CompilerFound {
    const CompilerRow* row = nullptr;
    bool is_exact = false;
};
CompilerFound compilers_of(const Tables& tables, const base::Version& toolkit);

// 8.6 of sm_86 and compute_86, 10.3 of sm_103, 9.0 of sm_90a; 0 parts for other texts.
base::Version capability_of(std::string_view target);
// sm_86 of 8.6.
std::string target_of(const base::Version& capability);

bool is_tegra(const Tables& tables, const base::Version& capability);

// What the keys of a row's source stand for: "NVIDIA …; spack …".
std::string source_text(const Tables& tables, std::string_view keys);

}  // namespace cudaenv::compat
