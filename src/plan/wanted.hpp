// SPDX-License-Identifier: MIT
// What plan::make is asked for: one stack, resolved against the catalog, and how its archives are
// to be had. Pointers are into the catalog and the lists of the caller, who keeps them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/companions.hpp"
#include "catalog/components.hpp"

namespace cudaenv::plan {

// An archive of the person's own (--from) and digests that came with it (md5sum.txt in its folder).
struct LocalFile {
    std::string path;
    std::uint64_t size_bytes = 0;
    std::string md5;
};

// A list of redist archives that was fetched, and what it was verified by.
struct FetchedList {
    const catalog::RedistRelease* release = nullptr;
    catalog::Redistrib list;
    std::string sha256;       // of the list itself
    std::string verified_by;  // sha256; none = the manifest knows no digest of it
};

struct WantedCompanion {
    catalog::Companion found;
    const FetchedList* list = nullptr;  // null: the build names its archive itself
};

struct Wanted {
    const catalog::Release* release = nullptr;
    std::string requested;  // as the person wrote it
    std::string platform;   // linux-x86_64
    bool force = false;
    bool keep_archives = true;
    bool build_only = false;
    bool use_cache = true;
    bool add = false;  // put what is missing into an installed stack
    // --from FILE: serves the archive of its name, or the only one that is needed.
    std::optional<LocalFile> local;
    // --from DIR, by name and by the path below the published host: nothing is taken from
    // elsewhere. Empty = not asked for.
    std::function<std::optional<LocalFile>(const std::string& name, const std::string& below)>
        in_folder;
    const FetchedList* list = nullptr;               // of the toolkit; null = take the runfile
    const catalog::ComponentRules* rules = nullptr;  // null = everything, whatever `choice` says
    catalog::Choice choice;
    std::vector<WantedCompanion> companions;  // by name
};

}  // namespace cudaenv::plan
