// SPDX-License-Identifier: MIT
// What NVIDIA publishes beside the toolkit's installer files, as values: where the list of redist
// archives of each release lies, and for the companions of the toolkit (cuDNN, cuTENSOR …) which
// builds there are, so that one is chosen before anything is fetched. Compiled in from
// manifests/redist/; folders of the same schema lie over it. Reading those is the only I/O.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.hpp"
#include "base/result.hpp"
#include "base/version.hpp"
#include "catalog/catalog.hpp"
#include "catalog/components.hpp"

namespace cudaenv::catalog {

// The product that is the toolkit itself; every other one is a companion.
inline constexpr std::string_view kToolkit = "cuda";

// An archive whose address is known without a list.
struct DirectArchive {
    std::string url;
    std::string sha256, md5;  // lower-case hex, or empty = not published or known
    std::optional<std::uint64_t> size_bytes;

    friend bool operator==(const DirectArchive&, const DirectArchive&) = default;
};

// What a release has for one platform.
struct RedistBuild {
    std::string platform;
    std::string name;                      // NVIDIA's: cuda12, cuda10.2; empty = one for all
    std::vector<base::Version> cuda;       // majors (12) and lines (10.2) it fits; none = any
    std::string full_version;              // 8.9.7.29
    std::optional<DirectArchive> archive;  // none = look in the list, under `name`

    friend bool operator==(const RedistBuild&, const RedistBuild&) = default;
};

// One release of a product.
struct RedistRelease {
    std::string product;                  // cuda, cudnn …
    std::string version;                  // as published: 8.9.7, 24.03.0
    std::string date;                     // may be empty
    std::string list_url;                 // of its redistrib JSON; empty = it has none
    std::string list_sha256;              // empty = not known
    std::vector<std::string> components;  // what of the list is installed; none = all, chosen
    std::vector<RedistBuild> builds;      // Linux; none = not known
    std::string catalog = "builtin";      // where the row came from: "builtin" or a folder
    bool is_reviewed = true;

    friend bool operator==(const RedistRelease&, const RedistRelease&) = default;
};

struct RedistIndex {
    std::vector<RedistRelease> releases;  // by product, then oldest first
    ComponentRules rules;                 // for the components of the toolkit

    friend bool operator==(const RedistIndex&, const RedistIndex&) = default;
};

// What is compiled in. No TOML is parsed.
RedistIndex builtin_redist();

// The same with the redist/ of each folder over it, in order: a release replaces the one of the
// same product and version, a components.toml all rules. `learned` rows count where what is
// compiled in does not know the release, or not what it holds. Errors: as catalog::load.
Result<RedistIndex> load_redist(std::span<const std::string> folders,
                                std::span<const RedistRelease> learned = {});

// The redist/ of one folder alone; empty without one. Errors: as load_redist.
Result<RedistIndex> read_redist_folder(const std::string& folder);

// Parses the file of one product. Errors: usage, damaged.
Result<std::vector<RedistRelease>> parse_product(std::string_view toml, const std::string& name);

// Puts `over` over `index`.
void lay_over(RedistIndex& index, RedistIndex over);

// The releases of one product, oldest first; points into the index.
std::span<const RedistRelease> releases_of(const RedistIndex& index, std::string_view product);

// The release of this number, 23.11 and 23.11.0 alike; null if there is none.
const RedistRelease* find_release(std::span<const RedistRelease> releases,
                                  const base::Version& version);

// The catalog with what the index adds to it: for which platforms each release has archives, and
// releases that come as archives only.
Catalog with_archives(const Catalog& catalog, const RedistIndex& index);

// The toolkit release's list; null if it has none (before 11.4.2).
const RedistRelease* toolkit_list(const RedistIndex& index, const base::Version& toolkit);

}  // namespace cudaenv::catalog
