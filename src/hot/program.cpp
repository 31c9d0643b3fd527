// SPDX-License-Identifier: MIT
#include "hot/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "base/layout.hpp"
#include "hot/fd.hpp"
#include "hot/folder.hpp"
#include "hot/path_list.hpp"

namespace cudaenv::hot {

namespace {

// Of two that are there, one that can be run goes before.
void offer(std::optional<Program>& best, Program candidate) {
    if (!best || (candidate.is_executable && !best->is_executable)) best = std::move(candidate);
}

std::optional<Program> look_at(std::string path) {
    if (is_program(path)) return Program{std::move(path), true};
    if (exists(path) && !is_folder(path)) return Program{std::move(path), false};
    return std::nullopt;
}

bool is_shim(const std::string& path) {
    const Fd fd(open_path(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY));
    if (!fd) return false;
    std::array<char, 4096> page;
    const ssize_t count = read(fd.value(), page.data(), page.size());
    if (count <= 0) return false;
    const std::string_view text(page.data(), static_cast<std::size_t>(count));
    return text.find(kShimMarker) != std::string_view::npos;
}

}  // namespace

std::optional<Program> find_in_prefix(const ActivePrefix& prefix, std::string_view name) {
    std::optional<Program> best;
    for (const std::string& bin : prefix.activation.bin) {
        std::string path = base::Layout::join(base::Layout::join(prefix.path, bin), name);
        // One look: a stack of ours has no folder under a program's name.
        if (may_execute(path)) return Program{std::move(path), true};
        if (!best && exists(path)) best = Program{std::move(path), false};
    }
    return best;
}

std::optional<Program> find_on_path(std::string_view path, std::string_view name) {
    std::optional<Program> best;
    for (const std::string_view element : split_list(path)) {
        const std::string folder(element.empty() ? "." : element);
        auto found = look_at(base::Layout::join(folder, name));
        if (!found || is_shims_folder(folder) || is_shim(found->path)) continue;
        offer(best, *std::move(found));
        if (best->is_executable) break;
    }
    return best;
}

}  // namespace cudaenv::hot
