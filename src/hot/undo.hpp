// SPDX-License-Identifier: MIT
// The environment as it was before us: what CUDAENV_STATE and the root say is ours is taken out,
// variable by variable. Views the environment, changes nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hot/delta.hpp"
#include "hot/env_view.hpp"
#include "hot/path_list.hpp"

namespace cudaenv::hot {

// Used where PATH is unset: what the C library searches then. A PATH that holds only a prefix would
// hide the host compiler.
inline constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

// Which elements of lists count as ours.
class Ownership {
  public:
    // All below ROOT/versions/.
    void add_root(std::string_view root) { folders_.push_back(std::string(root) + "/versions/"); }
    // Of a stack all below it; of a folder that we did not make only what we add of one: it may be
    // /usr, whose other folders are not ours.
    void add_prefix(std::string_view prefix);

    // The same without the folders that we did not make.
    Ownership stacks_only() const;

    bool is_own(std::string_view element) const;
    bool is_any_own(const Elements& elements) const;

  private:
    std::vector<std::string> folders_, prefixes_;
};

class Undo {
  public:
    // `roots`: every root whose versions/ elements are ours.
    Undo(EnvView env, const std::vector<std::string_view>& roots);

    // What the variable's value `now` is without us; nullopt = unset.
    using Now = std::optional<std::string_view>;
    std::optional<std::string> list(std::string_view name, Now now) const;
    std::optional<std::string> scalar(std::string_view name, Now now) const;
    // The same of the value in the environment.
    std::optional<std::string> list(std::string_view name) const {
        return list(name, env_.find(name));
    }
    std::optional<std::string> scalar(std::string_view name) const {
        return scalar(name, env_.find(name));
    }

    bool is_own(std::string_view element) const { return ownership_.is_own(element); }

    // What CUDAENV_STATE says, if it can be read.
    const std::optional<State>& state() const { return state_; }

  private:
    const State::Variable* find(std::string_view name) const;

    EnvView env_;
    Ownership ownership_;
    std::optional<State> state_;
};

}  // namespace cudaenv::hot
