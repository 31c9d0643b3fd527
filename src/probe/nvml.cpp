// SPDX-License-Identifier: MIT
// The few functions of NVML that are needed, declared here: its ABI is stable, its header is not
// ours to ship.
#include <array>
#include <cstdio>
#include <utility>

#include "probe/library_talk.hpp"

namespace cudaenv::probe {

namespace {

using Device = void*;

constexpr int kOk = 0;
constexpr int kNotSupported = 3;
constexpr int kMismatch = 18;

// The beginning is the same in all versions of the structure; the rest is room.
struct Pci {
    std::array<char, 16> bus_id;
    unsigned domain, bus, device;
    unsigned device_id;     // device << 16 | vendor
    unsigned subsystem_id;  // the same of the board
    std::array<char, 128> rest;
};

struct Memory {
    unsigned long long total, free, used;
};

// Calls the newest of `names` that the library has; an error if it has none.
template <typename... Arguments>
int call(const sys::Library& library, std::initializer_list<const char*> names,
         Arguments... arguments) {
    constexpr int kNoSuchFunction = 13;
    for (const char* name : names) {
        if (auto* function = library.function<int(Arguments...)>(name)) {
            return function(arguments...);
        }
    }
    return kNoSuchFunction;
}

std::string pci_pair(unsigned id) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04x:%04x", id & 0xffffU, id >> 16U);
    return id == 0 ? "" : text.data();
}

Gpu look_at(const sys::Library& library, Device device) {
    Gpu gpu;
    std::array<char, 96> name{};
    const auto room = static_cast<unsigned>(name.size() - 1);
    if (call(library, {"nvmlDeviceGetName"}, device, name.data(), room) == kOk) {
        gpu.name = name.data();
    }
    int major = 0;
    int minor = 0;
    if (call(library, {"nvmlDeviceGetCudaComputeCapability"}, device, &major, &minor) == kOk) {
        gpu.cc = base::parse_version(std::to_string(major) + "." + std::to_string(minor));
    }
    Pci pci{};
    const auto pci_functions = {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2"};
    if (call(library, pci_functions, device, &pci) == kOk) {
        gpu.pci = pci_pair(pci.device_id);
        gpu.pci_subsystem = pci_pair(pci.subsystem_id);
    }
    Memory memory{};
    if (call(library, {"nvmlDeviceGetMemoryInfo"}, device, &memory) == kOk) {
        gpu.memory_bytes = memory.total;
    }
    unsigned current = 0;
    unsigned pending = 0;
    const int mig = call(library, {"nvmlDeviceGetMigMode"}, device, &current, &pending);
    if (mig == kOk || mig == kNotSupported) gpu.is_mig = mig == kOk && current == 1;
    return gpu;
}

void tell_driver(const sys::Library& library, const Teller& teller) {
    std::array<char, 96> version{};
    const auto room = static_cast<unsigned>(version.size() - 1);
    if (call(library, {"nvmlSystemGetDriverVersion"}, version.data(), room) == kOk) {
        teller.tell("driver", version.data());
    }
    int cuda = 0;
    const auto functions = {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"};
    if (call(library, functions, &cuda) == kOk) teller.tell("cuda", cuda_of_number(cuda));
}

void ask(const sys::Library& library, const Teller& teller) {
    const int begun = call(library, {"nvmlInit_v2", "nvmlInit"});
    if (begun == kMismatch) teller.tell("mismatch");
    if (begun != kOk) return;
    tell_driver(library, teller);
    unsigned count = 0;
    const auto count_functions = {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"};
    if (call(library, count_functions, &count) != kOk) return;
    teller.tell("count", std::to_string(count));
    for (unsigned i = 0; i < count; ++i) {
        Device device = nullptr;
        const auto functions = {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"};
        if (call(library, functions, i, &device) == kOk) teller.tell(look_at(library, device));
    }
}

}  // namespace

LibraryAnswer ask_nvml(const LibraryQuestion& question) {
    return ask_library("libnvidia-ml.so.1", question, ask);
}

std::string cuda_of_number(int number) {
    if (number < 1000) return {};
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

}  // namespace cudaenv::probe
