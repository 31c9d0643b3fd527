// SPDX-License-Identifier: MIT
#include <utility>

#include "catalog/mirror.hpp"
#include "fetch/session.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::plan {

namespace {

// Where the bytes are: the person's own file, else the cache.
void locate(Artifact& artifact, const Wanted& wanted, const Context& context) {
    if (wanted.local) {
        artifact.cache_path = wanted.local->path;
        artifact.is_cached = artifact.is_borrowed = true;
        return;
    }
    artifact.is_renewed = !wanted.use_cache;
    if (artifact.is_renewed || !context.cache) return;
    const CacheState state = context.cache(artifact.cache_path);
    artifact.is_cached = state.is_whole;
    artifact.partial_bytes = state.is_whole ? 0 : state.partial_bytes;
}

Result<Artifact> artifact_of(const catalog::Runfile& file, const Wanted& wanted,
                             const Context& context) {
    const std::string version = to_string(wanted.release->version);
    const std::string below = file.urls.empty() ? "" : catalog::path_below_host(file.urls.front());
    if (below.empty() && !wanted.local) {
        return fail(Code::unknown_release, "the catalog has no usable address of CUDA " + version)
            .found(file.urls.empty() ? "none" : fetch::without_secrets(file.urls.front()));
    }
    Artifact artifact;
    artifact.id = 1;
    artifact.name = file.file_name;
    artifact.urls = catalog::addresses(file.urls, context.mirrors);
    artifact.cache_path = context.cache_dir + "/" + below;
    artifact.size_bytes = file.size_bytes;
    artifact.sha256 = file.sha256;
    artifact.md5 = file.md5;
    locate(artifact, wanted, context);
    if (artifact.sha256.empty() && artifact.md5.empty() && wanted.local) {
        artifact.md5 = wanted.local->md5;
    }
    const bool may_pass = wanted.local && wanted.force;  // kept in the receipt: verified_by none
    if (artifact.sha256.empty() && artifact.md5.empty() && !may_pass) {
        return fail(Code::checksum, "the catalog has no digest for " + file.file_name)
            .values("neither SHA-256 nor MD5", "a digest to verify the file by")
            .why("a file that cannot be verified is never installed");
    }
    return artifact;
}

}  // namespace

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

Result<Install> runfile_recipe(const Wanted& wanted, const Context& context) {
    const catalog::Release& release = *wanted.release;
    const std::string version = to_string(release.version);
    const catalog::Runfile* file = catalog::runfile_for(release, wanted.platform);
    if (file == nullptr) {
        return fail(Code::unknown_release,
                    "CUDA " + version + " has no installer for " + wanted.platform);
    }
    CUDAENV_TRY(Artifact artifact, artifact_of(*file, wanted, context));

    Install install;
    install.keep_archives = wanted.keep_archives;
    install.replace = wanted.force;
    store::Receipt& receipt = install.receipt;
    receipt.stack = receipt.toolkit = version;
    receipt.requested = wanted.requested;
    receipt.platform = wanted.platform;
    receipt.build_only = wanted.build_only;
    receipt.made_by = context.made_by;
    receipt.catalog_name = release.catalog;
    receipt.catalog_serial = context.catalog_serial;
    receipt.catalog_reviewed = release.is_reviewed;
    install.artifacts.push_back(std::move(artifact));
    return install;
}

}  // namespace cudaenv::plan
