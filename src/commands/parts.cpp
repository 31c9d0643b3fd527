// SPDX-License-Identifier: MIT
#include "commands/parts.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace cudaenv::commands {

namespace {

// cudnn9.1 and whatever has an @, known or not: components have no version.
bool is_companion(const std::string& word, const Stock& known) {
    if (word.find('@') != std::string::npos) return true;
    const auto request = base::parse_companion(word);
    if (!request.has_value()) return false;
    return std::ranges::binary_search(catalog::companion_names(known.redist), request->name);
}

std::string source_of(const PartOptions& options, const World& world) {
    return options.source.empty() ? world.config.source : options.source;
}

base::Failure no_list(const Target& target) {
    return fail(Code::refused,
                "NVIDIA publishes no redist archives of CUDA " + to_string(target.release->version))
        .needs("11.4.2 or newer")
        .try_("cudaenv install --source runfile " + target.requested);
}

// Whether the toolkit is put together from redist archives.
Result<bool> wants_redist(const Target& target, const PartOptions& options,
                          const catalog::Choice& choice, const Stock& known, const World& world) {
    const std::string source = source_of(options, world);
    const auto* list = catalog::toolkit_list(known.redist, target.release->version);
    const bool has_runfile = catalog::runfile_for(*target.release, platform(world)) != nullptr;
    if (source == "redist") {
        if (list == nullptr) return no_list(target);
        return true;
    }
    if (source == "runfile" || list == nullptr) return false;
    const bool is_small =
        choice.profile == catalog::Profile::minimal || choice.profile == catalog::Profile::runtime;
    return !choice.only.empty() || is_small || options.add || !has_runfile;
}

}  // namespace

bool has_choice(const PartOptions& options) {
    return !options.profile.empty() || !options.only.empty() || !options.with.empty() ||
           !options.without.empty();
}

Result<catalog::Choice> choice_of(const PartOptions& options, const Stock& known,
                                  const World& world) {
    const std::string word =
        options.profile.empty() ? world.config.default_profile : options.profile;
    const auto profile = catalog::parse_profile(word);
    if (!profile) {
        return fail(Code::usage, "unknown profile").values(word, "minimal, runtime, devel or full");
    }
    catalog::Choice choice;
    choice.profile = *profile;
    choice.only = options.only;
    choice.without = options.without;
    for (const std::string& word_of_with : options.with) {
        if (!is_companion(word_of_with, known)) choice.with.push_back(word_of_with);
    }
    // What is added to an installed stack is what was named, not a whole profile besides.
    if (options.add && options.profile.empty() && choice.only.empty())
        choice.only.swap(choice.with);
    return choice;
}

Result<void> check_names(const PartOptions& options, const Stock& known, const World& world) {
    CUDAENV_TRY(catalog::Choice choice, choice_of(options, known, world));
    choice.without.clear();  // what needs what is for the release's own list to say
    catalog::Offer offer{"any release of CUDA", {}};
    for (const catalog::ComponentRule& rule : known.redist.rules.components) {
        offer.names.push_back(rule.name);
    }
    CUDAENV_TRY(catalog::choose(known.redist.rules, offer, choice));
    return {};
}

Result<std::string> with_companions(const std::string& text, const PartOptions& options,
                                    const Stock& known) {
    std::string whole = text;
    for (const std::string& word : options.with) {
        if (is_companion(word, known)) whole += "+" + word;
    }
    CUDAENV_TRY(const base::Request request, base::parse_request(whole));
    return whole == text ? text : to_string(request);
}

Result<plan::Wanted> wanted_parts(const Target& target, const PartOptions& options,
                                  const Stock& known, RedistLists& lists, const World& world) {
    plan::Wanted wanted = wanted_of(target, world);
    wanted.rules = &known.redist.rules;
    wanted.add = options.add;
    CUDAENV_TRY(wanted.choice, choice_of(options, known, world));
    CUDAENV_TRY(const bool is_redist, wants_redist(target, options, wanted.choice, known, world));
    if (is_redist) {
        CUDAENV_TRY(wanted.list,
                    lists.list_of(*catalog::toolkit_list(known.redist, target.release->version)));
    }
    for (plan::WantedCompanion& part : wanted.companions) {
        if (part.found.build->archive) continue;
        CUDAENV_TRY(part.list, lists.list_of(*part.found.release));
    }
    return wanted;
}

}  // namespace cudaenv::commands
