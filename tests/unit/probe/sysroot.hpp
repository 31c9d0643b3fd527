// SPDX-License-Identifier: MIT
// The files of another machine in a temporary folder, and scripts that stand for its programs.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "probe/collect.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::test {

class Sysroot : public TempFolder {
  public:
    void link(std::string_view rel_path, const std::string& target) const {
        const std::filesystem::path path = *this / rel_path;
        std::filesystem::create_directories(path.parent_path());
        std::filesystem::create_symlink(target, path);
    }
    // A shell script that may be run.
    std::string program(std::string_view rel_path, const std::string& script) const {
        const std::string path = write(rel_path, "#!/bin/sh\n" + script);
        ::chmod(path.c_str(), 0755);
        return path;
    }
    // A display controller of NVIDIA's, bound to a kernel driver or to none.
    void gpu(const std::string& address, const std::string& device,
             const std::string& driver) const {
        const std::string folder = "sys/bus/pci/devices/" + address;
        write(folder + "/vendor", "0x10de\n");
        write(folder + "/device", device + "\n");
        write(folder + "/subsystem_vendor", "0x1458\n");
        write(folder + "/subsystem_device", "0x40bf\n");
        write(folder + "/class", "0x030000\n");
        if (!driver.empty()) link(folder + "/driver", "../../../../bus/pci/drivers/" + driver);
    }
    // A kernel of that release, with /sys but without any module loaded.
    void kernel(const std::string& release) const {
        write("proc/sys/kernel/osrelease", release + "\n");
        write("proc/1/cgroup", "0::/init.scope\n");
        make("sys/module/ext4");
        make("lib/modules/" + release);
    }
    probe::Sources sources() const {
        probe::Sources sources;
        sources.env.set("PATH", "/usr/bin:/bin");
        sources.runner = sys::run;
        sources.sysroot = path();
        return sources;
    }
};

// The text of a program that prints `text` as it stands.
inline std::string printing(const std::string& text) {
    return "cat <<'END'\n" + text + "\nEND\n";
}

// An nvidia-smi inside WSL2, with a GPU.
inline std::string smi_script() {
    return "case \"$*\" in\n*query*) echo 'NVIDIA GeForce RTX 3080, 10240, 0x220610DE, "
           "0x388119DA, [N/A], 8.6';;\n*) " +
           printing("| NVIDIA-SMI 535.103   Driver Version: 537.13    CUDA Version: 12.2 |") +
           ";;\nesac\n";
}

}  // namespace cudaenv::test
