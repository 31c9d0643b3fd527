// SPDX-License-Identifier: MIT
// Which version applies here (cli.md section 4): environment, nearest version file, global, system.
// Reads a handful of small files and nothing else; makes its own system calls.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/request.hpp"
#include "hot/conf.hpp"
#include "hot/env_view.hpp"
#include "hot/version_file.hpp"

namespace cudaenv::hot {

struct Origin {
    enum class Kind { command_line, environment, file, global, none };
    Kind kind = Kind::none;
    std::string path;  // of file and global
};

struct Selection {
    Origin origin;
    VersionFile file;                 // requests empty with origin none: plain `system`
    std::string ruling_text;          // whole bytes of the ruling file (the hook watches them)
    std::vector<std::string> absent;  // nearer version files that were not there (watched too)
    std::vector<std::string> notes;   // e.g. a file of another user that was skipped
};

struct SelectInput {
    EnvView env;
    const base::Layout& layout;
    const Conf& conf;
    std::string_view command_line = {};  // exec --version V, or a shim's +V
};

// Errors: usage (malformed file or variable, CUDAENV_DIR no folder; the file and line in `at`),
// refused (`path:` or `ccbin` of a foreign file), permission.
Result<Selection> select(const SelectInput& input);

// The same, with what was looked at also when it failed: the prompt watches that too.
struct Attempt {
    Selection selection;
    std::optional<Error> error;
};
Attempt try_select(const SelectInput& input);

// The folder where the walk starts: CUDAENV_DIR, else $PWD if it is the folder `.` is, else getcwd.
Result<std::string> start_folder(EnvView env);

// The nearest version file at or above `folder`, as `select` would find it, or empty.
Result<std::string> find_version_file(const std::string& folder, const SelectInput& input);

}  // namespace cudaenv::hot
