// SPDX-License-Identifier: MIT
// Worked cases of compatibility as data (cases/*.json): a machine in the shape of a probe file,
// what is asked of it, and the verdict that the published sources give.
#pragma once

#include <string>
#include <vector>

#include "compat/question.hpp"
#include "compat/verdict.hpp"
#include "probe/machine.hpp"

namespace cudaenv::compat {

// In JSON: {"id", "title", "machine": a probe file's object, "ask": {"toolkit", "cudnn", "use",
// "framework"}, "verdict": "allow|warn|refuse", "reason", "code", "also": [], "may": [], "source"}.
// `toolkit` absent = none, `cudnn` is VERSION or VERSION/BUILD, `use` absent = run.
struct Case {
    std::string id, title, source;
    probe::Machine machine;
    Question question;
    Level verdict = Level::allow;
    std::string reason;             // of the worst level; empty = see code
    std::string code;               // where the facts have no reason of that name (CE302)
    std::vector<std::string> also;  // further reasons that must be found
    std::vector<std::string> may;   // reasons that may be found, or not
};

// The cases of cases/NAME.json. A file that cannot be read is a failure of the test that asks.
std::vector<Case> read_cases(const std::string& name);

// Builds the parts of a question from their texts: 12.4.1; 8.9.7/cuda11; jax[cuda13]==0.8.0.
base::Version a_version(const std::string& text);
Companion a_cudnn(const std::string& text);
Framework a_framework(const std::string& text);

}  // namespace cudaenv::compat
