// SPDX-License-Identifier: MIT
// What kind of system this is: distribution, kernel, WSL2, Tegra, container and C library. Read
// from files alone; what no file tells of this machine, the kernel and the C library are asked.
#pragma once

#include <optional>
#include <string>

#include "probe/machine.hpp"
#include "probe/root.hpp"
#include "sys/env.hpp"

namespace cudaenv::probe {

// Kind, distribution, kernel and architecture.
Os find_os(const Root& root, const sys::Env& env);

// The version of the C library; empty if it is another than glibc.
std::string find_glibc(const Root& root);

// Unset if nothing is there to tell.
std::optional<bool> find_container(const Root& root, const sys::Env& env);

// Of NVIDIA's boards with a GPU in the processor.
struct Tegra {
    bool is_tegra = false;
    std::string release;  // of L4T: 36.4.0; empty = not known
    std::string model;    // NVIDIA Jetson AGX Orin Developer Kit
};
Tegra find_tegra(const Root& root);

}  // namespace cudaenv::probe
