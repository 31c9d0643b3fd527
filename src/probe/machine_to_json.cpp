// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "probe/machine_json.hpp"

namespace cudaenv::probe {

namespace {

using Json = nlohmann::ordered_json;

// An object whose unknown values have no key.
class ObjectWriter {
  public:
    ObjectWriter& text(const char* key, const std::string& value) {
        if (!value.empty()) object_[key] = value;
        return *this;
    }
    template <typename T>
    ObjectWriter& value(const char* key, const std::optional<T>& value) {
        if (value) object_[key] = *value;
        return *this;
    }
    ObjectWriter& put(const char* key, Json value) {
        object_[key] = std::move(value);
        return *this;
    }
    const Json& json() const { return object_; }

  private:
    Json object_ = Json::object();
};

Json json_of(const Os& os) {
    return ObjectWriter()
        .text("kind", os.kind)
        .text("distro", os.distro)
        .text("version", os.version)
        .text("arch", os.arch)
        .text("kernel", os.kernel)
        .json();
}

Json json_of(const Driver& driver) {
    return ObjectWriter()
        .text("version", driver.version)
        .text("kernel_module", driver.kernel_module)
        .text("module_on_disk", driver.module_on_disk)
        .text("libcuda", driver.libcuda)
        .text("cuda", driver.cuda)
        .value("loaded", driver.is_loaded)
        .text("not_loaded_reason", driver.not_loaded_reason)
        .text("linux_driver_inside_wsl", driver.wsl_linux_driver)
        .json();
}

Json json_of(const Gpu& gpu) {
    return ObjectWriter()
        .text("name", gpu.name)
        .text("cc", gpu.cc ? base::to_string(*gpu.cc) : "")
        .text("class", gpu.gpu_class)
        .text("pci", gpu.pci)
        .text("subsystem", gpu.pci_subsystem)
        .value("memory_bytes", gpu.memory_bytes)
        .value("mig", gpu.is_mig)
        .json();
}

Json json_of(const Compiler& compiler) {
    return ObjectWriter()
        .text("kind", compiler.kind)
        .text("version", compiler.version)
        .text("path", compiler.path)
        .json();
}

Json json_of(const Toolkit& toolkit) {
    return ObjectWriter()
        .text("version", toolkit.version)
        .text("path", toolkit.path)
        .text("owner", toolkit.owner)
        .json();
}

template <typename T>
Json list_of(const std::vector<T>& items) {
    Json list = Json::array();
    for (const T& item : items) list.push_back(json_of(item));
    return list;
}

}  // namespace

std::string to_json(const Machine& machine) {
    ObjectWriter out;
    out.put("schema", 1).put("os", json_of(machine.os)).text("glibc", machine.glibc);
    out.value("container", machine.is_container);
    if (machine.is_tegra_known) {
        out.put("tegra", machine.tegra.empty() ? Json(nullptr) : Json(machine.tegra));
    }
    if (machine.driver) {
        out.put("driver", json_of(*machine.driver));
    } else if (machine.is_driver_known) {
        out.put("driver", nullptr);
    }
    if (machine.gpus) out.put("gpus", list_of(*machine.gpus));
    if (!machine.compilers.empty()) out.put("compilers", list_of(machine.compilers));
    if (!machine.toolkits.empty()) out.put("toolkits", list_of(machine.toolkits));
    if (!machine.nvcc.empty()) out.put("nvcc", list_of(machine.nvcc));
    if (!machine.python.empty()) out.put("python", Json{{"version", machine.python}});
    out.text("selected", machine.selected);
    out.text("compat_package", machine.compat_package);
    if (!machine.install_packages.empty()) out.put("install_packages", machine.install_packages);
    // Names come from outside: bytes that are no UTF-8 must not make this throw.
    return out.json().dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cudaenv::probe
