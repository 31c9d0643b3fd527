// SPDX-License-Identifier: MIT
#include "hot/delta.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/layout.hpp"
#include "hot/folder.hpp"
#include "hot/path_list.hpp"
#include "hot/python_env.hpp"
#include "hot/undo.hpp"

namespace cudaenv::hot {

namespace {

constexpr std::array<std::string_view, 6> kLists{
    "CPATH", "LD_LIBRARY_PATH", "LIBRARY_PATH", "MANPATH", "PATH", "PKG_CONFIG_PATH"};
constexpr std::array<std::string_view, 6> kScalars{"CUDACXX",   "CUDAToolkit_ROOT", "CUDA_HOME",
                                                   "CUDA_PATH", "CUDA_ROOT",        "NVCC_CCBIN"};
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
    explicit Work(const DeltaInput& input) : env_(input.env), undo_(input.env, roots_of(input)) {
        for (const ActivePrefix& each : input.prefixes) next_.add_prefix(each.path);
        values_.reserve(kLists.size() + kScalars.size() + 1);
        for (const std::string_view name : kLists) values_.emplace_back(name, undo_.list(name));
        for (const std::string_view name : kScalars) values_.emplace_back(name, undo_.scalar(name));
        if (undo_.state()) add_unknown(*undo_.state());
        values_.emplace_back(kState, std::nullopt);
    }

    Value& value(std::string_view name) {
        return std::find_if(values_.begin(), values_.end(),
                            [name](const auto& each) { return each.first == name; })
            ->second;
    }

    void set(std::string_view name, std::string text) {
        Value& place = value(name);
        state_.variables.push_back({std::string(name), text, std::move(place)});
        place = std::move(text);
    }
    void extend(std::string_view name, const Additions& additions);
    void finish(std::string prefixes) {
        state_.prefixes = std::move(prefixes);
        value(kState) = encode(state_);
    }
    Delta delta();

  private:
    static std::vector<std::string_view> roots_of(const DeltaInput& input) {
        std::vector<std::string_view> roots{input.root};
        roots.insert(roots.end(), input.roots.begin(), input.roots.end());
        return roots;
    }
    // Variables that another release of ours set.
    void add_unknown(const State& state) {
        for (const State::Variable& variable : state.variables) {
            const auto is_known = [&variable](const auto& each) {
                return each.first == variable.name;
            };
            if (std::any_of(values_.begin(), values_.end(), is_known)) continue;
            values_.emplace_back(variable.name, variable.value.empty()
                                                    ? undo_.list(variable.name)
                                                    : undo_.scalar(variable.name));
        }
    }

    EnvView env_;
    Undo undo_;
    Ownership next_;  // what will be ours
    State state_;
    std::vector<std::pair<std::string_view, Value>> values_;
};

void Work::extend(std::string_view name, const Additions& additions) {
    Value& place = value(name);
    const Value old = place;
    const Elements theirs = split_list(old ? std::string_view(*old) : std::string_view());
    const Elements made = combine(theirs, additions);
    const bool is_shared = next_.is_any_own(theirs);
    if (made == theirs && !is_shared) return;
    state_.variables.push_back({std::string(name), "", old ? Value("") : Value()});
    // Taken out again theirs would be missing: then the whole text is kept.
    if (is_shared) state_.variables.back().old = old;
    place = join_list(made);
}

Delta Work::delta() {
    std::sort(values_.begin(), values_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    Delta delta;
    for (auto& [name, value] : values_) {
        const auto now = env_.find(name);
        const bool is_same = now.has_value() == value.has_value() && (!now || *now == *value);
        if (!is_same) delta.emplace_back(name, std::move(value));
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

bool is_some_shims_folder(std::string_view element) {
    return element.ends_with("/shims") && is_shims_folder(std::string(element));
}

// Whether PATH holds the shims folder, also by another way to it.
bool has_shims(const Elements& elements, const std::string& shims) {
    return std::any_of(elements.begin(), elements.end(), [&shims](std::string_view each) {
        return each == shims || (each.ends_with("/shims") && is_same(std::string(each), shims));
    });
}

void put_shims(Value& path, const std::string& shims) {
    if (!path) path = std::string(kDefaultPath);
    if (!has_shims(split_list(*path), shims)) {
        *path = path->empty() ? shims : shims + ":" + *path;
    }
}

void remove_shims(Value& path, const std::string& shims) {
    if (!path) return;
    Elements elements = split_list(*path);
    const auto end = std::remove_if(elements.begin(), elements.end(), [&](std::string_view each) {
        return each == shims || is_some_shims_folder(each);
    });
    if (end == elements.end()) return;
    elements.erase(end, elements.end());
    path = join_list(elements);
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
