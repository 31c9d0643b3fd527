// SPDX-License-Identifier: MIT
// What is published of one toolkit release, put together from catalog and tables. Pure. Empty texts
// and lists, 0 and versions without parts: not known, or nothing.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/version.hpp"
#include "catalog/catalog.hpp"
#include "commands/fact_line.hpp"
#include "compat/tables.hpp"

namespace cudaenv::commands {

// The least driver for any release of the major, and the one for all that this release can do.
struct DriverFacts {
    std::string min, recommended;
};

struct GlibcFacts {
    base::Version min, warn_from, max_below;
};

// cuDNN releases of one major that have a build for the toolkit.
struct CudnnFacts {
    std::string build;                    // cuda12
    std::vector<base::Version> versions;  // oldest first, never empty
};

struct Fault {
    std::string code;  // CE303
    std::string text;
};

struct ReleaseFacts {
    base::Version version;
    std::string kind, label;  // release, preview, patch; "11.0 RC"
    std::string catalog;
    bool is_reviewed = true;
    std::vector<catalog::Runfile> runfiles;
    DriverFacts linux_driver, windows_driver;
    std::string bundled_driver;
    base::Version min_cc, max_cc;
    std::vector<std::string> real, special, deprecated;  // sm_75 …
    std::vector<std::string> added, dropped;             // since the line before
    base::Version line_before, ptx_isa;
    compat::CompilerRow host;
    GlibcFacts glibc;
    std::vector<CudnnFacts> cudnn;  // oldest first
    std::vector<Fault> faults;
};

ReleaseFacts facts_of(const catalog::Release& release, const compat::Tables& tables);

// What is not known is null.
nlohmann::ordered_json json_of(const ReleaseFacts& facts);

std::vector<FactLine> lines_of(const ReleaseFacts& facts);

// release, preview or patch: the word of the manifests.
std::string_view kind_word(catalog::ReleaseKind kind);

}  // namespace cudaenv::commands
