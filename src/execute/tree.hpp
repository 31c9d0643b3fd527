// SPDX-License-Identifier: MIT
// The tree of a stack out of its archives: each unpacked while it arrives, several at a time, laid
// out and merged; contents go into the store.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "execute/arrival.hpp"
#include "execute/steps.hpp"
#include "store/file_list.hpp"
#include "store/object_store.hpp"

namespace cudaenv::execute {

struct Tree {
    std::vector<store::FileRow> rows;  // sorted, as check_rows wants them
    std::uint64_t bytes = 0;           // unpacked
};

// Unpacks the step's artifacts, as many at once as there are cores, the largest first. Errors:
// those of unpack, of the store and of the download; integrity (two archives that bring different
// things for one path); of several the first in the order of the artifacts.
Result<Tree> unpack_tree(const plan::Install& step, const Arrival& arrival,
                         store::ObjectStore& objects, Work& work);

// `tree` with the files of the installed stack `step.base` under it; their contents are in the
// store afterwards, wherever they lay. Errors: damaged, files; integrity as above.
Result<Tree> over_base(const plan::Install& step, Tree tree, store::ObjectStore& objects,
                       const Work& work);

}  // namespace cudaenv::execute
