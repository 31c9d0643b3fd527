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

// All that may be set, in order of name.
enum Known : std::size_t {
    cpath,
    cudacxx,
    cudaenv_state,
    cuda_toolkit_root,
    cuda_home,
    cuda_path,
    cuda_root,
    ld_library_path,
    library_path,
    manpath,
    nvcc_ccbin,
    path,
    pkg_config_path,
};
struct Row {
    std::string_view name;
    bool is_list = false;
};
constexpr std::array<Row, 13> kKnown{{
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

std::string joined_paths(const std::vector<ActivePrefix>& prefixes) {
    std::string text;
    for (const ActivePrefix& each : prefixes) {
        if (!text.empty()) text += ':';
        text += each.path;
    }
    return text;
}

std::vector<std::string_view> roots_of(const DeltaInput& input) {
    std::vector<std::string_view> roots{input.root};
    roots.insert(roots.end(), input.roots.begin(), input.roots.end());
    return roots;
}

// The environment being made: starts as the one without us, notes what is set.
class Work {
  public:
    explicit Work(const DeltaInput& input);

    Value& value(Known known) { return variables_[known].value; }
    void set(Known known, std::string text);
    void extend(Known known, const Additions& additions);
    void finish() { value(cudaenv_state) = state_.encoded(); }
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
    StateText state_;
    std::vector<Variable> variables_;  // the known ones, then those of another release
};

Work::Work(const DeltaInput& input)
    : undo_(input.env, roots_of(input)), state_(joined_paths(input.prefixes)) {
    for (const ActivePrefix& each : input.prefixes) next_.add_prefix(each.path);
    variables_.reserve(kKnown.size());
    for (const Row& row : kKnown) variables_.push_back({row.name, {}, {}});
    look_up(input.env);
    for (std::size_t i = 0; i < kKnown.size(); ++i) {
        Variable& variable = variables_[i];
        if (!variable.now || i == cudaenv_state) continue;
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
            if (variable.name.size() != name.size() || variable.name != name) continue;
            const bool is_first = !variable.now && name.size() < text.size();
            if (is_first) variable.now = text.substr(name.size() + 1);
            break;
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
}

void Work::set(Known known, std::string text) {
    Variable& variable = variables_[known];
    state_.add(variable.name, text, variable.value);
    variable.value = std::move(text);
}

void Work::extend(Known known, const Additions& additions) {
    auto& [name, now, value] = variables_[known];
    const Elements theirs = split_list(value ? std::string_view(*value) : std::string_view());
    const Elements made = combine(theirs, additions);
    const bool is_shared = next_.is_any_own(theirs);
    if (made == theirs && !is_shared) return;
    std::string text = join_list(made);
    // Taken out again what is theirs too would be missing: then the whole text is kept.
    if (value && !is_shared) value->clear();
    state_.add(name, "", value);
    value = std::move(text);
}

Delta Work::delta() {
    Delta delta;
    delta.reserve(variables_.size());
    for (auto& [name, now, value] : variables_) {
        const bool is_same = now.has_value() == value.has_value() && (!now || *now == *value);
        if (!is_same) delta.emplace_back(name, std::move(value));
    }
    if (variables_.size() > kKnown.size()) std::sort(delta.begin(), delta.end());
    return delta;
}

void set_scalars(Work& work, const DeltaInput& input) {
    const Conf& conf = input.conf;
    const auto& [prefix, activation] = input.prefixes.front();
    if (conf.cuda_home) {
        for (const Known each : {cuda_home, cuda_path, cuda_root}) work.set(each, prefix);
    }
    if (conf.cmake) work.set(cuda_toolkit_root, prefix);
    if (conf.cudacxx && !activation.nvcc.empty()) {
        std::string nvcc = base::Layout::join(prefix, activation.nvcc);
        if (nvcc == input.program || exists(nvcc)) work.set(cudacxx, std::move(nvcc));
    }
    const std::string& ccbin = input.ccbin.empty() ? conf.ccbin : input.ccbin;
    if (!ccbin.empty() && is_program(ccbin)) work.set(nvcc_ccbin, ccbin);
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
            return work.extend(ld_library_path,
                               {.front = in_prefix(active, active.activation.lib), .back = {}});
        case LibraryPathMode::automatic:
            if (find_python_cuda(input.env).is_there) return;
            return work.extend(ld_library_path,
                               {.front = {}, .back = in_prefix(active, active.activation.lib)});
    }
}

void set_build_paths(Work& work, const ActivePrefix& active) {
    std::vector<std::string> libraries = in_prefix(active, active.activation.lib);
    if (!libraries.empty()) {
        std::string stubs = libraries.front() + "/stubs";
        if (is_folder(stubs)) libraries.push_back(std::move(stubs));
    }
    work.extend(library_path, {.front = {}, .back = std::move(libraries)});
    work.extend(cpath, {.front = {}, .back = {active.path + "/include"}});
}

void set_lists(Work& work, const DeltaInput& input) {
    const ActivePrefix& active = input.prefixes.front();
    Additions bins;
    for (const ActivePrefix& each : input.prefixes) {
        for (const std::string& bin : each.activation.bin) {
            bins.front.push_back(base::Layout::join(each.path, bin));
        }
    }
    if (!work.value(path)) {
        for (const std::string_view each : split_list(kDefaultPath)) bins.back.emplace_back(each);
    }
    work.extend(path, bins);
    set_library_path(work, input);
    if (input.conf.build_paths) set_build_paths(work, active);
    if (input.conf.pkg_config) {
        work.extend(pkg_config_path,
                    {.front = {}, .back = in_prefix(active, active.activation.pkgconfig)});
    }
    work.extend(
        manpath,
        {.front = in_prefix(active, active.activation.man), .back = {}, .needs_system = true});
}

}  // namespace

Delta make_delta(const DeltaInput& input) {
    Work work(input);
    if (input.with_shims) put_shims(work.value(path), base::Layout(input.root).shims());
    if (!input.prefixes.empty()) {
        set_scalars(work, input);
        set_lists(work, input);
        work.finish();
    }
    if (input.clean_ld) work.value(ld_library_path) = std::nullopt;
    return work.delta();
}

Delta make_undo(const DeltaInput& input) {
    Work work(input);
    remove_shims(work.value(path), base::Layout(input.root).shims());
    return work.delta();
}

}  // namespace cudaenv::hot
