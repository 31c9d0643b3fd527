// SPDX-License-Identifier: MIT
#include "commands/remembered.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/program.hpp"
#include "base/text.hpp"
#include "commands/json.hpp"
#include "probe/machine_json.hpp"
#include "sys/files.hpp"
#include "sys/host.hpp"

namespace cudaenv::commands {

namespace {

using nlohmann::json;

constexpr std::int64_t kDay = 24L * 60 * 60;
constexpr std::size_t kMostBytes = 1U << 20U;

std::int64_t seconds_now(const World& world) {
    return std::chrono::duration_cast<std::chrono::seconds>(world.now().time_since_epoch()).count();
}

std::string path_of(const World& world) {
    return base::Layout::join(world.state_dir, "machine.json");
}

// What changes with what lies at `path`: a package that is installed or upgraded makes new files.
std::string mark_of(const std::string& path) {
    const Result<sys::FileInfo> info = sys::info_following(path);
    if (!info.has_value() || info->kind == sys::FileKind::none) return path + " none";
    return fmt::format("{} {} {} {} {}", path, info->device, info->inode, info->size_bytes,
                       info->mtime_s);
}

// Everything that a probe depends on and that is cheap to look at.
json circumstances(const World& world) {
    json list{base::kProgramVersion, sys::kernel_release(), sys::libc_version(),
              world.config.hot.ccbin};
    for (const char* file : {"/proc/sys/kernel/random/boot_id", "/proc/driver/nvidia/version"}) {
        list.push_back(sys::read_file(file).value_or(""));
    }
    list.push_back(sys::read_link("/proc/self/ns/mnt").value_or(""));  // another container
    list.push_back(
        sys::list_folder("/proc/driver/nvidia/gpus").value_or(std::vector<std::string>()));
    for (const char* name : {"PATH", "LD_LIBRARY_PATH", "NVCC_CCBIN", "WSL_DISTRO_NAME"}) {
        list.push_back(world.env.value_or(name, ""));
    }
    for (const char* file : {"/etc/os-release", "/etc/ld.so.cache"}) list.push_back(mark_of(file));
    const std::string path = world.env.value_or("PATH", "");
    for (const std::string_view folder : base::split(path, ':')) {
        if (folder.starts_with('/')) list.push_back(mark_of(std::string(folder)));
    }
    return list;
}

json marks_of(const probe::Machine& machine) {
    json list = json::array();
    for (const probe::Compiler& compiler : machine.compilers)
        list.push_back(mark_of(compiler.path));
    return list;
}

// A probe of files that are not this machine's is quick, and nobody's memory.
bool is_of_files(const World& world) {
    return !world.env.value_or("CUDAENV_SYSROOT", "").empty();
}

}  // namespace

std::optional<probe::Machine> remembered_machine(const World& world) {
    if (is_of_files(world)) return std::nullopt;
    const json kept = kept_json(sys::read_file(path_of(world), kMostBytes).value_or(""));
    if (!kept.is_object() || kept.value("schema", json()) != 1) return std::nullopt;
    const json at = kept.value("at", json());
    const std::int64_t now = seconds_now(world);
    if (!at.is_number_integer() || at.get<std::int64_t>() > now) return std::nullopt;
    if (now - at.get<std::int64_t>() >= kDay) return std::nullopt;
    if (kept.value("circumstances", json()) != circumstances(world)) return std::nullopt;
    Result<probe::Machine> machine =
        probe::from_json(json_text(kept.value("machine", json())), path_of(world));
    if (!machine.has_value() || kept.value("compilers", json()) != marks_of(*machine)) {
        return std::nullopt;
    }
    return *std::move(machine);
}

void remember_machine(const World& world, const probe::Machine& machine) {
    if (is_of_files(world)) return;
    const json kept{{"schema", 1},
                    {"at", seconds_now(world)},
                    {"circumstances", circumstances(world)},
                    {"compilers", marks_of(machine)},
                    {"machine", json::parse(probe::to_json(machine), nullptr, false)}};
    static_cast<void>(sys::make_folders(world.state_dir));
    static_cast<void>(sys::write_file(path_of(world), json_text(kept) + "\n"));
}

}  // namespace cudaenv::commands
