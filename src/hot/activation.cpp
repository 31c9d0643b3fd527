// SPDX-License-Identifier: MIT
#include "hot/activation.hpp"

#include <fcntl.h>
#include <sys/stat.h>  // utimensat
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

#include "base/layout.hpp"
#include "hot/folder.hpp"
#include "hot/lines.hpp"
#include "hot/read_file.hpp"

namespace cudaenv::hot {

namespace {

constexpr std::string_view kFirstLine = "cudaenv-activate 1";
constexpr std::size_t kLimitBytes = 64U * 1024U;

// A path that stays inside the prefix: relative, without `..`.
bool is_inside(std::string_view path) {
    if (path.empty() || path.front() == '/') return false;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        if (path.substr(0, slash) == "..") return false;
        if (slash == std::string_view::npos) return true;
        path.remove_prefix(slash + 1);
    }
    return true;
}

void take(Activation& activation, const LinePair& line) {
    const auto add = [&line](std::vector<std::string>& paths) {
        if (is_inside(line.value)) paths.emplace_back(line.value);
    };
    if (line.key == "bin") return add(activation.bin);
    if (line.key == "lib") return add(activation.lib);
    if (line.key == "pkgconfig") return add(activation.pkgconfig);
    if (line.key == "man") return add(activation.man);
    if (line.key == "toolkit") activation.toolkit = line.value;
    if (line.key == "profile") activation.profile = line.value;
    if (line.key == "nvcc" && is_inside(line.value)) activation.nvcc = line.value;
    if (line.key == "companion") {
        const LinePair companion = split_pair(line.value);
        activation.companions.emplace_back(companion.key, companion.value);
    }
}

void append_all(std::string& text, std::string_view key, const std::vector<std::string>& values) {
    for (const std::string& value : values) append_line(text, key, value);
}

Activation without_file(const std::string& prefix) {
    Activation activation;
    activation.bin = {"bin"};
    if (is_folder(prefix + "/lib64")) {
        activation.lib = {"lib64"};
    } else if (is_folder(prefix + "/lib")) {
        activation.lib = {"lib"};
    }
    activation.nvcc = "bin/nvcc";
    return activation;
}

}  // namespace

Result<Activation> parse_activation(std::string_view text) {
    if (next_line(text) != kFirstLine) {
        return fail(Code::damaged, "activation file has an unknown first line");
    }
    Activation activation;
    while (!text.empty()) {
        const LinePair line = split_pair(next_line(text));
        if (line.key == "end") return activation;
        take(activation, line);
    }
    return fail(Code::damaged, "activation file has no end").needs("a last line `end`");
}

std::string to_text(const Activation& activation) {
    std::string text;
    append_line(text, kFirstLine, "");
    append_line(text, "toolkit", activation.toolkit);
    for (const auto& [name, version] : activation.companions) {
        append_line(text, "companion", name + " " + version);
    }
    if (!activation.profile.empty()) append_line(text, "profile", activation.profile);
    append_all(text, "bin", activation.bin);
    append_all(text, "lib", activation.lib);
    if (!activation.nvcc.empty()) append_line(text, "nvcc", activation.nvcc);
    append_all(text, "pkgconfig", activation.pkgconfig);
    append_all(text, "man", activation.man);
    append_line(text, "end", "");
    return text;
}

Result<ReadActivation> read_activation_file(const std::string& prefix) {
    const std::string path = base::Layout::activation(prefix);
    const FileRead file = read_file(path.c_str(), kLimitBytes);
    if (file.status == FileRead::Status::absent) {
        return ReadActivation{.activation = without_file(prefix), .modified_seconds = 0};
    }
    if (file.status != FileRead::Status::read) return tl::unexpected(file_error(file, path));
    auto activation = parse_activation(file.text);
    if (!activation) {
        activation.error().at = path;
        activation.error().try_.emplace_back("cudaenv verify");
        return tl::unexpected(std::move(activation).error());
    }
    return ReadActivation{.activation = *std::move(activation),
                          .modified_seconds = file.modified_seconds};
}

Result<Activation> read_activation(const std::string& prefix) {
    CUDAENV_TRY(ReadActivation read, read_activation_file(prefix));
    return std::move(read.activation);
}

void touch_activation(const std::string& prefix, std::int64_t modified_seconds) {
    constexpr std::int64_t kDaySeconds = 24 * 60 * 60;
    if (modified_seconds == 0) return;
    // The system call itself: a static program's first clock_gettime looks for the vDSO, which
    // costs more instructions than all the rest of the shim.
    timespec now{};
    if (syscall(SYS_clock_gettime, CLOCK_REALTIME, &now) != 0) return;
    if (now.tv_sec - modified_seconds < kDaySeconds) return;
    const std::string path = base::Layout::activation(prefix);
    static_cast<void>(utimensat(AT_FDCWD, path.c_str(), nullptr, 0));
}

}  // namespace cudaenv::hot
