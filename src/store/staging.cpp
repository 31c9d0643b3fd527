// SPDX-License-Identifier: MIT
#include "store/staging.hpp"

#include "base/request.hpp"
#include "store/moves.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::store {
namespace {

// Behind a prefix's name in staging/: the folder of its unfinished objects. No dot, so that the
// stack in front is still found.
constexpr std::string_view kScratchSuffix = "-objects";
constexpr std::uint32_t kScratchMode = 0777;

Result<void> remove_leftovers(const base::Layout& layout, std::string_view stack) {
    CUDAENV_TRY(refuse_link(layout.staging()));
    const auto names = sys::list_folder(layout.staging());
    if (!names) {
        if (names.error().code == Code::not_found) return {};
        return tl::unexpected(names.error());
    }
    for (const auto& name : *names) {
        if (stack_of_staging(name) == stack) CUDAENV_TRY(discard(layout.staging() + "/" + name));
    }
    return {};
}

Result<void> lay_out(const FileRow& row, const std::string& path, const ObjectStore& objects) {
    switch (row.kind) {
        case FileRow::Kind::folder:
            return sys::make_folders(path, kFolderMode);
        case FileRow::Kind::link:
            return sys::make_link(row.target, path);
        case FileRow::Kind::file:
            break;
    }
    return objects.place({row.sha256, is_executable(row)}, path);
}

}  // namespace

std::string_view stack_of_staging(std::string_view name) {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

Result<Staging> Staging::begin(const base::Layout& layout, std::string_view stack,
                               MoveOptions options) {
    if (!base::parse_stack_name(stack)) {
        return fail(Code::usage, "not the name of a stack").found(stack);
    }
    CUDAENV_TRY(remove_leftovers(layout, stack));
    CUDAENV_TRY(sys::make_folders(layout.versions()));
    CUDAENV_TRY(sys::make_folders(layout.objects()));
    Staging staging(layout, std::string(stack), std::move(options));
    const std::string path = staging_path(layout, stack);
    CUDAENV_TRY(staging.prefix_, TemporaryFolder::make(path, kFolderMode));
    CUDAENV_TRY(staging.scratch_,
                TemporaryFolder::make(path + std::string(kScratchSuffix), kScratchMode));
    return staging;
}

Result<void> Staging::link(const std::vector<FileRow>& rows, const ObjectStore& objects) {
    CUDAENV_TRY(check_rows(rows));
    for (const FileRow& row : rows) {
        CUDAENV_TRY(sys::check_interrupt());
        CUDAENV_TRY(lay_out(row, prefix() + "/" + row.path, objects));
    }
    reached(options_, "linked");
    return {};
}

Result<void> Staging::write_meta(const std::string& list, std::string_view activation) const {
    CUDAENV_TRY(sys::make_folders(base::Layout::meta(prefix()), kFolderMode));
    CUDAENV_TRY(sys::write_file(base::Layout::file_list(prefix()), list, {.mode = kFileMode}));
    return sys::write_file(base::Layout::activation(prefix()), activation, {.mode = kFileMode});
}

Result<Receipt> Staging::commit(const std::vector<FileRow>& rows, std::string_view activation,
                                Receipt receipt) {
    CUDAENV_CHECK(receipt.stack == stack_ && !prefix().empty());
    const std::string list = to_text(rows);
    receipt.files_sha256 = sys::sha256_of(list);
    CUDAENV_TRY(write_meta(list, activation));
    reached(options_, "listed");
    CUDAENV_TRY(sys::sync_file_system(prefix()));
    reached(options_, "synced");
    CUDAENV_TRY(sys::write_file(base::Layout::receipt(prefix()), to_json(receipt),
                                {.mode = kFileMode, .sync = true}));
    reached(options_, "receipt written");
    CUDAENV_TRY(move_into_place());
    reached(options_, "done");
    return receipt;
}

Result<void> Staging::move_into_place() {
    const std::string target = layout_.prefix(stack_);
    CUDAENV_TRY(const auto there, sys::info(target));
    if (there.kind == sys::FileKind::link) {
        return fail(Code::usage, "an adopted toolkit has the name of this stack").at(target);
    }
    if (there.kind != sys::FileKind::none) return replace(target);
    CUDAENV_TRY(sys::rename(prefix(), target));
    prefix_.release();
    reached(options_, "moved");
    return sys::sync_folder(layout_.versions());
}

Result<void> Staging::replace(const std::string& target) {
    if (options_.can_exchange && options_.can_move_installed) {
        const auto exchanged = sys::exchange(prefix(), target);
        if (exchanged) return finish_exchange();
        if (exchanged.error().code != Code::files) return exchanged;
    }
    // The new prefix has its receipt: from here on heal finishes what this process does not.
    const std::string fresh = prefix_.release();
    CUDAENV_TRY(remove_receipt(target));
    reached(options_, "old receipt removed");
    CUDAENV_TRY(const auto old, move_aside(layout_, stack_, options_));
    reached(options_, "old moved");
    CUDAENV_TRY(sys::rename(fresh, target));
    reached(options_, "moved");
    CUDAENV_TRY(sys::sync_folder(layout_.versions()));
    return discard(old);
}

// The old stack lies in staging/ now. It may lose files only when the exchange is lasting: after a
// power cut it must not be back in its place without them.
Result<void> Staging::finish_exchange() {
    const std::string old = prefix_.release();
    reached(options_, "exchanged");
    CUDAENV_TRY(sys::sync_folder(layout_.versions()));
    CUDAENV_TRY(sys::sync_folder(layout_.staging()));
    return discard(old);
}

Result<void> remove_stack(const base::Layout& layout, std::string_view stack,
                          const MoveOptions& options) {
    const std::string prefix = layout.prefix(stack);
    CUDAENV_TRY(const auto there, sys::info(prefix));
    if (there.kind == sys::FileKind::none || !base::parse_stack_name(stack)) {
        return fail(Code::not_installed, std::string(stack) + " is not installed");
    }
    if (there.kind == sys::FileKind::link) {
        return fail(Code::usage, "an adopted toolkit is not removed").at(prefix);
    }
    CUDAENV_TRY(refuse_link(layout.staging()));
    CUDAENV_TRY(remove_receipt(prefix));
    reached(options, "receipt removed");
    CUDAENV_TRY(const auto aside, move_aside(layout, stack, options));
    reached(options, "moved");
    CUDAENV_TRY(sys::sync_folder(layout.versions()));
    return discard(aside);
}

}  // namespace cudaenv::store
