// SPDX-License-Identifier: MIT
// A framework's wheel, whatever framework it is of: what the tables of PyTorch, JAX and TensorFlow
// say in one shape.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compat/question.hpp"
#include "compat/tables.hpp"

namespace cudaenv::compat {

struct Wheel {
    std::string name;    // torch 2.4.0+cu124, jax[cuda13] 0.8.0
    base::Version cuda;  // what it was built for; one part = the major is all there is
    std::vector<std::string> targets;   // sm_80 …, compute_90; empty = not known
    std::string driver_floor;           // empty = not known
    std::vector<std::string> pythons;   // 3.10 …; empty: `python_words` alone tells
    std::string python_words;           // for people: "3.10, 3.11" or ">=3.11"; empty = not known
    std::string install;                // the pip command that brings it
    std::vector<std::string> variants;  // those of the release, if this one is none of them
    Origin origin;
};

// The wheel that is meant; one of an unknown release of a known line stands for it. Nullopt if the
// tables hold nothing.
std::optional<Wheel> wheel_of(const Tables& tables, const Framework& framework, bool is_windows);

// Whether the wheel is published for a Python (3.12, 3.12.4, 3.13t); true if that is not known.
bool allows_python(const Wheel& wheel, std::string_view python);

// Other variants of the same release, newest CUDA first, then other releases, newest first: what
// advice looks through.
std::vector<Framework> alternatives(const Tables& tables, const Framework& framework);

}  // namespace cudaenv::compat
