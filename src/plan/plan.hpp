// SPDX-License-Identifier: MIT
// The Plan: everything that a command will fetch, write and delete, as plain data. Printed by
// --dry-run, serialised by --json, compared in tests, executed by execute::run. Nothing happens
// that it does not say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "compat/verdict.hpp"
#include "store/receipt.hpp"

namespace cudaenv::plan {

enum class ArtifactKind { runfile, redist, companion, local };
std::string to_string(ArtifactKind kind);

// One file to have. Digests in lower-case hex, empty if unknown.
struct Artifact {
    int id = 0;  // 1, 2, … within the stack: file-list rows refer to it
    ArtifactKind kind = ArtifactKind::runfile;
    std::string name;
    std::vector<std::string> urls;  // addresses to try, in order
    std::string cache_path;         // absolute; the download is cache_path + ".part"
    std::optional<std::uint64_t> size_bytes;
    std::string sha256, md5;
    bool is_cached = false;           // whole at cache_path (hashed again before use)
    bool is_borrowed = false;         // a person's own file (--from): read, never changed
    bool is_renewed = false;          // --no-cache: what lies in the cache is thrown away first
    std::uint64_t partial_bytes = 0;  // already in the .part
    // Redist and companion archives: what they hold, and its own version (12.4.131).
    std::string component, component_version;
};

// Have the artifact whole and verified.
struct Fetch {
    Artifact artifact;
};
// Have the stack: unpack its artifacts (fetched by the same run) into the store, lay out, commit.
struct Install {
    std::vector<Artifact> artifacts;
    store::Receipt receipt;  // all but digests and file list, which execution fills in
    bool replace = false;    // exchange a stack that is there (--force, a damaged one, --add)
    bool keep_archives = true;
    // An installed stack that is a part of this one: its files are taken over, nothing of it is
    // fetched. `receipt` then holds its artifacts already. Empty = none.
    std::string base;
    std::string base_files_sha256;      // of its file list when this was planned
    std::vector<std::string> left_out;  // components of a runfile that are passed over
};
struct Uninstall {
    std::string stack;
};
struct Adopt {
    std::string name, target;
};
struct DropAdopted {
    std::string name;
};
struct CollectGarbage {
    std::uint64_t objects = 0, bytes = 0;  // counted when the plan was made
    bool wait = true;  // false: not at all while another process changes the store
};
// Put back what fails verification: from the store and other stacks; what is nowhere there, by
// installing the whole anew, if the catalog has it.
struct Repair {
    std::string stack;
    std::optional<Install> reinstall;
};
struct Heal {};    // finish or clear what a run that was killed left behind
struct Rehash {};  // shims and links/

using Step = std::variant<Fetch, Install, Uninstall, Adopt, DropAdopted, CollectGarbage, Repair,
                          Heal, Rehash>;

struct Plan {
    std::string root;
    std::vector<Step> steps;
    compat::Verdict verdict;
    std::vector<std::string> notes;    // told before the work: "12.4 -> 12.4.1 (…)"
    std::uint64_t archives = 0;        // archives that are used
    std::uint64_t fetch_bytes = 0;     // still to download
    std::uint64_t unpacked_bytes = 0;  // estimate of what the store grows by
    std::uint64_t needed_bytes = 0;    // download + unpacked + 5 %
    std::uint64_t free_bytes = 0;      // in the root's file system
    bool is_empty() const { return steps.empty(); }
};

}  // namespace cudaenv::plan
