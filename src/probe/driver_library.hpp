// SPDX-License-Identifier: MIT
// The driver's own libraries, asked in a child process with a deadline: on a sick GPU they hang,
// and a broken one crashes. Nothing of CUDA is needed to build this.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "probe/machine.hpp"

namespace cudaenv::probe {

// Where to look and how long to wait; the loader's own places come after `folders`.
struct LibraryQuestion {
    std::vector<std::string> folders;
    std::chrono::milliseconds timeout{};
};

// What a library said before it came to its end, or to its time's.
struct LibraryAnswer {
    bool is_loaded = false;
    bool has_timed_out = false;
    bool is_mismatch = false;       // NVML: the loaded kernel module is of another release
    std::string file;               // libcuda: where the loader found it
    std::string driver, cuda;       // 550.54.15, 12.4
    std::optional<unsigned> count;  // of GPUs
    std::vector<Gpu> gpus;          // fewer than `count` if it did not come to its end
};

// NVML: driver, highest CUDA and GPUs.
LibraryAnswer ask_nvml(const LibraryQuestion& question);

// libcuda: its file and the highest CUDA; with `with_gpus` the GPUs too, which initialises CUDA.
LibraryAnswer ask_libcuda(const LibraryQuestion& question, bool with_gpus);

// 12040 is "12.4"; empty if it is no such number.
std::string cuda_of_number(int number);

}  // namespace cudaenv::probe
