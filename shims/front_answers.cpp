// SPDX-License-Identifier: MIT
#include "shims/front_answers.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

#include "base/program.hpp"
#include "base/text.hpp"
#include "hot/installed.hpp"
#include "hot/parse_by_name.hpp"
#include "hot/program.hpp"
#include "hot/read_file.hpp"
#include "hot/select.hpp"
#include "hot/spoken.hpp"
#include "hot/system_path.hpp"
#include "hot/toolkit_version.hpp"
#include "hot/version_row.hpp"
#include "shims/front_scene.hpp"

namespace cudaenv::front {

namespace {

using hot::Found;
using Kind = Found::Kind;

// A scene with what every question about versions needs.
struct Asked {
    const Scene& scene;
    hot::Aliases aliases;
    std::string_view word;  // the argument; empty if there is none

    hot::SelectInput select_input() const { return {scene.env, scene.layout, scene.conf}; }
    hot::ResolveInput resolve_input() const {
        return {scene.env, scene.layout, scene.conf, aliases};
    }
};

// What rules, where the main program would have nothing to tell of how that was found.
Result<hot::Selection> select_silently(const Asked& asked) {
    CUDAENV_TRY(hot::Selection selection, hot::select(asked.select_input()));
    if (!selection.notes.empty() || !selection.file.warnings.empty()) return for_main();
    return selection;
}

struct Ruled {
    std::vector<Found> found;
    std::string origin;
};

Result<Ruled> resolve(const hot::Selection& selection, const Asked& asked) {
    Ruled ruled{{}, hot::origin_text(selection.origin, asked.scene.layout)};
    if (selection.file.requests.empty())
        ruled.found.push_back(hot::find_system(asked.resolve_input()));
    for (const base::Request& request : selection.file.requests) {
        CUDAENV_TRY(Found found, hot::resolve_installed(request, asked.resolve_input()));
        ruled.found.push_back(std::move(found));
    }
    return ruled;
}

Result<Ruled> find_ruled(const Asked& asked) {
    CUDAENV_TRY(const hot::Selection selection, select_silently(asked));
    return resolve(selection, asked);
}

Result<std::string> version(const Asked& asked) {
    CUDAENV_TRY(const Ruled ruled, find_ruled(asked));
    std::string text;
    for (const Found& each : ruled.found)
        text.append(each.name).append(" (set by ").append(ruled.origin).append(")\n");
    return text;
}

Result<std::string> version_name(const Asked& asked) {
    CUDAENV_TRY(const Ruled ruled, find_ruled(asked));
    std::string text;
    for (const Found& each : ruled.found) text.append(text.empty() ? "" : ":").append(each.name);
    return text += '\n';
}

Result<std::string> version_origin(const Asked& asked) {
    CUDAENV_TRY(const hot::Selection selection, hot::select(asked.select_input()));
    return hot::origin_text(selection.origin, asked.scene.layout) + "\n";
}

// Nothing where the machine has no toolkit that anybody asked for.
Result<std::string> system_line(const Asked& asked, const Ruled& ruled) {
    const Found system = hot::find_system(asked.resolve_input());
    const bool is_ruling = hot::rules(ruled.found, system);
    if (system.prefix.empty() && !is_ruling) return std::string();
    const std::string line = system.prefix.empty() ? "" : hot::toolkit_line(system.prefix);
    if (!system.prefix.empty() && line.empty()) return for_main();  // its compiler is asked
    return hot::to_line({system, is_ruling, hot::about_system(system.prefix, line)}, ruled.origin);
}

Result<std::string> versions(const Asked& asked) {
    CUDAENV_TRY(const Ruled ruled, find_ruled(asked));
    CUDAENV_TRY(std::string text, system_line(asked, ruled));
    CUDAENV_TRY(auto installed, hot::list_installed(asked.scene.layout, asked.scene.conf));
    for (Found& each : installed) {
        const bool is_ruling = hot::rules(ruled.found, each);
        text += hot::to_line({std::move(each), is_ruling, {}}, ruled.origin);
    }
    return text;
}

Result<std::string> bare_versions(const Asked& asked) {
    CUDAENV_TRY(const hot::Selection selection, select_silently(asked));
    for (const base::Request& request : selection.file.requests) {
        const auto found = hot::resolve_installed(request, asked.resolve_input());
        if (!found && found.error().code != Code::not_installed) return for_main();
    }
    CUDAENV_TRY(const auto installed, hot::list_installed(asked.scene.layout, asked.scene.conf));
    std::string text;
    for (const Found& each : installed) text.append(each.name).append(1, '\n');
    return text;
}

Result<std::string> find_program(const Asked& asked, const Ruled& ruled) {
    std::string path;
    for (const Found& each : ruled.found) {
        if (each.prefix.empty() || (each.kind == Kind::system && each.name == "system")) continue;
        CUDAENV_TRY(hot::Activation activation, hot::read_activation(each.prefix));
        auto program = hot::find_in_prefix({each.prefix, std::move(activation)}, asked.word);
        if (path.empty() && program && program->is_executable) path = std::move(program->path);
    }
    if (!path.empty()) return path;
    const std::string_view list = asked.scene.env.find_filled("PATH").value_or("");
    for (const std::string& folder : hot::system_path(list, asked.scene.layout)) {
        auto program = hot::find_on_path(folder, asked.word);
        if (program && program->is_executable) return std::move(program->path);
    }
    return for_main();
}

Result<std::string> which(const Asked& asked) {
    const bool is_name = asked.word.find('/') == std::string_view::npos;
    const std::string hooks = base::Layout::join(asked.scene.layout.hooks(), "which");
    if (!is_name || !is_absent(hooks)) return for_main();
    CUDAENV_TRY(const Ruled ruled, find_ruled(asked));
    CUDAENV_TRY(std::string path, find_program(asked, ruled));
    return path += '\n';
}

Result<std::string> prefix(const Asked& asked) {
    CUDAENV_TRY(const hot::Selection selection, hot::select(asked.select_input()));
    CUDAENV_TRY(const Ruled ruled, resolve(selection, asked));
    std::string text;
    for (const Found& each : ruled.found) {
        if (each.prefix.empty()) return for_main();
        text.append(text.empty() ? "" : ":").append(each.prefix);
    }
    return text += '\n';
}

Result<std::string> prefix_of(const Asked& asked) {
    CUDAENV_TRY(const base::Request request, base::parse_request(asked.word));
    CUDAENV_TRY(Found found, hot::resolve_installed(request, asked.resolve_input()));
    if (found.prefix.empty()) return for_main();
    return found.prefix += '\n';
}

Result<std::string> requests_of(const std::string& path, const hot::FileRead& file) {
    if (file.status != hot::FileRead::Status::read) return for_main();
    CUDAENV_TRY(const hot::VersionFile parsed, hot::parse_by_name(path, file.text));
    std::string text;
    for (const base::Request& request : parsed.requests)
        text.append(hot::as_written(request)).append(1, '\n');
    if (text.empty()) return for_main();
    return text;
}

Result<std::string> global(const Asked& asked) {
    const std::string path = asked.scene.layout.global_version();
    const auto file = hot::read_file(path.c_str(), hot::kVersionFileLimitBytes);
    if (file.status == hot::FileRead::Status::absent && file.error == ENOENT) return "system\n";
    return requests_of(path, file);
}

// Of the working folder, whatever CUDAENV_DIR says.
Result<std::string> local(const Asked& asked) {
    if (asked.scene.env.find_filled("CUDAENV_DIR")) return for_main();
    CUDAENV_TRY(const std::string folder, hot::start_folder(asked.scene.env));
    CUDAENV_TRY(const std::string path, hot::find_version_file(folder, asked.select_input()));
    if (path.empty()) return for_main();
    return requests_of(path, hot::read_file(path.c_str(), hot::kVersionFileLimitBytes));
}

Result<std::string> root(const Asked& asked) {
    return asked.scene.layout.root() + "\n";
}

// A form of words that is answered here: a verb, and what stands behind it.
struct Form {
    std::string_view verb;
    std::string_view rest;  // an option, or kWord for any word that is none
    Result<std::string> (*answer)(const Asked& asked);
};
constexpr std::string_view kWord = "WORD";
constexpr std::array<Form, 11> kForms{{
    {"version", "", version},
    {"version-name", "", version_name},
    {"version-origin", "", version_origin},
    {"versions", "", versions},
    {"versions", "--bare", bare_versions},
    {"which", kWord, which},
    {"prefix", "", prefix},
    {"prefix", kWord, prefix_of},
    {"global", "", global},
    {"local", "", local},
    {"root", "", root},
}};

bool matches(const Form& form, std::string_view verb, std::string_view rest) {
    const bool is_word = !rest.empty() && rest.front() != '-';
    return verb == form.verb && (form.rest == kWord ? is_word : rest == form.rest);
}

}  // namespace

Result<std::string> answer(std::span<const char* const> words, hot::EnvView env) {
    if (words.empty() || words.size() > 2) return for_main();
    const std::string_view verb = words.front();
    if (verb == "--version" && words.size() == 1) return std::string(base::kVersionLine);
    const std::string_view rest = words.size() == 2 ? words.back() : "";
    if (words.size() == 2 && rest.empty()) return for_main();
    const auto* form = std::find_if(kForms.begin(), kForms.end(),
                                    [&](const Form& each) { return matches(each, verb, rest); });
    if (form == kForms.end()) return for_main();
    CUDAENV_TRY(const Scene scene, find_scene(env));
    CUDAENV_TRY(hot::Aliases aliases, hot::read_aliases(scene.layout.aliases()));
    return form->answer({scene, std::move(aliases), rest});
}

}  // namespace cudaenv::front
