// SPDX-License-Identifier: MIT
// The rules behind check(), one function for each part of the chain. Each adds what it finds; none
// looks at what another found. What the machine does not tell is not judged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compat/question.hpp"
#include "compat/tables.hpp"
#include "compat/verdict.hpp"
#include "probe/machine.hpp"

namespace cudaenv::compat {

struct Case {
    const Question& question;
    const probe::Machine& machine;
    const Tables& tables;

    bool builds() const {
        return question.use == Use::build || question.use == Use::build_extension;
    }
};

using Findings = std::vector<Finding>;

// A finding that rests on `origin`: a row of low confidence lowers a refusal to a warning.
Finding make_finding(const Case& given, std::string_view code, std::string_view reason, Level level,
                     const Origin& origin);

void judge_platform(const Case& given, Findings& findings);    // Tegra, WSL2: CE701, CE108
void judge_driver(const Case& given, Findings& findings);      // CE101 to CE106
void judge_gpu_driver(const Case& given, Findings& findings);  // CE111
void judge_gpu(const Case& given, Findings& findings);         // CE201, CE202
void judge_cudnn(const Case& given, Findings& findings);       // CE504
void judge_compiler(const Case& given, Findings& findings);    // CE301, CE302
void judge_glibc(const Case& given, Findings& findings);       // CE303, CE304
void judge_framework(const Case& given, Findings& findings);   // CE101, CE501, CE505

// cuda-compat in use: adds what it does, and says whether it stands in for a newer driver.
bool judge_forward_compat(const Case& given, Findings& findings);  // CE106

// Words for texts: "NVIDIA GeForce RTX 4090 (8.9)", "compute capability 8.9".
std::string words_of(const probe::Gpu& gpu);
// The GPUs of the machine whose capability is known.
std::vector<probe::Gpu> known_gpus(const probe::Machine& machine);
// "driver 550.54.15", "Windows driver 552.44".
std::string driver_words(const probe::Machine& machine);

}  // namespace cudaenv::compat
