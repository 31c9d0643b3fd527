// SPDX-License-Identifier: MIT
#include "activate/shims.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "activate/embedded.hpp"
#include "hot/activation.hpp"
#include "hot/installed.hpp"
#include "sys/files.hpp"

namespace cudaenv::activate {

namespace {

// Programs in a toolkit's bin that must not be reached through a shim: the uninstaller removes what
// it was made with, and a shim named as we are would call itself.
constexpr std::array<std::string_view, 3> kWithoutShim{"cudaenv", "cuda-uninstaller",
                                                       base::kShimName};

// The name under which a file is made before it takes its place; the lock keeps it for one.
constexpr std::string_view kFresh = ".new";

bool may_have_shim(std::string_view name) {
    if (name.empty() || name.front() == '.' || name.front() == '+') return false;
    return std::ranges::find(kWithoutShim, name) == kWithoutShim.end();
}

// Adds the programs of one prefix. A prefix that cannot be read has none: it must not keep the
// others from their shims.
void add_programs(const std::string& prefix, std::set<std::string>& names) {
    const Result<hot::Activation> activation = hot::read_activation(prefix);
    if (!activation.has_value()) return;
    for (const std::string& bin : activation->bin) {
        const std::string folder = base::Layout::join(prefix, bin);
        const Result<std::vector<std::string>> entries = sys::list_folder(folder);
        if (!entries.has_value()) continue;
        for (const std::string& name : *entries) {
            if (!may_have_shim(name) || names.contains(name)) continue;
            if (sys::is_executable_file(base::Layout::join(folder, name))) names.insert(name);
        }
    }
}

Result<std::set<std::string>> wanted_names(const base::Layout& layout, const hot::Conf& conf) {
    CUDAENV_TRY(const std::vector<hot::Found> installed, hot::list_installed(layout, conf));
    std::set<std::string> names{"nvcc"};
    for (const hot::Found& found : installed) add_programs(found.prefix, names);
    return names;
}

bool is_program(const sys::FileInfo& info) {
    return info.kind == sys::FileKind::file && (info.mode & 0111U) != 0;
}

// Writes the embedded shim if what lies there is something else. A new file under the old name: the
// hard links of the old one are changed one by one afterwards.
Result<bool> renew_shim(const base::Layout& layout) {
    const std::string path = layout.shim();
    CUDAENV_TRY(const sys::FileInfo there, sys::info(path));
    if (is_program(there) && there.size_bytes == shim_bytes().size()) {
        CUDAENV_TRY(const std::string bytes, sys::read_file(path));
        if (bytes == shim_bytes()) return false;
    }
    if (there.kind != sys::FileKind::none && there.kind != sys::FileKind::file) {
        CUDAENV_TRY(sys::remove_tree(path));
    }
    const std::string fresh = base::Layout::join(layout.shims(), kFresh);
    CUDAENV_TRY(sys::remove_file(fresh));
    CUDAENV_TRY(sys::write_file(fresh, shim_bytes(), {.mode = 0755, .sync = false}));
    CUDAENV_TRY(sys::rename(fresh, path));
    return true;
}

bool is_same_file(const sys::FileInfo& left, const sys::FileInfo& right) {
    return left.device == right.device && left.inode == right.inode;
}

// Whether `path` is the shim: by its inode, or where links cannot be made by its bytes.
Result<bool> is_shim(const std::string& path, const sys::FileInfo& shim) {
    CUDAENV_TRY(const sys::FileInfo info, sys::info(path));
    if (!is_program(info)) return false;
    if (is_same_file(info, shim)) return true;
    if (shim.links > 1 || info.size_bytes != shim.size_bytes) return false;
    CUDAENV_TRY(const std::string bytes, sys::read_file(path));
    return bytes == shim_bytes();
}

// Puts the shim under `name` in one step: whoever calls it meanwhile finds the old or the new one.
Result<void> place_shim(const base::Layout& layout, const std::string& name) {
    const std::string path = base::Layout::join(layout.shims(), name);
    CUDAENV_TRY(const sys::FileInfo there, sys::info(path));
    if (there.kind == sys::FileKind::folder) CUDAENV_TRY(sys::remove_tree(path));
    const std::string fresh = base::Layout::join(layout.shims(), kFresh);
    CUDAENV_TRY(sys::remove_file(fresh));
    CUDAENV_TRY(sys::link_or_copy(layout.shim(), fresh, 0755));
    return sys::rename(fresh, path);
}

Result<void> add_missing(const base::Layout& layout, const std::set<std::string>& wanted,
                         RehashOutcome& outcome) {
    CUDAENV_TRY(const sys::FileInfo shim, sys::info(layout.shim()));
    for (const std::string& name : wanted) {
        CUDAENV_TRY(const bool is_there, is_shim(base::Layout::join(layout.shims(), name), shim));
        if (is_there) continue;
        CUDAENV_TRY(place_shim(layout, name));
        outcome.added.push_back(name);
    }
    return {};
}

// Everything else in the folder goes: it is ours alone.
Result<void> remove_stale(const base::Layout& layout, const std::set<std::string>& wanted,
                          RehashOutcome& outcome) {
    CUDAENV_TRY(const std::vector<std::string> entries, sys::list_folder(layout.shims()));
    for (const std::string& name : entries) {
        if (name == base::kShimName || wanted.contains(name)) continue;
        CUDAENV_TRY(sys::remove_tree(base::Layout::join(layout.shims(), name)));
        if (name.front() != '.') outcome.removed.push_back(name);
    }
    return {};
}

}  // namespace

std::string_view shim_bytes() {
    return embedded_file("cudaenv-shim");
}

Result<RehashOutcome> rehash(const base::Layout& layout, const hot::Conf& conf,
                             const sys::LockOptions& lock) {
    CUDAENV_TRY(sys::make_folders(layout.shims()));
    sys::LockOptions options = lock;
    options.purpose = "making shims";
    CUDAENV_TRY(const sys::Lock held, sys::Lock::take(layout.shims_lock(), options));
    CUDAENV_TRY(const std::set<std::string> wanted, wanted_names(layout, conf));
    RehashOutcome outcome;
    CUDAENV_TRY(outcome.renewed, renew_shim(layout));
    CUDAENV_TRY(add_missing(layout, wanted, outcome));
    CUDAENV_TRY(remove_stale(layout, wanted, outcome));
    return outcome;
}

Result<std::vector<std::string>> list_shims(const base::Layout& layout) {
    Result<std::vector<std::string>> entries = sys::list_folder(layout.shims());
    if (!entries.has_value()) {
        if (entries.error().code == Code::not_found) return std::vector<std::string>{};
        return entries;
    }
    std::erase_if(*entries, [](const std::string& name) {
        return name == base::kShimName || name.front() == '.';
    });
    return entries;
}

}  // namespace cudaenv::activate
