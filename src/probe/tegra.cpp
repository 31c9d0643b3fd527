// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "probe/system.hpp"

namespace cudaenv::probe {

namespace {

// "# R36 (release), REVISION: 4.0, GCID: …" is 36.4.0.
std::string release_in(std::string_view line) {
    constexpr std::string_view kRevision = "REVISION:";
    const std::size_t r = line.find('R');
    const std::size_t revision = line.find(kRevision);
    if (r == std::string_view::npos || revision == std::string_view::npos) return {};
    const std::string_view major = line.substr(r + 1);
    const std::string_view digits = major.substr(0, major.find_first_not_of("0123456789"));
    std::string_view rest = base::trim(line.substr(revision + kRevision.size()));
    rest = rest.substr(0, rest.find_first_not_of("0123456789."));
    std::string release = std::string(digits) + "." + std::string(rest);
    return base::parse_version(release) ? release : std::string();
}

// Of the package that every L4T has, for containers and slim images without the release file.
std::string release_of_package(const Root& root) {
    constexpr std::size_t kMostBytes = 64U << 20U;
    const std::string status = root.text("/var/lib/dpkg/status", kMostBytes);
    const std::size_t package = status.find("Package: nvidia-l4t-core\n");
    if (package == std::string::npos) return {};
    std::string_view entry = std::string_view(status).substr(package);
    entry = entry.substr(0, entry.find("\n\n"));
    constexpr std::string_view kVersion = "\nVersion: ";  // 36.4.0-20240912212859
    const std::size_t version = entry.find(kVersion);
    if (version == std::string_view::npos) return {};
    entry.remove_prefix(version + kVersion.size());
    return first_version(entry.substr(0, entry.find_first_not_of("0123456789.")));
}

}  // namespace

Tegra find_tegra(const Root& root) {
    const std::string line = root.line("/etc/nv_tegra_release");
    const std::string compatible = root.text("/proc/device-tree/compatible");
    Tegra tegra;
    tegra.is_tegra = !line.empty() || compatible.find("nvidia,tegra") != std::string::npos;
    if (!tegra.is_tegra) return tegra;
    tegra.release = release_in(line);
    if (tegra.release.empty()) tegra.release = release_of_package(root);
    const std::string model = root.text("/proc/device-tree/model");
    tegra.model = model.substr(0, model.find('\0'));
    return tegra;
}

}  // namespace cudaenv::probe
