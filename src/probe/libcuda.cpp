// SPDX-License-Identifier: MIT
// The few functions of the driver's API that are needed, declared here.
#include <array>

#include "probe/library_talk.hpp"

namespace cudaenv::probe {

namespace {

constexpr int kOk = 0;

using Device = int;
using Init = int(unsigned flags);
using DriverVersion = int(int* number);
using DeviceCount = int(int* count);
using DeviceGet = int(Device* device, int index);
using DeviceName = int(char* name, int room, Device device);
using DeviceMemory = int(std::size_t* bytes, Device device);
using DeviceAttribute = int(int* value, int attribute, Device device);

int attribute_of(const sys::Library& library, int attribute, Device device) {
    auto* function = library.function<DeviceAttribute>("cuDeviceGetAttribute");
    int value = -1;
    return function != nullptr && function(&value, attribute, device) == kOk ? value : -1;
}

Gpu look_at(const sys::Library& library, Device device) {
    constexpr int kMajor = 75;  // of the compute capability
    constexpr int kMinor = 76;
    Gpu gpu;
    std::array<char, 96> name{};
    auto* name_of = library.function<DeviceName>("cuDeviceGetName");
    if (name_of != nullptr && name_of(name.data(), int{name.size() - 1}, device) == kOk) {
        gpu.name = name.data();
    }
    const int major = attribute_of(library, kMajor, device);
    const int minor = attribute_of(library, kMinor, device);
    gpu.cc = base::parse_version(std::to_string(major) + "." + std::to_string(minor));
    std::size_t bytes = 0;
    auto* memory_of = library.function<DeviceMemory>("cuDeviceTotalMem_v2");
    if (memory_of != nullptr && memory_of(&bytes, device) == kOk) gpu.memory_bytes = bytes;
    return gpu;
}

void tell_gpus(const sys::Library& library, const Teller& teller) {
    auto* init = library.function<Init>("cuInit");
    auto* count_of = library.function<DeviceCount>("cuDeviceGetCount");
    auto* device_at = library.function<DeviceGet>("cuDeviceGet");
    int count = 0;
    if (init == nullptr || count_of == nullptr || device_at == nullptr) return;
    if (init(0) != kOk || count_of(&count) != kOk || count < 0) return;
    teller.tell("count", std::to_string(count));
    for (int i = 0; i < count; ++i) {
        Device device = 0;
        if (device_at(&device, i) == kOk) teller.tell(look_at(library, device));
    }
}

}  // namespace

LibraryAnswer ask_libcuda(const LibraryQuestion& question, bool with_gpus) {
    const auto ask = [with_gpus](const sys::Library& library, const Teller& teller) {
        constexpr const char* kVersion = "cuDriverGetVersion";
        teller.tell("file", library.file_of(kVersion));
        int number = 0;
        auto* version_of = library.function<DriverVersion>(kVersion);
        if (version_of != nullptr && version_of(&number) == kOk) {
            teller.tell("cuda", cuda_of_number(number));
        }
        if (with_gpus) tell_gpus(library, teller);
    };
    return ask_library("libcuda.so.1", question, ask);
}

}  // namespace cudaenv::probe
