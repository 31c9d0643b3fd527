// SPDX-License-Identifier: MIT
#include "cli/verb.hpp"

#include <algorithm>
#include <array>

namespace cudaenv::cli {

std::vector<const Verb*> all_verbs() {
    std::vector<const Verb*> all;
    for (const auto group : {installing_verbs(), selecting_verbs(), asking_verbs(), running_verbs(),
                             housekeeping_verbs()}) {
        for (const Verb& verb : group) all.push_back(&verb);
    }
    return all;
}

const Verb* find_verb(std::string_view name) {
    const auto all = all_verbs();
    const auto found =
        std::ranges::find_if(all, [name](const Verb* verb) { return verb->name == name; });
    return found == all.end() ? nullptr : *found;
}

std::string_view to_string(Group group) {
    constexpr std::array<std::string_view, 5> names{"Installing", "Selecting", "Asking", "Running",
                                                    "Housekeeping"};
    return names[static_cast<std::size_t>(group)];
}

Options describe(const Verb& verb) {
    Options options;
    static_cast<void>(verb.define(options));
    return options;
}

}  // namespace cudaenv::cli
