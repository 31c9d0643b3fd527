// SPDX-License-Identifier: MIT
// A Machine as JSON, in the shape of cli.md section 14 (schema 1): probe files come in, `status`
// goes out. UTF-8; sizes in bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "probe/machine.hpp"

namespace cudaenv::probe {

// Reads a probe file, or the whole output of `cudaenv status --json` (its data.machine). `name`
// (the file) is for messages. Every key may be absent; unknown keys are skipped; `"driver": null`
// means looked for and not there. Errors: usage (no JSON, a value that is not what its key needs,
// with the key), damaged (another schema).
Result<Machine> from_json(std::string_view json, const std::string& name);

// One object; what is not known has no key.
std::string to_json(const Machine& machine);

}  // namespace cudaenv::probe
