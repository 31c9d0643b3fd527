// SPDX-License-Identifier: MIT
// Running a Plan: the only place where things happen. fetch ▶ verify ▶ unpack into the store ▶ link
// the view ▶ one rename ▶ record ▶ shims. Interrupted at any point, the next run is right.
#pragma once

#include <string>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "execute/observer.hpp"
#include "fetch/session.hpp"
#include "hot/conf.hpp"
#include "plan/plan.hpp"
#include "sys/clock.hpp"
#include "sys/lock.hpp"
#include "sys/process.hpp"

namespace cudaenv::execute {

struct Settings {
    base::Layout layout;
    hot::Conf conf;
    fetch::Options fetch;
    sys::LockOptions lock;
    sys::Now now;
    sys::Runner runner;  // for the one `nvcc --version` after a commit; may be empty
    sys::Env env;
};

struct InstalledStackReport {
    std::string stack, prefix;
    std::string nvcc_version;  // as nvcc reports it, or empty
    std::string verified_by;
    std::uint64_t bytes = 0;
    bool was_there = false;  // another process finished it while we waited
};

struct Outcome {
    std::vector<InstalledStackReport> installed;
    std::vector<std::string> removed;
    std::uint64_t fetched_bytes = 0;  // over the network in this run
    std::uint64_t freed_bytes = 0;    // by garbage collection
    std::vector<std::string> repaired;
};

// Errors: those of every part; what was complete before the failing step stays.
Result<Outcome> run(const plan::Plan& plan, const Settings& settings, Observer& observer);

}  // namespace cudaenv::execute
