// SPDX-License-Identifier: MIT
// The release of a toolkit that we did not make, as the small files in it tell.
#pragma once

#include <string>
#include <string_view>

namespace cudaenv::hot {

// The first word of `text` that is a release number with a dot, without what stands around it in
// brackets or behind a comma: "Module for x86_64  550.54.15  Thu" gives 550.54.15.
std::string first_version(std::string_view text);

// Of the text of a version.json: the toolkit's own entry. Empty if it tells nothing.
std::string version_in_json(std::string_view text);

// Of the text of a cuda.h: "12.2", or empty.
std::string version_in_header(std::string_view text);

// "12.2.140" gives 12.2; empty for what is no release.
std::string line_of_version(std::string_view version);

// The line of the toolkit in `folder`, by version.json, else version.txt, else the head of cuda.h.
// Empty if none of them tells: then the rest of cuda.h or the compiler may.
std::string toolkit_line(const std::string& folder);

}  // namespace cudaenv::hot
