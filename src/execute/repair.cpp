// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

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
        if (row.kind != store::FileRow::Kind::file) continue;
        const std::string path = objects.path_of({row.sha256, (row.mode & 0111U) != 0});
        const Result<std::string> sha256 = sys::sha256_of_file(path);
        if (sha256.has_value() && *sha256 == row.sha256) continue;
        CUDAENV_TRY(sys::remove_file(path));
    }
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
