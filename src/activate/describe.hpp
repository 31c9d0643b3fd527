// SPDX-License-Identifier: MIT
// The activation file of a tree that is about to be committed.
#pragma once

#include <string>
#include <vector>

#include "hot/activation.hpp"
#include "store/file_list.hpp"
#include "store/receipt.hpp"

namespace cudaenv::activate {

// Looks at the rows for bin, lib64 (else lib), extras/CUPTI/lib64, pkg-config, share/man and nvcc.
hot::Activation describe(const store::Receipt& receipt, const std::vector<store::FileRow>& rows);

// The text that the activation file of a committed stack must have, by its receipt and file list.
// Errors: damaged, and those of files, where these cannot be read.
Result<std::string> expected_text(const std::string& prefix);

}  // namespace cudaenv::activate
