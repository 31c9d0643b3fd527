// SPDX-License-Identifier: MIT
#include "commands/foreign_toolkit.hpp"

#include <charconv>
#include <optional>

#include "base/text.hpp"
#include "base/version.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

// The dotted number that follows `mark`; empty if there is none.
std::string number_after(std::string_view text, std::string_view mark) {
    const std::size_t begin = text.find(mark);
    if (begin == std::string_view::npos) return {};
    const std::string_view rest = text.substr(begin + mark.size());
    const std::size_t first = rest.find_first_of("0123456789");
    if (first == std::string_view::npos) return {};
    const std::string_view number = rest.substr(first);
    return std::string(number.substr(0, number.find_first_not_of("0123456789.")));
}

std::string line_in(std::string_view text, std::string_view mark) {
    const std::optional<base::Version> version = base::parse_version(number_after(text, mark));
    return version && version->count >= 2 ? to_string(base::line_of(*version)) : std::string();
}

// #define CUDA_VERSION 12020
std::string line_of_header(std::string_view text) {
    const std::string digits = number_after(text, "#define CUDA_VERSION");
    unsigned number = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (parsed.ec != std::errc() || number < 1000) return {};
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string line_of_nvcc(const std::string& folder, const World& world) {
    if (!world.runner) return {};
    sys::RunRequest request;
    request.argv = {folder + "/bin/nvcc", "--version"};
    request.env = world.env;
    const Result<sys::RunOutput> ran = world.runner(request);
    return ran.has_value() ? line_in(ran->out, "release ") : std::string();
}

std::string text_of(const std::string& path) {
    return sys::read_file(path, 1U << 20U).value_or(std::string());
}

}  // namespace

bool is_toolkit(const std::string& folder) {
    return sys::exists(folder + "/bin/nvcc") || sys::exists(folder + "/lib64/libcudart.so");
}

std::string version_of_toolkit(const std::string& folder, const World& world) {
    // In version.json the toolkit's own entry comes first: "cuda": {"name": …, "version":
    // "12.2.0"}.
    const std::string json = text_of(folder + "/version.json");
    const std::size_t cuda = std::min(json.find("\"cuda\""), json.size());
    std::string line = line_in(std::string_view(json).substr(cuda), "\"version\"");
    if (line.empty()) line = line_in(text_of(folder + "/version.txt"), "CUDA Version");
    if (line.empty()) line = line_of_header(text_of(folder + "/include/cuda.h"));
    if (line.empty()) line = line_of_nvcc(folder, world);
    return line;
}

}  // namespace cudaenv::commands
