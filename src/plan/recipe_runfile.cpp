// SPDX-License-Identifier: MIT
// The whole installer file of a release; from 11.0 on its components can be left out one by one.
#include <algorithm>

#include "plan/parts.hpp"

namespace cudaenv::plan {

namespace {

constexpr std::uint32_t kFirstWithComponents = 11;

bool is_whole(const catalog::Choice& choice) {
    return choice.only.empty() && choice.without.empty() &&
           (choice.profile == catalog::Profile::full || choice.profile == catalog::Profile::devel);
}

// Every name that the rules know, and what other releases call it: a runfile has no list of its
// own.
catalog::Offer offer_of(const Wanted& wanted) {
    catalog::Offer offer;
    offer.title = "CUDA " + to_string(wanted.release->version) + " for " + wanted.platform;
    for (const catalog::ComponentRule& rule : wanted.rules->components) {
        offer.names.push_back(rule.name);
    }
    return offer;
}

// What of the runfile is passed over.
Result<std::vector<std::string>> left_out(const Wanted& wanted,
                                          const std::set<std::string>& present) {
    CUDAENV_TRY(const std::vector<std::string> chosen,
                catalog::choose(*wanted.rules, offer_of(wanted), wanted.choice));
    std::vector<std::string> names;
    for (const catalog::ComponentRule& rule : wanted.rules->components) {
        const bool is_chosen = std::ranges::find(chosen, rule.name) != chosen.end();
        if (is_chosen && !present.contains(rule.name)) continue;
        names.push_back(rule.name);
        names.insert(names.end(), rule.aliases.begin(), rule.aliases.end());
    }
    return names;
}

}  // namespace

Result<void> add_runfile(Install& install, const Wanted& wanted,
                         const std::set<std::string>& present, const Context& context) {
    const catalog::Release& release = *wanted.release;
    const std::string version = to_string(release.version);
    const catalog::Runfile* file = catalog::runfile_for(release, wanted.platform);
    if (file == nullptr) {
        return fail(Code::unknown_release,
                    "CUDA " + version + " has no installer for " + wanted.platform);
    }
    if (wanted.rules != nullptr && release.version.major() >= kFirstWithComponents) {
        CUDAENV_TRY(install.left_out, left_out(wanted, present));
    } else if (wanted.rules != nullptr && !is_whole(wanted.choice)) {
        return fail(Code::refused, "CUDA " + version + " comes in one piece")
            .why("installer files from before 11.0 are not divided into components")
            .try_("cudaenv install --profile full " + version);
    }
    Published published;
    published.kind = ArtifactKind::runfile;
    published.title = "CUDA " + version;
    published.file_name = file->file_name;
    published.urls = file->urls;
    published.size_bytes = file->size_bytes;
    published.sha256 = file->sha256;
    published.md5 = file->md5;
    return add_artifact(install, published, context);
}

}  // namespace cudaenv::plan
