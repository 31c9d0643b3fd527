// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "activate/describe.hpp"
#include "execute/steps.hpp"
#include "store/object_store.hpp"
#include "store/verify.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"

namespace cudaenv::execute {

namespace {

// A damaged file may be the object itself (they are one inode): an object whose bytes are not those
// of its name would be taken for the good one, so it must go before the archive is unpacked again.
Result<void> drop_rotten_objects(const std::vector<store::FileRow>& rows, const Work& work) {
    const store::ObjectStore objects(work.settings.layout, work.settings.layout.staging());
    for (const store::FileRow& row : rows) {
        if (row.kind != store::FileRow::Kind::file || row.sha256.empty()) continue;
        const std::string path = objects.path_of({row.sha256, (row.mode & 0111U) != 0});
        const Result<std::string> sha256 = sys::sha256_of_file(path);
        if (sha256.has_value() && *sha256 == row.sha256) continue;
        CUDAENV_TRY(sys::remove_file(path));
    }
    return {};
}

// The activation file is in no archive: it follows from the receipt and the file list.
Result<void> restore_activation(const std::string& prefix, Work& work) {
    const Result<std::string> expected = activate::expected_text(prefix);
    if (!expected.has_value()) return {};  // damaged: the whole stack is made anew
    const std::string path = base::Layout::activation(prefix);
    const Result<std::string> found = sys::read_file(path);
    if (found.has_value() && *found == *expected) return {};
    CUDAENV_TRY(const sys::FileInfo there, sys::info(path));
    if (there.kind != sys::FileKind::none) CUDAENV_TRY(sys::remove_tree(path));
    CUDAENV_TRY(sys::write_file(path, *expected, {.mode = 0444, .sync = true}));
    work.outcome.repaired.emplace_back(base::Layout::activation("").substr(1));
    return {};
}

Result<void> reinstall(const plan::Repair& step, const Error& reason, Work& work) {
    if (!step.reinstall) return tl::unexpected(reason);
    work.observer.said(reason.what + ": taking it from its archive");
    return install(*step.reinstall, work);
}

}  // namespace

Result<void> repair(const plan::Repair& step, Work& work) {
    const base::Layout& layout = work.settings.layout;
    const std::string prefix = layout.prefix(step.stack);
    CUDAENV_TRY(restore_activation(prefix, work));
    const Result<store::VerifyOutcome> verified = store::verify(prefix);
    if (!verified.has_value()) {
        if (verified.error().code != Code::damaged) return tl::unexpected(verified.error());
        CUDAENV_TRY(reinstall(step, verified.error(), work));
        work.outcome.repaired.push_back(step.stack);
        return {};
    }
    if (verified->damages.empty()) return {};
    CUDAENV_TRY(store::RepairOutcome outcome, store::repair(layout, step.stack, verified->damages));
    for (std::string& path : outcome.repaired) work.outcome.repaired.push_back(std::move(path));
    if (!outcome.unrepaired.empty()) {
        CUDAENV_TRY(drop_rotten_objects(outcome.unrepaired, work));
        Error reason;
        reason.code = Code::damaged;
        reason.what = fmt::format("{} files of {} are nowhere in the store",
                                  outcome.unrepaired.size(), step.stack);
        reason.at = prefix;
        CUDAENV_TRY(reinstall(step, reason, work));
        for (const store::FileRow& row : outcome.unrepaired) {
            work.outcome.repaired.push_back(row.path);
        }
    }
    work.ledger.add_history("repair", step.stack,
                            std::to_string(work.outcome.repaired.size()) + " files");
    return {};
}

}  // namespace cudaenv::execute
