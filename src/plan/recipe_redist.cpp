// SPDX-License-Identifier: MIT
// NVIDIA's archives of single components, as the release's list names them.
#include <algorithm>
#include <utility>

#include "plan/parts.hpp"

namespace cudaenv::plan {

namespace {

std::string last_part(const std::string& rel_path) {
    return rel_path.substr(rel_path.rfind('/') + 1);
}

Published published_of(const catalog::Component& component, const catalog::RedistArchive& archive,
                       const std::string& list_url) {
    Published file;
    file.kind = ArtifactKind::redist;
    file.title = component.name + " " + component.version;
    file.file_name = last_part(archive.rel_path);
    file.urls = {catalog::archive_url(list_url, archive)};
    file.size_bytes = archive.size_bytes;
    file.sha256 = archive.sha256;
    file.md5 = archive.md5;
    file.component = component.name;
    file.component_version = component.version;
    return file;
}

// Long ones first: the last core to finish then has little left.
void sort_by_size(std::vector<Published>& files) {
    std::ranges::stable_sort(files, std::ranges::greater{},
                             [](const Published& file) { return file.size_bytes.value_or(0); });
}

void keep_list(Install& install, const FetchedList& fetched) {
    const store::ReceiptList list{fetched.release->list_url, fetched.sha256, fetched.verified_by};
    std::vector<store::ReceiptList>& lists = install.receipt.lists;
    if (std::ranges::find(lists, list) == lists.end()) lists.push_back(list);
}

}  // namespace

Result<void> add_redist(Install& install, const Wanted& wanted,
                        const std::set<std::string>& present, const Context& context) {
    CUDAENV_TRY(const std::vector<const catalog::Component*> chosen,
                catalog::choose(*wanted.rules, wanted.list->list, wanted.platform, wanted.choice));
    std::vector<Published> files;
    for (const catalog::Component* component : chosen) {
        if (present.contains(component->name)) continue;
        const catalog::RedistArchive* archive = catalog::archive_for(*component, wanted.platform);
        CUDAENV_CHECK(archive != nullptr);  // choose() gives no other
        files.push_back(published_of(*component, *archive, wanted.list->release->list_url));
    }
    sort_by_size(files);
    for (const Published& file : files) {
        CUDAENV_TRY(add_artifact(install, file, context));
    }
    keep_list(install, *wanted.list);
    return {};
}

namespace {

Result<std::vector<Published>> files_of(const WantedCompanion& companion, const Wanted& wanted) {
    const catalog::RedistRelease& release = *companion.found.release;
    const catalog::RedistBuild& build = *companion.found.build;
    std::vector<Published> files;
    for (const catalog::Component& component : companion.list->list.components) {
        const bool is_wanted =
            release.components.empty() ||
            std::ranges::find(release.components, component.name) != release.components.end();
        const catalog::RedistArchive* archive =
            catalog::archive_for(component, wanted.platform, build.name);
        if (!is_wanted || archive == nullptr) continue;
        files.push_back(published_of(component, *archive, release.list_url));
    }
    if (files.empty()) {
        return fail(Code::unknown_release, release.product + " " + release.version +
                                               " has no archive for " + wanted.platform)
            .at(release.list_url)
            .needs(build.name.empty() ? wanted.platform : build.name + " on " + wanted.platform);
    }
    sort_by_size(files);
    return files;
}

Published direct_file(const WantedCompanion& companion) {
    const catalog::RedistRelease& release = *companion.found.release;
    const catalog::DirectArchive& archive = *companion.found.build->archive;
    Published file;
    file.file_name = last_part(archive.url);
    file.title = release.product + " " + release.version;
    file.urls = {archive.url};
    file.size_bytes = archive.size_bytes;
    file.sha256 = archive.sha256;
    file.md5 = archive.md5;
    file.component = release.product;
    file.component_version = companion.found.build->full_version;
    return file;
}

}  // namespace

Result<void> add_companion(Install& install, const WantedCompanion& companion, const Wanted& wanted,
                           const Context& context) {
    const catalog::RedistRelease& release = *companion.found.release;
    std::vector<Published> files;
    if (companion.list != nullptr) {
        CUDAENV_TRY(files, files_of(companion, wanted));
        keep_list(install, *companion.list);
    } else {
        files.push_back(direct_file(companion));
    }
    for (Published& file : files) {
        file.kind = ArtifactKind::companion;
        CUDAENV_TRY(add_artifact(install, file, context));
    }
    install.receipt.companions.push_back(
        {release.product, companion.found.build->full_version, companion.found.build->name});
    return {};
}

}  // namespace cudaenv::plan
