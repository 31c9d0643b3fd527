// SPDX-License-Identifier: MIT
// From an environment to the environment of a stack, and exactly back (cli.md section 8). Pure but
// for `-x` and folder look-ups on the active Python environment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hot/activation.hpp"
#include "hot/conf.hpp"
#include "hot/env_view.hpp"

namespace cudaenv::hot {

struct ActivePrefix {
    std::string path;  // absolute
    Activation activation;
};

// What CUDAENV_STATE holds: enough to undo.
struct State {
    struct Variable {
        std::string name;
        std::string value;  // what we set; empty for a list
        // nullopt = was unset. For a list empty = was set, or its whole text, if an element that
        // is ours now stood in it already.
        std::optional<std::string> old;
    };
    std::string prefixes;  // joined by ':'
    std::vector<Variable> variables;
};
std::string encode(const State& state);              // "1:" + base64
std::optional<State> decode(std::string_view text);  // nullopt: cannot be read, to be dropped

// The same text, made piece by piece.
class StateText {
  public:
    explicit StateText(std::string_view prefixes);

    void add(std::string_view name, std::string_view value, const std::optional<std::string>& old);
    std::string encoded() const;

  private:
    std::string fields_;
};

// One change of a variable; nullopt = unset. In order of name, each name once.
using Delta = std::vector<std::pair<std::string, std::optional<std::string>>>;

struct DeltaInput {
    EnvView env;
    std::string root;                // whose versions/ elements in lists are our own
    std::vector<std::string> roots;  // further roots (system roots)
    const Conf& conf;
    std::string ccbin;                   // of the version file, else empty
    std::vector<ActivePrefix> prefixes;  // the first is active; none = plain system: undo only
    std::string_view program = {};       // a file that is known to be there
    bool clean_ld = false;    // exec --clean-ld: without LD_LIBRARY_PATH elements of anyone
    bool with_shims = false;  // the prompt: puts the root's shims in PATH if it lacks them
};

// The change from `env` to the environment of the prefixes; first undoes what CUDAENV_STATE says.
// Shims folders in PATH stay where they are.
Delta make_delta(const DeltaInput& input);
// The change that takes away everything of ours, shims folders too.
Delta make_undo(const DeltaInput& input);

// The environment after the change, as NAME=VALUE strings, order of `env` kept, new ones behind.
std::vector<std::string> apply(EnvView env, const Delta& delta);
// The same for execve, without copying what stays: ends with a null pointer; points into `env` and
// into `storage`.
std::vector<const char*> apply_in_place(EnvView env, const Delta& delta,
                                        std::vector<std::string>& storage);

}  // namespace cudaenv::hot
