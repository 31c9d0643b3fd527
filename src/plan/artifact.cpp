// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "catalog/mirror.hpp"
#include "fetch/session.hpp"
#include "plan/parts.hpp"

namespace cudaenv::plan {

namespace {

int next_id(const Install& install) {
    int last = 0;
    for (const store::ReceiptArtifact& each : install.receipt.artifacts)
        last = std::max(last, each.id);
    for (const Artifact& each : install.artifacts) last = std::max(last, each.id);
    return last + 1;
}

}  // namespace

Result<void> add_artifact(Install& install, const Published& file, const Context& context) {
    const std::string below = file.urls.empty() ? "" : catalog::path_below_host(file.urls.front());
    if (below.empty()) {
        return fail(Code::unknown_release, "the catalog has no usable address of " + file.title)
            .found(file.urls.empty() ? "none" : fetch::without_secrets(file.urls.front()));
    }
    Artifact artifact;
    artifact.id = next_id(install);
    artifact.kind = file.kind;
    artifact.name = file.file_name;
    artifact.urls = catalog::addresses(file.urls, context.mirrors);
    artifact.cache_path = context.cache_dir + "/" + below;
    artifact.size_bytes = file.size_bytes;
    artifact.sha256 = file.sha256;
    artifact.md5 = file.md5;
    artifact.component = file.component;
    artifact.component_version = file.component_version;
    install.artifacts.push_back(std::move(artifact));
    return {};
}

namespace {

bool serves(const LocalFile& file, const Artifact& artifact, const Install& install) {
    const std::string name = file.path.substr(file.path.rfind('/') + 1);
    return name == artifact.name || install.artifacts.size() == 1;
}

// The person's own file for the artifact, if --from was given.
Result<std::optional<LocalFile>> own_file(const Artifact& artifact, const Install& install,
                                          const Wanted& wanted, const Context& context) {
    if (!wanted.in_folder) {
        const bool is_given = wanted.local && serves(*wanted.local, artifact, install);
        return is_given ? wanted.local : std::nullopt;
    }
    const std::string below = artifact.cache_path.substr(context.cache_dir.size() + 1);
    std::optional<LocalFile> file = wanted.in_folder(artifact.name, below);
    if (file) return file;
    return fail(Code::not_found, artifact.name + " is not in the folder given by --from")
        .needs(artifact.name + " or " + below);
}

Result<void> check_digest(const Artifact& artifact, const Wanted& wanted) {
    const bool may_pass = artifact.is_borrowed && wanted.force;  // in the receipt: verified_by none
    if (!artifact.sha256.empty() || !artifact.md5.empty() || may_pass) return {};
    return fail(Code::checksum, "the catalog has no digest for " + artifact.name)
        .values("neither SHA-256 nor MD5", "a digest to verify the file by")
        .why("a file that cannot be verified is never installed")
        .note("a file of your own is, with --force: compare its digest with the publisher's first");
}

void look_in_cache(Artifact& artifact, const Wanted& wanted, const Context& context) {
    artifact.is_renewed = !wanted.use_cache;
    if (artifact.is_renewed || !context.cache) return;
    const CacheState state = context.cache(artifact.cache_path);
    artifact.is_cached = state.is_whole;
    artifact.partial_bytes = state.is_whole ? 0 : state.partial_bytes;
}

}  // namespace

Result<void> locate(Install& install, const Wanted& wanted, const Context& context) {
    const bool is_unused =
        wanted.local && std::ranges::none_of(install.artifacts, [&](const Artifact& each) {
            return serves(*wanted.local, each, install);
        });
    if (is_unused) {
        return fail(Code::not_found,
                    "the file given by --from is none of the archives that are needed")
            .at(wanted.local->path)
            .needs(install.artifacts.empty() ? "nothing" : install.artifacts.front().name);
    }
    for (Artifact& artifact : install.artifacts) {
        CUDAENV_TRY(const std::optional<LocalFile> own,
                    own_file(artifact, install, wanted, context));
        if (own) {
            artifact.cache_path = own->path;
            artifact.is_cached = artifact.is_borrowed = true;
            if (artifact.sha256.empty() && artifact.md5.empty()) artifact.md5 = own->md5;
        } else {
            look_in_cache(artifact, wanted, context);
        }
        CUDAENV_TRY(check_digest(artifact, wanted));
    }
    return {};
}

std::string to_string(ArtifactKind kind) {
    switch (kind) {
        case ArtifactKind::runfile:
            return "runfile";
        case ArtifactKind::redist:
            return "redist";
        case ArtifactKind::companion:
            return "companion";
        case ArtifactKind::local:
            return "local";
    }
    return {};
}

}  // namespace cudaenv::plan
