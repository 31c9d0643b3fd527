// SPDX-License-Identifier: MIT
#include <array>

#include "base/text.hpp"
#include "probe/system.hpp"
#include "sys/host.hpp"

namespace cudaenv::probe {

namespace {

// libc-2.31.so, as the file behind libc.so.6 was called up to 2.33.
std::string version_in_name(std::string_view name) {
    if (!name.starts_with("libc-") || !name.ends_with(".so")) return {};
    return first_version(name.substr(5, name.size() - 8));
}

// "GNU C Library (Debian GLIBC 2.36-9) stable release version 2.36."
std::string version_in_file(std::string_view bytes) {
    constexpr std::string_view kName = "GNU C Library";
    constexpr std::string_view kMark = "release version ";
    const std::size_t name = bytes.find(kName);
    if (name == std::string_view::npos) return {};
    constexpr std::size_t kLongestSentence = 200;
    const std::string_view sentence = bytes.substr(name, kLongestSentence);
    const std::size_t mark = sentence.find(kMark);
    if (mark == std::string_view::npos) return {};
    const std::string_view number = sentence.substr(mark + kMark.size());
    const std::string_view digits = number.substr(0, number.find_first_not_of("0123456789."));
    return first_version(digits.ends_with('.') ? digits.substr(0, digits.size() - 1) : digits);
}

}  // namespace

std::string find_glibc(const Root& root) {
    if (!root.is_sysroot()) return sys::libc_version();
    constexpr std::array<const char*, 6> kFolders{"/lib/x86_64-linux-gnu",
                                                  "/lib/aarch64-linux-gnu",
                                                  "/lib/powerpc64le-linux-gnu",
                                                  "/lib64",
                                                  "/usr/lib64",
                                                  "/usr/lib"};
    for (const char* folder : kFolders) {
        const std::string path = root.real(std::string(folder) + "/libc.so.6");
        if (path.empty()) continue;
        std::string version = version_in_name(base_name(path));
        if (version.empty()) version = version_in_file(root.text(path));
        if (!version.empty()) return version;
    }
    return {};
}

}  // namespace cudaenv::probe
