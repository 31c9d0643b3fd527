// SPDX-License-Identifier: MIT
#include "store/object_store.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::store {
namespace {

Result<void> collect_in(const std::string& folder, bool remove, GcOutcome& outcome) {
    CUDAENV_TRY(const auto names, sys::list_folder(folder));
    for (const auto& name : names) {
        if (parse_object_id(name).sha256.empty()) continue;
        const std::string path = folder + "/" + name;
        CUDAENV_TRY(const auto info, sys::info(path));
        if (info.kind != sys::FileKind::file || info.links != 1) continue;
        if (remove) CUDAENV_TRY(sys::remove_file(path));
        ++outcome.objects;
        outcome.bytes += info.size_bytes;
    }
    return {};
}

}  // namespace

Result<GcOutcome> collect_garbage(const base::Layout& layout, bool remove) {
    GcOutcome outcome;
    const auto folders = sys::list_folder(layout.objects());
    if (!folders && folders.error().code == Code::not_found) return outcome;
    if (!folders) return tl::unexpected(folders.error());
    for (const auto& folder : *folders) {
        CUDAENV_TRY(sys::check_interrupt());
        const std::string path = layout.objects() + "/" + folder;
        CUDAENV_TRY(const auto info, sys::info(path));
        if (info.kind == sys::FileKind::folder) CUDAENV_TRY(collect_in(path, remove, outcome));
    }
    return outcome;
}

}  // namespace cudaenv::store
