// SPDX-License-Identifier: MIT
// What NVIDIA publishes, as values: releases of the toolkit and their installer files. The built-in
// rows are compiled in from manifests/; folders of the same schema lie over them. No network, no
// clock; reading overlay folders is the only I/O.
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

namespace cudaenv::catalog {

// Platform names are NVIDIA's: linux-x86_64, linux-sbsa, linux-ppc64le, linux-aarch64.
// The one of a machine name as uname gives it (aarch64 -> linux-sbsa); empty if there is none.
std::string platform_of(std::string_view machine);

// One published installer file.
struct Runfile {
    std::string platform;
    std::string file_name;
    std::vector<std::string> urls;  // in order of preference
    std::string driver;             // bundled driver, named in the file; may be empty
    std::optional<std::uint64_t> size_bytes;
    std::string sha256, md5;  // lower-case hex, or empty = not published or known
    unsigned sha256_sources = 0, md5_sources = 0, size_sources = 0;  // how many confirmed each

    friend bool operator==(const Runfile&, const Runfile&) = default;
};

enum class ReleaseKind { release, preview, patch };  // only `release` is picked by prefix or latest

struct Release {
    base::Version version;
    ReleaseKind kind = ReleaseKind::release;
    std::string label;                // "11.0 RC", or empty
    std::string catalog = "builtin";  // which catalog the row came from: "builtin" or a folder
    bool is_reviewed = true;
    std::vector<Runfile> runfiles;               // one for each platform
    std::vector<std::string> archive_platforms;  // that have archives of single components

    friend bool operator==(const Release&, const Release&) = default;
};

class Catalog {
  public:
    // `releases` in any order; a later row of the same version replaces an earlier one.
    explicit Catalog(std::vector<Release> releases, std::uint64_t serial = 0);

    std::span<const Release> releases() const { return releases_; }  // oldest first
    const Release* find(const base::Version& version) const;         // exact; null if unknown
    std::uint64_t serial() const { return serial_; }                 // of the built-in catalog

  private:
    std::vector<Release> releases_;
    std::uint64_t serial_ = 0;
};

// The rows compiled in. Cheap: no TOML is parsed.
Catalog builtin();

// The built-in rows with those of `folders` over them, in order: a release of a folder replaces the
// whole release of the same version. Of a folder its *.toml and those of its toolkits/ count, in
// order of name. Errors: usage (a file that is not the schema, with file, line and key), damaged (a
// schema that this program does not know), not_found, permission, files. `learned` rows lie below
// the folders: of a release that is built in they count for platforms that it has no file for.
Result<Catalog> load(std::span<const std::string> folders, std::span<const Release> learned = {});

// The rows of one folder alone, with the serial of its catalog.toml (0 if there is none). Errors:
// as load.
Result<Catalog> read_folder(const std::string& folder);

// Parses one manifest file; `name` (its path) is for messages and for Release::catalog. Errors:
// usage, damaged.
Result<std::vector<Release>> parse_manifest(std::string_view toml, const std::string& name);

// The serial that a catalog.toml gives. Errors: as parse_manifest.
Result<std::uint64_t> parse_serial(std::string_view toml, const std::string& name);

// The release a request means for a platform: the newest that matches and has a file for it.
// A version written in full also finds previews and patches. Points into `catalog`. Errors:
// unknown_release, with the nearest known ones and, if the release exists for other platforms only,
// saying so; usage for a request that does not name a release (system, path).
Result<const Release*> resolve(const Catalog& catalog, const base::Request& request,
                               std::string_view platform);

// Whether the release can be had for the platform, as one file or as archives.
bool is_published(const Release& release, std::string_view platform);

// The release's file for the platform; null if there is none.
const Runfile* runfile_for(const Release& release, std::string_view platform);

}  // namespace cudaenv::catalog
