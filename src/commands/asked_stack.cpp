// SPDX-License-Identifier: MIT
#include "commands/asked_stack.hpp"

#include "base/text.hpp"
#include "commands/planning.hpp"

namespace cudaenv::commands {
namespace {

using base::Version;

// Versions with so many numbers name one release, not a line.
constexpr std::uint8_t kExactParts = 3;

// The platform for which everything was published.
constexpr std::string_view kWidestPlatform = "linux-x86_64";

Result<const catalog::Release*> release_of(const base::Request& request, const Known& known) {
    if (request.kind == base::Request::Kind::version && request.version.count >= kExactParts) {
        return known.catalog.find(request.version);
    }
    auto here = catalog::resolve(known.catalog, request, known.platform);
    if (here || here.error().code != Code::unknown_release) return here;
    const auto elsewhere = catalog::resolve(known.catalog, request, kWidestPlatform);
    return elsewhere ? elsewhere : here;
}

// Builds for CUDA 11 go with every 11.x, one for 10.2 with that line alone.
bool is_for(const compat::CudnnBuildRow& row, const Version& toolkit) {
    return base::is_prefix(row.cuda, toolkit);
}

bool is_asked(const compat::CudnnBuildRow& row, const base::CompanionRequest& request) {
    const bool is_build = request.build.empty() || request.build == "cuda" + to_string(row.cuda);
    if (!is_build || !request.version) return is_build;
    const Version full = base::parse_version(row.full_version).value_or(row.version);
    return base::is_prefix(*request.version, row.version) ||
           base::is_prefix(*request.version, full);
}

// The newest build that is asked for, of those for the toolkit if there is any; null if none is
// known.
const compat::CudnnBuildRow* cudnn_build(const base::CompanionRequest& request,
                                         const Version& toolkit, const compat::Tables& tables) {
    const compat::CudnnBuildRow* best = nullptr;
    for (const compat::CudnnBuildRow& row : tables.cudnn_builds) {
        if (!is_asked(row, request)) continue;
        const bool is_better = best == nullptr || (is_for(row, toolkit) != is_for(*best, toolkit)
                                                       ? is_for(row, toolkit)
                                                       : best->version < row.version);
        if (is_better) best = &row;
    }
    return best;
}

Result<compat::Companion> companion_of(const base::CompanionRequest& request,
                                       const compat::Tables& tables, AskedStack& asked) {
    const std::string text = to_string(request);
    compat::Companion companion{request.name, request.version.value_or(Version{}), request.build};
    if (request.name != "cudnn") {
        asked.notes.push_back(Message::note("no table judges " + text + ": it is taken as it is"));
        return companion;
    }
    const compat::CudnnBuildRow* row = cudnn_build(request, *asked.stack.toolkit, tables);
    if (row != nullptr) {
        companion.version = row->version;
        return companion;
    }
    if (companion.version.count < kExactParts) {
        return fail(Code::unknown_release, "no known build of cuDNN matches +" + text)
            .try_("cudaenv info " + to_string(*asked.stack.toolkit) + "    which cuDNN fits");
    }
    asked.notes.push_back(Message::note(text + " is not known here: it is judged by its number"));
    return companion;
}

std::string name_of(const compat::Stack& stack) {
    std::string name = to_string(*stack.toolkit);
    for (const compat::Companion& companion : stack.companions) {
        const bool is_numbered = companion.version.count > 0;
        const bool needs_at = is_numbered && base::is_digit(companion.name.back());
        name += "+" + companion.name + (needs_at ? "@" : "");
        if (is_numbered) name += to_string(companion.version);
        if (!companion.build.empty()) name += "/" + companion.build;
    }
    return name;
}

}  // namespace

AskedStack plain_stack(const catalog::Release& release) {
    return {to_string(release.version), {release.version, {}}, &release, {}};
}

Result<AskedStack> asked_stack(const std::string& text, const Known& known, const World& world) {
    CUDAENV_TRY(const base::Request request, without_aliases(text, world));
    AskedStack asked;
    CUDAENV_TRY(asked.release, release_of(request, known));
    asked.stack.toolkit = asked.release != nullptr ? asked.release->version : request.version;
    if (asked.release == nullptr) {
        asked.notes.push_back(Message::note("CUDA " + to_string(request.version) +
                                            " is not in the catalog: it is judged by its number"));
    }
    for (const base::CompanionRequest& companion : request.companions) {
        CUDAENV_TRY(compat::Companion one, companion_of(companion, known.tables, asked));
        asked.stack.companions.push_back(std::move(one));
    }
    asked.name = name_of(asked.stack);
    return asked;
}

}  // namespace cudaenv::commands
