// SPDX-License-Identifier: MIT
// The files of the machine that is looked at: this one's, or those below a sysroot. Paths are
// absolute as that machine has them; links are followed inside the sysroot. What cannot be read is
// empty: a probe fails never.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hot/toolkit_version.hpp"
#include "sys/env.hpp"

namespace cudaenv::probe {

class Root {
  public:
    explicit Root(std::string sysroot) : sysroot_(std::move(sysroot)) {}

    bool is_sysroot() const { return !sysroot_.empty(); }
    // Where we find what that machine has at `path`, all links but the last part's followed.
    std::string on_disk(const std::string& path) const;
    // With every link followed; empty if nothing is there.
    std::string real(const std::string& path) const;

    bool exists(const std::string& path) const { return !real(path).empty(); }
    bool is_folder(const std::string& path) const;
    bool is_program(const std::string& path) const;
    // What to run for the program at `path`.
    std::string to_run(const std::string& path) const;
    // At most `limit` bytes, else nothing; files of /proc and /sys too.
    std::string text(const std::string& path, std::size_t limit = 4U << 20U) const;
    // The first line, trimmed.
    std::string line(const std::string& path) const;
    // Names in the folder, sorted.
    std::vector<std::string> names(const std::string& folder) const;
    // What the link at `path` says; empty if it is none.
    std::string link(const std::string& path) const;

  private:
    std::string sysroot_;
};

// The absolute folders of a list such as PATH, each once, in order.
std::vector<std::string> folders_of(const sys::Env& env, std::string_view variable);

// Whether `path` is `folder` or lies below it.
bool is_within(std::string_view path, std::string_view folder);

// The last part of a path.
std::string_view base_name(std::string_view path);

using hot::first_version;

}  // namespace cudaenv::probe
