// SPDX-License-Identifier: MIT
// Folders by raw system calls: the names in one, and what a path is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudaenv::hot {

// The names in a folder but `.` and `..`, in no order; empty if it cannot be listed.
std::vector<std::string> list_folder(const std::string& folder);

bool is_listable(const std::string& folder);  // whether we may list it
bool is_folder(const std::string& path);      // links followed
bool is_link(const std::string& path);        // a symbolic link
bool exists(const std::string& path);         // anything, links followed
bool may_execute(const std::string& path);    // a file that we may execute, or a folder
bool is_program(const std::string& path);     // a regular file that we may execute
bool is_same(const std::string& left, const std::string& right);  // same device and inode

// Whether `folder` is a shims folder of any cudaenv (it holds cudaenv-shim).
bool is_shims_folder(const std::string& folder);

}  // namespace cudaenv::hot
