// SPDX-License-Identifier: MIT
// The machine that a command judges for: this one, a probe file's, or with facts of another one in
// place of its own; and the tables to judge by.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/world.hpp"
#include "compat/tables.hpp"
#include "probe/collect.hpp"
#include "probe/machine.hpp"

namespace cudaenv::commands {

// --target-…; empty = this machine's. They win over CUDAENV_OVERRIDE_*, those over what was probed.
struct Targets {
    std::string driver;  // 535.183.01
    std::string cc;      // 8.0,9.0
    std::string arch;    // x86_64, sbsa, aarch64, ppc64le
    std::string glibc;   // 2.35
};

// The built-in tables with the compat/ of every catalog folder over them. Errors: usage, damaged,
// and those of files, naming the file.
Result<compat::Tables> load_tables(const World& world);

// Which machine, and how closely it is looked at.
struct Inquiry {
    Targets targets = {};
    probe::Depth depth = probe::Depth::judge;
    // What an earlier look found will do where nothing speaks for a change
    // (commands/remembered.hpp).
    bool may_be_remembered = false;
};

// CUDAENV_PROBE's file in place of all probing (with CUDAENV_SYSROOT the keys that it lacks are
// looked for there), else what probe::collect finds or has found; overrides and targets over it;
// what the tables know of it filled in. Errors: usage (a malformed value, naming its variable or
// option; a probe file that cannot be read).
Result<probe::Machine> machine_of(const World& world, const Inquiry& inquiry,
                                  const compat::Tables& tables);

}  // namespace cudaenv::commands
