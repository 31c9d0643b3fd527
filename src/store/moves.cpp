// SPDX-License-Identifier: MIT
#include "store/moves.hpp"

#include <random>

#include "sys/files.hpp"

namespace cudaenv::store {
namespace {

std::string random_suffix() {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
    std::random_device random;
    std::string suffix;
    for (int i = 0; i < 12; ++i) suffix += kLetters[random() % kLetters.size()];
    return suffix;
}

}  // namespace

std::string staging_path(const base::Layout& layout, std::string_view stack) {
    return layout.staging() + "/" + std::string(stack) + "." + random_suffix();
}

Result<void> refuse_link(const std::string& folder) {
    CUDAENV_TRY(const auto info, sys::info(folder));
    if (info.kind != sys::FileKind::link) return {};
    return fail(Code::files, "a symbolic link stands where cudaenv keeps a folder of its own")
        .at(folder)
        .why(
            "what lies behind it may be somebody else's; remove the link (only the whole root may "
            "be one), and cudaenv makes the folder anew");
}

Result<void> remove_receipt(const std::string& prefix) {
    const std::string receipt = base::Layout::receipt(prefix);
    CUDAENV_TRY(const auto info, sys::info(receipt));
    if (info.kind == sys::FileKind::none) return {};
    CUDAENV_TRY(sys::remove_tree(receipt));  // whatever stands in its place
    return sys::sync_folder(base::Layout::meta(prefix));
}

Result<std::string> move_aside(const base::Layout& layout, std::string_view stack,
                               const MoveOptions& options) {
    const std::string prefix = layout.prefix(stack);
    std::string aside = staging_path(layout, stack);
    CUDAENV_TRY(sys::make_folders(layout.staging()));
    if (options.can_move_installed) {
        CUDAENV_TRY(const bool is_moved, sys::rename_if_possible(prefix, aside));
        if (is_moved) return aside;
    }
    CUDAENV_TRY(sys::remove_tree(prefix));
    return std::string();
}

Result<void> discard(const std::string& path) {
    if (path.empty()) return {};
    CUDAENV_TRY(remove_receipt(path));
    return sys::remove_tree(path);
}

Result<TemporaryFolder> TemporaryFolder::make(std::string path, unsigned mode) {
    CUDAENV_TRY(sys::make_folders(path.substr(0, path.rfind('/'))));
    CUDAENV_TRY(sys::make_folders(path, mode));
    TemporaryFolder folder;
    folder.path_ = std::move(path);
    return folder;
}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
    if (this != &other) {
        static_cast<void>(discard(path_));
        path_ = other.release();
    }
    return *this;
}

TemporaryFolder::~TemporaryFolder() {
    static_cast<void>(discard(path_));
}

}  // namespace cudaenv::store
