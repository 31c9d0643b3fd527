// SPDX-License-Identifier: MIT
#include "activate/environment.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/layout.hpp"

namespace cudaenv::activate {

namespace {

using hot::ActivePrefix;
using hot::Delta;

// A list variable and which folders of a stack stand in it.
struct ListVariable {
    std::string_view name;
    std::vector<std::string> hot::Activation::*folders;
    bool is_front;
};
constexpr std::array<ListVariable, 4> kLists{
    {{"PATH", &hot::Activation::bin, true},
     {"LD_LIBRARY_PATH", &hot::Activation::lib, false},
     {"MANPATH", &hot::Activation::man, false},
     {"PKG_CONFIG_PATH", &hot::Activation::pkgconfig, false}}};

bool is_changed(const Delta& delta, std::string_view name) {
    return std::ranges::any_of(delta, [&](const auto& change) {
        return change.first == name && change.second.has_value();
    });
}

// What we add to a list variable, first prefix first; empty if the delta leaves it alone.
std::vector<std::string> elements(const ListVariable& list, const Delta& delta,
                                  const std::vector<ActivePrefix>& prefixes) {
    std::vector<std::string> paths;
    if (!is_changed(delta, list.name)) return paths;
    for (const ActivePrefix& prefix : prefixes) {
        for (const std::string& folder : prefix.activation.*list.folders) {
            paths.push_back(base::Layout::join(prefix.path, folder));
        }
    }
    return paths;
}

// The plain variables of the delta: neither a list nor our own bookkeeping.
std::vector<std::pair<std::string, std::string>> scalars(const Delta& delta) {
    std::vector<std::pair<std::string, std::string>> found;
    for (const auto& [name, value] : delta) {
        if (!value || name == "CUDAENV_STATE" || name == "LIBRARY_PATH" || name == "CPATH") {
            continue;
        }
        if (std::ranges::find(kLists, name, &ListVariable::name) != kLists.end()) continue;
        found.emplace_back(name, *value);
    }
    return found;
}

// In double quotes, with the characters of `special` and backslashes escaped, newlines as \n.
std::string in_quotes(std::string_view text, std::string_view special) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '\n') {
            quoted += "\\n";
            continue;
        }
        if (c == '\\' || special.find(c) != std::string_view::npos) quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

std::string to_json(const Delta& delta) {
    nlohmann::json set = nlohmann::json::object();
    nlohmann::json unset = nlohmann::json::array();
    for (const auto& [name, value] : delta) {
        if (value) {
            set[name] = *value;
        } else {
            unset.push_back(name);
        }
    }
    const nlohmann::json all{{"set", std::move(set)}, {"unset", std::move(unset)}};
    return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string to_dotenv(const Delta& delta) {
    std::string text;
    for (const auto& [name, value] : delta) {
        if (value && name != "CUDAENV_STATE") text += name + "=" + in_quotes(*value, "\"$`") + "\n";
    }
    return text;
}

// How one format writes a plain variable and one element of a list.
struct Writer {
    std::function<std::string(std::string_view name, const std::string& value)> scalar;
    std::function<std::string(const ListVariable& list, const std::string& element)> element;
};

std::string write(const Delta& delta, const std::vector<ActivePrefix>& prefixes,
                  const Writer& writer) {
    std::string text;
    for (const auto& [name, value] : scalars(delta)) text += writer.scalar(name, value);
    for (const ListVariable& list : kLists) {
        std::vector<std::string> paths = elements(list, delta, prefixes);
        // Each line puts its element in front of those before it.
        if (list.is_front) std::ranges::reverse(paths);
        for (const std::string& path : paths) text += writer.element(list, path);
    }
    return text;
}

Writer modulefile_lua() {
    return {[](std::string_view name, const std::string& value) {
                return fmt::format("setenv({}, {})\n", in_quotes(name, "\""),
                                   in_quotes(value, "\""));
            },
            [](const ListVariable& list, const std::string& element) {
                return fmt::format("{}_path({}, {})\n", list.is_front ? "prepend" : "append",
                                   in_quotes(list.name, "\""), in_quotes(element, "\""));
            }};
}

Writer modulefile_tcl() {
    return {[](std::string_view name, const std::string& value) {
                return fmt::format("setenv {} {}\n", name, in_quotes(value, "\"$[]{}"));
            },
            [](const ListVariable& list, const std::string& element) {
                return fmt::format("{}-path {} {}\n", list.is_front ? "prepend" : "append",
                                   list.name, in_quotes(element, "\"$[]{}"));
            }};
}

Writer dockerfile() {
    return {[](std::string_view name, const std::string& value) {
                return fmt::format("ENV {}={}\n", name, in_quotes(value, "\"$"));
            },
            [](const ListVariable& list, const std::string& element) {
                // ${NAME:+…} leaves no empty element where the image had none.
                const std::string own = in_quotes(element, "\"$");
                const std::string_view bare(own.data() + 1, own.size() - 2);
                return list.is_front
                           ? fmt::format("ENV {0}=\"{1}${{{0}:+:${{{0}}}}}\"\n", list.name, bare)
                           : fmt::format("ENV {0}=\"${{{0}:+${{{0}}}:}}{1}\"\n", list.name, bare);
            }};
}

// Quoted only where it must be: the words of `cmake $(cudaenv env --cmake)` keep their quotes.
std::string cmake_word(const std::string& path) {
    const bool is_plain = path.find_first_of(" \t\n'\"\\$`*?[](){}<>|&;!#~") == std::string::npos;
    return is_plain ? path : hot::quote(hot::Shell::posix, path);
}

std::string to_cmake(const std::vector<ActivePrefix>& prefixes) {
    if (prefixes.empty()) return {};
    const auto& [path, activation] = prefixes.front();
    std::string text;
    if (!activation.nvcc.empty()) {
        text +=
            "-DCMAKE_CUDA_COMPILER=" + cmake_word(base::Layout::join(path, activation.nvcc)) + " ";
    }
    return text + "-DCUDAToolkit_ROOT=" + cmake_word(path) + "\n";
}

}  // namespace

std::string render(const Delta& delta, const std::vector<ActivePrefix>& prefixes, EnvFormat format,
                   hot::Shell shell) {
    switch (format) {
        case EnvFormat::shell:
            return hot::to_statements(shell, delta);
        case EnvFormat::json:
            return to_json(delta);
        case EnvFormat::dotenv:
            return to_dotenv(delta);
        case EnvFormat::modulefile_lua:
            return write(delta, prefixes, modulefile_lua());
        case EnvFormat::modulefile_tcl:
            return "#%Module1.0\n" + write(delta, prefixes, modulefile_tcl());
        case EnvFormat::docker:
            return write(delta, prefixes, dockerfile());
        case EnvFormat::cmake:
            return to_cmake(prefixes);
    }
    return {};
}

GithubFiles render_github(const Delta& delta, const std::vector<ActivePrefix>& prefixes) {
    GithubFiles files;
    for (const auto& [name, value] : delta) {
        if (!value || name == "PATH" || name == "CUDAENV_STATE") continue;
        if (value->find('\n') == std::string::npos) {
            files.env += name + "=" + *value + "\n";
        } else {
            std::string end = "CUDAENV_END";
            while (value->find(end) != std::string::npos) end += '_';
            files.env += name + "<<" + end + "\n" + *value + "\n" + end + "\n";
        }
    }
    std::vector<std::string> bins = elements(kLists.front(), delta, prefixes);
    std::ranges::reverse(bins);  // each line goes in front of those before it
    for (const std::string& bin : bins) files.path += bin + "\n";
    return files;
}

}  // namespace cudaenv::activate
