// SPDX-License-Identifier: MIT
#include "hot/delta.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/layout.hpp"
#include "hot/folder.hpp"
#include "hot/path_list.hpp"
#include "hot/python_env.hpp"
#include "hot/shims_on_path.hpp"
#include "hot/undo.hpp"

namespace cudaenv::hot {

namespace {

struct Known {
    std::string_view name;
    bool is_list = false;
};
// All that may be set, in order of name.
constexpr std::array<Known, 13> kKnown{{
    {"CPATH", true},
    {"CUDACXX"},
    {"CUDAENV_STATE"},
    {"CUDAToolkit_ROOT"},
    {"CUDA_HOME"},
    {"CUDA_PATH"},
    {"CUDA_ROOT"},
    {"LD_LIBRARY_PATH", true},
    {"LIBRARY_PATH", true},
    {"MANPATH", true},
    {"NVCC_CCBIN"},
    {"PATH", true},
    {"PKG_CONFIG_PATH", true},
}};
constexpr std::string_view kState = "CUDAENV_STATE";

using Value = std::optional<std::string>;

// What we add to a list: in front of the person's own elements, or behind them.
struct Additions {
    std::vector<std::string> front, back;
    bool needs_system = false;  // an unset list gets an empty element: the system's own stays
};

Elements combine(const Elements& theirs, const Additions& additions) {
    Elements made;
    made.reserve(theirs.size() + additions.front.size() + additions.back.size() + 1);
    for (const std::string& each : additions.front) {
        if (!contains(made, each)) made.push_back(each);
    }
    const Elements front = made;
    for (const std::string_view each : theirs) {
        if (!contains(front, each)) made.push_back(each);
    }
    for (const std::string& each : additions.back) {
        if (!contains(made, each)) made.push_back(each);
    }
    if (additions.needs_system && theirs.empty() && !made.empty()) made.emplace_back();
    return made;
}

// The environment being made: starts as the one without us, collects what is set.
class Work {
  public:
    explicit Work(const DeltaInput& input);

    Value& value(std::string_view name);
    void set(std::string_view name, std::string text);
    void extend(std::string_view name, const Additions& additions);
    void finish(std::string prefixes);
    Delta delta();

  private:
    struct Variable {
        std::string_view name;
        std::optional<std::string_view> now;
        Value value;
    };
    void look_up(EnvView env);
    void add_unknown(EnvView env, const State& state);

    Undo undo_;
    Ownership next_;  // what will be ours
    State state_;
    std::vector<Variable> variables_;  // in order of name
};

std::vector<std::string_view> roots_of(const DeltaInput& input) {
    std::vector<std::string_view> roots{input.root};
    roots.insert(roots.end(), input.roots.begin(), input.roots.end());
    return roots;
}

Work::Work(const DeltaInput& input) : undo_(input.env, roots_of(input)) {
    for (const ActivePrefix& each : input.prefixes) next_.add_prefix(each.path);
    state_.variables.reserve(kKnown.size());
    variables_.reserve(kKnown.size());
    for (const Known& known : kKnown) variables_.push_back({known.name, {}, {}});
    look_up(input.env);
    for (std::size_t i = 0; i < kKnown.size(); ++i) {
        Variable& variable = variables_[i];
        if (!variable.now || variable.name == kState) continue;
        variable.value = kKnown[i].is_list ? undo_.list(variable.name, variable.now)
                                           : undo_.scalar(variable.name, variable.now);
    }
    if (undo_.state()) add_unknown(input.env, *undo_.state());
}

// The known variables in one pass; of a name that stands twice the first counts.
void Work::look_up(EnvView env) {
    for (const char* const* entry = env.entries(); *entry != nullptr; ++entry) {
        const char first = **entry;
        if (first != 'C' && first != 'L' && first != 'M' && first != 'N' && first != 'P') continue;
        const std::string_view text(*entry);
        const std::string_view name = text.substr(0, text.find('='));
        for (Variable& variable : variables_) {
            if (variable.name != name || variable.now || name.size() == text.size()) continue;
            variable.now = text.substr(name.size() + 1);
        }
    }
}

// Variables that another release of ours set.
void Work::add_unknown(EnvView env, const State& state) {
    for (const State::Variable& set : state.variables) {
        const auto is_same_name = [&set](const Variable& each) { return each.name == set.name; };
        if (std::any_of(variables_.begin(), variables_.end(), is_same_name)) continue;
        const auto now = env.find(set.name);
        variables_.push_back(
            {set.name, now,
             set.value.empty() ? undo_.list(set.name, now) : undo_.scalar(set.name, now)});
    }
    if (variables_.size() == kKnown.size()) return;
    std::sort(variables_.begin(), variables_.end(),
              [](const Variable& a, const Variable& b) { return a.name < b.name; });
}

Value& Work::value(std::string_view name) {
    return std::find_if(variables_.begin(), variables_.end(),
                        [name](const Variable& each) { return each.name == name; })
        ->value;
}

void Work::set(std::string_view name, std::string text) {
    Value& place = value(name);
    state_.variables.push_back({std::string(name), text, std::move(place)});
    place = std::move(text);
}

void Work::extend(std::string_view name, const Additions& additions) {
    Value& place = value(name);
    const Elements theirs = split_list(place ? std::string_view(*place) : std::string_view());
    const Elements made = combine(theirs, additions);
    const bool is_shared = next_.is_any_own(theirs);
    if (made == theirs && !is_shared) return;
    std::string text = join_list(made);
    Value old = std::move(place);
    place = std::move(text);
    // Taken out again what is theirs too would be missing: then the whole text is kept.
    if (old && !is_shared) old->clear();
    state_.variables.push_back({std::string(name), "", std::move(old)});
}

void Work::finish(std::string prefixes) {
    state_.prefixes = std::move(prefixes);
    value(kState) = encode(state_);
}

Delta Work::delta() {
    Delta delta;
    delta.reserve(variables_.size() + 1);
    for (Variable& variable : variables_) {
        const auto& [name, now, value] = variable;
        const bool is_same = now.has_value() == value.has_value() && (!now || *now == *value);
        if (!is_same) delta.emplace_back(name, std::move(variable.value));
    }
    return delta;
}

void set_scalars(Work& work, const DeltaInput& input) {
    const Conf& conf = input.conf;
    const auto& [prefix, activation] = input.prefixes.front();
    if (conf.cuda_home) {
        for (const std::string_view name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"}) {
            work.set(name, prefix);
        }
    }
    if (conf.cmake) work.set("CUDAToolkit_ROOT", prefix);
    if (conf.cudacxx && !activation.nvcc.empty()) {
        std::string nvcc = base::Layout::join(prefix, activation.nvcc);
        if (exists(nvcc)) work.set("CUDACXX", std::move(nvcc));
    }
    const std::string& ccbin = input.ccbin.empty() ? conf.ccbin : input.ccbin;
    if (!ccbin.empty() && is_program(ccbin)) work.set("NVCC_CCBIN", ccbin);
}

std::vector<std::string> in_prefix(const ActivePrefix& active,
                                   const std::vector<std::string>& relative) {
    std::vector<std::string> paths;
    paths.reserve(relative.size());
    for (const std::string& each : relative) {
        paths.push_back(base::Layout::join(active.path, each));
    }
    return paths;
}

void set_library_path(Work& work, const DeltaInput& input) {
    const ActivePrefix& active = input.prefixes.front();
    switch (input.conf.ld_library_path) {
        case LibraryPathMode::never:
            return;
        case LibraryPathMode::always:
            return work.extend("LD_LIBRARY_PATH",
                               {.front = in_prefix(active, active.activation.lib), .back = {}});
        case LibraryPathMode::automatic:
            if (find_python_cuda(input.env).is_there) return;
            return work.extend("LD_LIBRARY_PATH",
                               {.front = {}, .back = in_prefix(active, active.activation.lib)});
    }
}

void set_build_paths(Work& work, const ActivePrefix& active) {
    std::vector<std::string> libraries = in_prefix(active, active.activation.lib);
    if (!libraries.empty()) {
        std::string stubs = libraries.front() + "/stubs";
        if (is_folder(stubs)) libraries.push_back(std::move(stubs));
    }
    work.extend("LIBRARY_PATH", {.front = {}, .back = std::move(libraries)});
    work.extend("CPATH", {.front = {}, .back = {active.path + "/include"}});
}

void set_lists(Work& work, const DeltaInput& input) {
    const ActivePrefix& active = input.prefixes.front();
    Additions bins;
    for (const ActivePrefix& each : input.prefixes) {
        for (const std::string& bin : each.activation.bin) {
            bins.front.push_back(base::Layout::join(each.path, bin));
        }
    }
    if (!work.value("PATH")) {
        for (const std::string_view each : split_list(kDefaultPath)) bins.back.emplace_back(each);
    }
    work.extend("PATH", bins);
    set_library_path(work, input);
    if (input.conf.build_paths) set_build_paths(work, active);
    if (input.conf.pkg_config) {
        work.extend("PKG_CONFIG_PATH",
                    {.front = {}, .back = in_prefix(active, active.activation.pkgconfig)});
    }
    work.extend(
        "MANPATH",
        {.front = in_prefix(active, active.activation.man), .back = {}, .needs_system = true});
}

std::string joined_prefixes(const std::vector<ActivePrefix>& prefixes) {
    std::string text;
    for (const ActivePrefix& each : prefixes) {
        if (!text.empty()) text += ':';
        text += each.path;
    }
    return text;
}

}  // namespace

Delta make_delta(const DeltaInput& input) {
    Work work(input);
    if (input.with_shims) put_shims(work.value("PATH"), base::Layout(input.root).shims());
    if (!input.prefixes.empty()) {
        set_scalars(work, input);
        set_lists(work, input);
        work.finish(joined_prefixes(input.prefixes));
    }
    if (input.clean_ld) work.value("LD_LIBRARY_PATH") = std::nullopt;
    return work.delta();
}

Delta make_undo(const DeltaInput& input) {
    Work work(input);
    remove_shims(work.value("PATH"), base::Layout(input.root).shims());
    return work.delta();
}

}  // namespace cudaenv::hot
