// SPDX-License-Identifier: MIT
#include "unpack/pc_file.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cudaenv::unpack {

std::string relocated_pc(std::string_view text, std::string_view path) {
    constexpr std::string_view kRoot = "cudaroot=";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = text.substr(at, end - at);
        at = end;
        if (!line.starts_with(kRoot)) {
            out += line;
            continue;
        }
        out.append(kRoot).append("${pcfiledir}");
        for (auto depth = std::ranges::count(path, '/'); depth > 0; --depth) out += "/..";
        if (line.ends_with('\n')) out += '\n';
    }
    return out;
}

PcName parse_pc_name(std::string_view name) {
    constexpr std::string_view kEnd = ".pc";
    const std::size_t dash = name.rfind('-');
    const bool is_plain = name.find('/') == std::string_view::npos && base::printable(name) == name;
    if (!is_plain || !name.ends_with(kEnd) || dash == std::string_view::npos || dash == 0)
        return {};
    const std::string_view version = name.substr(dash + 1, name.size() - dash - 1 - kEnd.size());
    return {std::string(name.substr(0, dash)), std::string(version)};
}

std::string generated_pc(const Manifest::PcFile& file, std::string_view target) {
    const PcName name = parse_pc_name(file.name);
    const std::string folder = "${cudaroot}/targets/" + std::string(target);
    std::string text = "cudaroot=${pcfiledir}/..\n";
    text += "libdir=" + folder + "/lib" + (file.subdir.empty() ? "" : "/" + file.subdir) + "\n";
    text += "includedir=" + folder + "/include\n\n";
    text += "Name: " + name.library + "\n";
    text += "Description: " + base::printable(file.description) + "\n";
    text += "Version: " + name.version + "\n";
    text += "Libs: -L${libdir} -l" + name.library + "\n";
    text += "Cflags: -I${includedir}\n";
    return text;
}

}  // namespace cudaenv::unpack
