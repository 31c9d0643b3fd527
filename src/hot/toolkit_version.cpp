// SPDX-License-Identifier: MIT
#include "hot/toolkit_version.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "base/version.hpp"
#include "hot/fd.hpp"
#include "hot/read_file.hpp"

namespace cudaenv::hot {

std::string first_version(std::string_view text) {
    constexpr std::string_view kAround = " \t\r\n,;()[]\"'";
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(kAround), text.size());
        const std::string_view word = text.substr(0, end);
        const auto version = base::parse_version(word);
        if (version && version->count > 1) return std::string(word);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

// The toolkit's own entry comes first: "cuda" : { "name" : …, "version" : "12.2.2" }
std::string version_in_json(std::string_view text) {
    const std::size_t cuda = std::min(text.find("\"cuda\""), text.size());
    const std::size_t key = text.find("\"version\"", cuda);
    return key == std::string_view::npos ? std::string() : first_version(text.substr(key));
}

std::string version_in_header(std::string_view text) {
    constexpr std::string_view kDefine = "#define CUDA_VERSION ";
    const std::size_t define = text.find(kDefine);
    if (define == std::string_view::npos) return {};
    const std::string_view digits = text.substr(define + kDefine.size(), 6);
    const auto number =
        base::parse_version(digits.substr(0, digits.find_first_not_of("0123456789")));
    if (!number || number->major() < 1000) return {};
    base::Version version;
    version.part = {number->major() / 1000, number->major() % 1000 / 10};
    version.count = 2;
    return base::to_string(version);
}

std::string line_of_version(std::string_view version) {
    const std::optional<base::Version> number = base::parse_version(version);
    return number && number->count >= 2 ? base::to_string(base::line_of(*number)) : std::string();
}

namespace {

constexpr std::size_t kLimitBytes = 4U << 20U;

std::string text_of(const std::string& path) {
    return read_file(path.c_str(), kLimitBytes).text;
}

// What one read gives of a regular file: cuda.h has a megabyte, and its version in the first pages.
std::string head_of(const std::string& path) {
    constexpr std::size_t kHeadBytes = 32U << 10U;
    const Fd fd(open_path(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY));
    struct stat facts {};
    const bool is_text = fd && fstat(fd.value(), &facts) == 0 && S_ISREG(facts.st_mode) &&
                         static_cast<std::size_t>(facts.st_size) <= kLimitBytes;
    if (!is_text) return {};
    std::string text(kHeadBytes, '\0');
    const ssize_t count = read(fd.value(), text.data(), text.size());
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    if (text.size() == kHeadBytes) text.resize(text.rfind('\n') + 1);  // no half of a line
    return text;
}

}  // namespace

std::string toolkit_line(const std::string& folder) {
    std::string version = version_in_json(text_of(folder + "/version.json"));
    if (version.empty()) {
        const std::string text = text_of(folder + "/version.txt");
        version = first_version(std::string_view(text).substr(0, text.find('\n')));
    }
    if (version.empty()) version = version_in_header(head_of(folder + "/include/cuda.h"));
    return line_of_version(version);
}

}  // namespace cudaenv::hot
