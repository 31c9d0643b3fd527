// SPDX-License-Identifier: MIT
#include "store/verify.hpp"

#include <map>
#include <unordered_set>
#include <utility>

#include "store/receipt.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::store {
namespace {

std::string_view name_of(sys::FileKind kind) {
    switch (kind) {
        case sys::FileKind::none:
            return "nothing";
        case sys::FileKind::file:
            return "a file";
        case sys::FileKind::folder:
            return "a folder";
        case sys::FileKind::link:
            return "a link";
        case sys::FileKind::other:
            break;
    }
    return "a device, socket or pipe";
}

sys::FileKind kind_on_disk(FileRow::Kind kind) {
    switch (kind) {
        case FileRow::Kind::folder:
            return sys::FileKind::folder;
        case FileRow::Kind::link:
            return sys::FileKind::link;
        case FileRow::Kind::file:
            break;
    }
    return sys::FileKind::file;
}

std::string_view parent_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

class Verifier {
  public:
    explicit Verifier(const std::string& prefix) : prefix_(prefix) {}

    Result<void> check(const FileRow& row) {
        if (row.kind == FileRow::Kind::file) {
            ++outcome_.files;
            outcome_.bytes += row.size_bytes;
        }
        const std::string path = prefix_ + "/" + row.path;
        CUDAENV_TRY(auto info, sys::info(path));
        // Behind a link that stands for a folder lies something else, whatever its name.
        if (lost_folders_.contains(parent_of(row.path))) info.kind = sys::FileKind::none;
        if (info.kind != kind_on_disk(row.kind)) {
            if (row.kind == FileRow::Kind::folder) lost_folders_.insert(row.path);
            const bool is_missing = info.kind == sys::FileKind::none;
            return note(is_missing ? Damage::Kind::missing : Damage::Kind::kind, row,
                        name_of(info.kind));
        }
        if (row.kind == FileRow::Kind::file) return check_file(row, path, info);
        if (row.kind == FileRow::Kind::link) return check_link(row, path);
        return {};
    }

    Result<void> check_activation() {
        FileRow row;
        row.path = base::Layout::activation("").substr(1);
        row.mode = kFileMode;
        CUDAENV_TRY(const auto info, sys::info(base::Layout::activation(prefix_)));
        if (info.kind == sys::FileKind::file) return {};
        return note(Damage::Kind::missing, row, name_of(info.kind));
    }

    Result<void> find_extra(const std::vector<FileRow>& rows) {
        std::unordered_set<std::string_view> listed;
        listed.reserve(rows.size());
        for (const auto& row : rows) listed.insert(row.path);
        return sys::walk(prefix_, [&](const std::string& path, const auto&) -> Result<void> {
            const bool is_meta = path.substr(0, path.find('/')) == base::kMetaFolder;
            if (!is_meta && !listed.contains(path)) outcome_.extra.push_back(path);
            return {};
        });
    }

    VerifyOutcome take() { return std::move(outcome_); }

  private:
    Result<void> check_file(const FileRow& row, const std::string& path,
                            const sys::FileInfo& info) {
        if (info.size_bytes != row.size_bytes) {
            return note(Damage::Kind::content, row, std::to_string(info.size_bytes) + " bytes");
        }
        const auto digest = digest_of(path, info);
        if (!digest && digest.error().code != Code::files) return tl::unexpected(digest.error());
        if (!digest) return note(Damage::Kind::content, row, digest.error().why);
        if (*digest != row.sha256) return note(Damage::Kind::content, row, *digest);
        const bool is_runnable = (info.mode & 0111U) != 0;
        if (is_runnable != is_executable(row)) {
            return note(Damage::Kind::mode, row, is_runnable ? "executable" : "not executable");
        }
        return {};
    }

    Result<void> check_link(const FileRow& row, const std::string& path) {
        CUDAENV_TRY(const auto target, sys::read_link(path));
        return target == row.target ? Result<void>() : note(Damage::Kind::target, row, target);
    }

    // Equal files are one inode under many names.
    Result<std::string> digest_of(const std::string& path, const sys::FileInfo& info) {
        const std::pair inode(info.device, info.inode);
        const auto known = digests_.find(inode);
        if (known != digests_.end()) return known->second;
        CUDAENV_TRY(auto digest, sys::sha256_of_file(path));
        if (info.links > 1) digests_.emplace(inode, digest);
        return digest;
    }

    Result<void> note(Damage::Kind kind, const FileRow& row, std::string_view found) {
        outcome_.damages.push_back({kind, row, std::string(found)});
        return {};
    }

    const std::string& prefix_;
    VerifyOutcome outcome_;
    std::unordered_set<std::string_view> lost_folders_;  // views into the caller's rows
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> digests_;
};

// The rows, if the receipt is that of this folder, and the list that of the receipt.
Result<std::vector<FileRow>> trusted_rows(const std::string& prefix) {
    const auto as_damage = [&](Error error, std::string_view what) {
        // Absent, or something that is no file: a folder, a link to itself.
        const bool is_unusable = error.code == Code::not_found || error.code == Code::files;
        if (is_unusable) error.code = Code::damaged;
        return base::context(std::move(error), what);
    };
    auto receipt = read_receipt(prefix);
    if (!receipt) return as_damage(std::move(receipt).error(), "the stack has no usable receipt");
    const std::string name = prefix.substr(prefix.rfind('/') + 1);
    if (receipt->stack != name) {
        return fail(Code::damaged, "the receipt is that of another stack")
            .at(base::Layout::receipt(prefix))
            .values(receipt->stack, name);
    }
    auto digest = sys::sha256_of_file(base::Layout::file_list(prefix));
    if (!digest) return as_damage(std::move(digest).error(), "the stack has no usable file list");
    if (*digest != receipt->files_sha256) {
        return fail(Code::damaged, "the file list is not the one that was installed")
            .at(base::Layout::file_list(prefix))
            .values(*digest, receipt->files_sha256);
    }
    return read_file_list(prefix);
}

}  // namespace

Result<VerifyOutcome> verify(const std::string& prefix,
                             const std::function<void(std::string_view path)>& on_file) {
    CUDAENV_TRY(const auto rows, trusted_rows(prefix));
    Verifier verifier(prefix);
    CUDAENV_TRY(verifier.check_activation());
    for (const auto& row : rows) {
        CUDAENV_TRY(sys::check_interrupt());
        if (on_file && row.kind == FileRow::Kind::file) on_file(row.path);
        CUDAENV_TRY(verifier.check(row));
    }
    CUDAENV_TRY(verifier.find_extra(rows));
    return verifier.take();
}

}  // namespace cudaenv::store
