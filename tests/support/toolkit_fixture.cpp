// SPDX-License-Identifier: MIT
#include "support/toolkit_fixture.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace cudaenv::test {

namespace {

std::string output_of(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
    std::string text;
    std::array<char, 4096> block{};
    for (std::size_t got = 0; (got = std::fread(block.data(), 1, block.size(), pipe)) > 0;) {
        text.append(block.data(), got);
    }
    if (pclose(pipe) != 0) throw std::runtime_error(command + " failed: " + text);
    return text;
}

}  // namespace

ToolkitFile make_toolkit(const std::string& mirror, const std::string& version, unsigned pad_mb) {
    ToolkitFile file;
    file.version = version;
    const std::string folder = mirror + "/compute/cuda/" + version + "/local_installers";
    std::filesystem::create_directories(folder);
    std::istringstream words(output_of("python3 '" CUDAENV_FIXTURES "/make_fixtures.py' '" +
                                       folder + "' --toolkit " + version + " --pad-mb " +
                                       std::to_string(pad_mb) + " 2>&1"));
    words >> file.name >> file.size_bytes >> file.sha256 >> file.md5;
    if (!words) throw std::runtime_error("make_fixtures.py said something else");
    file.path = mirror + "/" + file.rel_path();
    return file;
}

void make_redist(const std::string& mirror, const std::string& catalog,
                 const std::vector<std::string>& versions, unsigned pad_mb) {
    std::string list;
    for (const std::string& version : versions) list += (list.empty() ? "" : ",") + version;
    output_of("python3 '" CUDAENV_FIXTURES "/make_fixtures.py' '" + mirror + "' --redist " + list +
              " --catalog '" + catalog + "' --pad-mb " + std::to_string(pad_mb) + " 2>&1");
}

std::string manifest_of(const std::vector<ToolkitFile>& files,
                        const std::vector<std::string>& without) {
    const auto has = [&](std::string_view key) { return std::ranges::count(without, key) == 0; };
    std::ostringstream text;
    text << "schema = 1\n";
    for (const ToolkitFile& file : files) {
        text << "[[release]]\nversion = \"" << file.version << "\"\n[[release.runfile]]\n"
             << "platform = \"linux-x86_64\"\nurl = \"" << file.url() << "\"\n";
        if (has("size")) text << "size = " << file.size_bytes << "\n";
        if (has("sha256")) text << "sha256 = \"" << file.sha256 << "\"\n";
        if (has("md5")) text << "md5 = \"" << file.md5 << "\"\n";
    }
    return text.str();
}

}  // namespace cudaenv::test
