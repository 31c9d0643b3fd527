// SPDX-License-Identifier: MIT
#include "hot/undo.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cudaenv::hot {

namespace {

// What we add of a folder that has no activation file.
constexpr std::array<std::string_view, 6> kAdded{"/bin",     "/lib64",       "/lib",
                                                 "/include", "/lib64/stubs", "/lib/stubs"};

// ROOT/versions/NAME: made or linked by some cudaenv, whatever way leads to it.
bool is_in_versions(std::string_view prefix) {
    const std::size_t slash = prefix.rfind('/');
    return slash != std::string_view::npos && prefix.substr(0, slash).ends_with("/versions");
}

}  // namespace

void Ownership::add_prefix(std::string_view prefix) {
    if (is_in_versions(prefix)) {
        folders_.push_back(std::string(prefix) + "/");
    } else {
        prefixes_.emplace_back(prefix);
    }
}

Ownership Ownership::stacks_only() const {
    Ownership stacks;
    stacks.folders_ = folders_;
    return stacks;
}

bool Ownership::is_own(std::string_view element) const {
    for (const std::string& folder : folders_) {
        if (element.starts_with(folder)) return true;
    }
    for (const std::string& prefix : prefixes_) {
        if (!element.starts_with(prefix)) continue;
        const std::string_view rest = element.substr(prefix.size());
        if (std::find(kAdded.begin(), kAdded.end(), rest) != kAdded.end()) return true;
    }
    return false;
}

bool Ownership::is_any_own(const Elements& elements) const {
    return std::any_of(elements.begin(), elements.end(),
                       [this](std::string_view each) { return is_own(each); });
}

Undo::Undo(EnvView env, const std::vector<std::string_view>& roots) : env_(env) {
    for (const std::string_view root : roots) ownership_.add_root(root);
    const auto text = env.find_filled("CUDAENV_STATE");
    if (text) state_ = decode(*text);
    if (!state_) return;
    for (const std::string_view prefix : split_list(state_->prefixes)) {
        ownership_.add_prefix(prefix);
    }
}

const State::Variable* Undo::find(std::string_view name) const {
    if (!state_) return nullptr;
    for (const State::Variable& variable : state_->variables) {
        if (variable.name == name) return &variable;
    }
    return nullptr;
}

namespace {

// The list without our elements, but for those that stand in `kept`.
std::string without_own(std::string_view text, const Ownership& ownership, const Elements& kept) {
    Elements elements = split_list(text);
    if (!ownership.is_any_own(elements)) return std::string(text);
    elements.erase(std::remove_if(elements.begin(), elements.end(),
                                  [&](std::string_view each) {
                                      return ownership.is_own(each) && !contains(kept, each);
                                  }),
                   elements.end());
    return join_list(elements);
}

}  // namespace

std::optional<std::string> Undo::list(std::string_view name, Now text) const {
    if (!text) return std::nullopt;
    const State::Variable* set = find(name);
    if (set == nullptr) {
        // The state is lost, or did not set this one. What held nothing but ours was made by us.
        std::string rest = without_own(*text, ownership_.stacks_only(), {});
        if (rest.empty() && !text->empty()) return std::nullopt;
        return rest;
    }
    std::string rest = without_own(*text, ownership_, {});
    if (!set->old) {
        const bool is_blank = rest.empty() || (name == "PATH" && rest == kDefaultPath);
        return is_blank ? std::nullopt : std::optional(std::move(rest));
    }
    if (set->old->empty()) return rest;
    if (without_own(*set->old, ownership_, {}) == rest) return set->old;
    return without_own(*text, ownership_, split_list(*set->old));  // changed since, by others
}

std::optional<std::string> Undo::scalar(std::string_view name, Now text) const {
    const State::Variable* set = find(name);
    if (set != nullptr && text && *text == set->value) return set->old;
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

}  // namespace cudaenv::hot
