// SPDX-License-Identifier: MIT
#include "probe/nvidia_smi.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "probe/root.hpp"

namespace cudaenv::probe {

namespace {

// The number behind one of the names and a colon; empty for "N/A" and "ERR!".
std::string figure(std::string_view text, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const std::size_t begin = text.find(name);
        if (begin == std::string_view::npos) continue;
        std::string_view rest = text.substr(begin + name.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(" :"), rest.size()));
        rest = rest.substr(0, rest.find_first_of(" |\r\n"));
        if (base::parse_version(rest)) return std::string(rest);
    }
    return {};
}

// 0x233510DE, device before vendor, is 10de:2335.
std::string pci_pair(std::string_view id) {
    if (id.size() != 10 || !id.starts_with("0x")) return {};
    const std::string digits = base::to_lower(id.substr(2));
    return digits == "00000000" ? "" : digits.substr(4) + ":" + digits.substr(0, 4);
}

// In MiB.
std::optional<std::uint64_t> memory_of(std::string_view text) {
    std::uint64_t mebibytes = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), mebibytes);
    constexpr std::uint64_t kMost = 1U << 30U;
    if (parsed.ec != std::errc() || mebibytes == 0 || mebibytes > kMost) return std::nullopt;
    return mebibytes << 20U;
}

void fill(Gpu& gpu, std::string_view name, std::string_view value) {
    if (value.starts_with('[')) return;  // [N/A], [Not Supported]
    if (name == "name") gpu.name = value;
    if (name == "compute_cap") gpu.cc = base::parse_version(value);
    if (name == "memory.total") gpu.memory_bytes = memory_of(value);
    if (name == "pci.device_id") gpu.pci = pci_pair(value);
    if (name == "pci.sub_device_id") gpu.pci_subsystem = pci_pair(value);
    if (name == "mig.mode.current") gpu.is_mig = value == "Enabled";
}

std::optional<std::vector<Gpu>> query(const sys::Runner& runner, sys::RunRequest request,
                                      const std::vector<std::string>& names) {
    request.argv.push_back("--query-gpu=" + base::join(names, ","));
    request.argv.emplace_back("--format=csv,noheader,nounits");
    const auto output = runner(request);
    if (!output || output->timed_out || output->exit_code != 0) return std::nullopt;
    return read_smi_rows(output->out, names);
}

}  // namespace

SmiAnswer read_smi_table(std::string_view text) {
    SmiAnswer answer;
    // Both wordings of the figure of CUDA may stand there: the driver's own comes first then.
    answer.driver = figure(text, {"Driver Version", "KMD Version"});
    answer.cuda = figure(text, {"CUDA Version", "CUDA UMD Version"});
    answer.library = figure(text, {"NVML library version"});
    answer.is_mismatch = text.find("Driver/library version mismatch") != std::string_view::npos;
    answer.is_unreachable =
        text.find("communicate with the NVIDIA driver") != std::string_view::npos;
    return answer;
}

std::vector<Gpu> read_smi_rows(std::string_view csv, const std::vector<std::string>& names) {
    std::vector<Gpu> gpus;
    for (const std::string_view line : base::split(csv, '\n')) {
        const auto values = base::split(line, ',');
        if (values.size() != names.size()) continue;
        Gpu gpu;
        for (std::size_t i = 0; i < names.size(); ++i) fill(gpu, names[i], base::trim(values[i]));
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

SmiAnswer ask_nvidia_smi(const sys::Runner& runner, sys::RunRequest request) {
    const auto table = runner(request);
    if (!table || table->timed_out) return {};
    SmiAnswer answer = read_smi_table(table->out + "\n" + table->err);
    if (answer.driver.empty() || table->exit_code != 0) return answer;
    // Drivers before 510 do not know compute_cap, those before 450 no MIG.
    answer.gpus = query(runner, request,
                        {"name", "memory.total", "pci.device_id", "pci.sub_device_id",
                         "mig.mode.current", "compute_cap"});
    if (!answer.gpus) {
        answer.gpus =
            query(runner, request, {"name", "memory.total", "pci.device_id", "pci.sub_device_id"});
    }
    return answer;
}

}  // namespace cudaenv::probe
