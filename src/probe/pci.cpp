// SPDX-License-Identifier: MIT
#include "probe/pci.hpp"

#include "base/text.hpp"

namespace cudaenv::probe {

namespace {

// "0x10de" is 10de.
std::string id_in(const Root& root, const std::string& file) {
    const std::string text = base::to_lower(root.line(file));
    return text.starts_with("0x") && text.size() == 6 ? text.substr(2) : std::string();
}

std::string pair_in(const Root& root, const std::string& vendor, const std::string& device) {
    const std::string left = id_in(root, vendor);
    const std::string right = id_in(root, device);
    return left.empty() || right.empty() ? std::string() : left + ":" + right;
}

// The name that a loaded driver gives it: "Model: \t NVIDIA H200".
std::string model_of(const Root& root, const std::string& address) {
    const std::string text = root.text("/proc/driver/nvidia/gpus/" + address + "/information");
    constexpr std::string_view kModel = "Model:";
    for (const std::string_view line : base::split(text, '\n')) {
        if (line.starts_with(kModel)) return std::string(base::trim(line.substr(kModel.size())));
    }
    return {};
}

}  // namespace

std::vector<PciGpu> find_pci_gpus(const Root& root) {
    const std::string bus = "/sys/bus/pci/devices";
    constexpr std::string_view kDisplay = "0x03";  // class: VGA, 3D and other display controllers
    std::vector<PciGpu> gpus;
    for (const std::string& address : root.names(bus)) {
        const std::string device = bus + "/" + address;
        if (id_in(root, device + "/vendor") != "10de") continue;
        if (!root.line(device + "/class").starts_with(kDisplay)) continue;
        PciGpu found;
        found.gpu.name = model_of(root, address);
        found.gpu.pci = pair_in(root, device + "/vendor", device + "/device");
        found.gpu.pci_subsystem =
            pair_in(root, device + "/subsystem_vendor", device + "/subsystem_device");
        found.driver = base_name(root.link(device + "/driver"));
        gpus.push_back(std::move(found));
    }
    return gpus;
}

}  // namespace cudaenv::probe
