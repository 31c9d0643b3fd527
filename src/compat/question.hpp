// SPDX-License-Identifier: MIT
// What is asked of compat: a stack, and what somebody means to do with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/version.hpp"

namespace cudaenv::compat {

struct Companion {
    std::string name;       // cudnn, nccl …
    base::Version version;  // 8.9.7
    std::string build;      // cuda11, cuda10.2; empty = the one for the toolkit
};

struct Stack {
    std::optional<base::Version> toolkit;  // unset = none (a wheel brings its own)
    std::vector<Companion> companions;
};

enum class Use {
    run,              // run programs that carry machine code
    run_ptx,          // run programs that carry PTX only
    build,            // compile with nvcc
    build_extension,  // compile an extension of the framework with nvcc
};

// `torch==2.4.0+cu124`, `jax[cuda13]==0.8.0`, `tensorflow==2.16.1`.
struct Framework {
    std::string name;     // torch, jax, tensorflow
    std::string version;  // 2.4.0
    std::string variant;  // cu124, cuda13; empty = not said
};

struct Question {
    Stack stack;
    Use use = Use::run;
    std::optional<Framework> framework;
    std::string python;  // 3.12; empty = not known
};

}  // namespace cudaenv::compat
