// SPDX-License-Identifier: MIT
#include "hot/select.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include "base/text.hpp"
#include "hot/folder.hpp"
#include "hot/read_file.hpp"
#include "hot/trust.hpp"

namespace cudaenv::hot {

namespace {

using Parser = Result<VersionFile> (*)(std::string_view);

struct Candidate {
    std::string_view name;
    Parser parse;
};
// In one folder the first that names a version rules.
constexpr std::array<Candidate, 3> kCandidates{{
    {base::kVersionFile, parse_version_file},
    {"cudaenv.toml", parse_project_toml},
    {".tool-versions", parse_tool_versions},
}};

std::string working_folder() {
    std::array<char, PATH_MAX> path;  // not cleared: the prompt waits
    // A folder that is out of reach is given as "(unreachable)/…".
    const bool is_known = getcwd(path.data(), path.size()) != nullptr && path.front() == '/';
    return is_known ? std::string(path.data()) : std::string();
}

std::string parent_of(const std::string& folder) {
    const std::size_t slash = folder.rfind('/');
    return slash == 0 || slash == std::string::npos ? "/" : folder.substr(0, slash);
}

std::string in_folder(std::string_view folder, std::string_view name) {
    return base::Layout::join(folder == "/" ? std::string_view() : folder, name);
}

std::string without_end_slashes(std::string_view path) {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return std::string(path);
}

// Where the walk goes: the logical path, then the physical one if that gave nothing.
struct Start {
    std::string logical, physical;  // physical empty = to be asked for, if needed
};

Result<Start> given_start(std::string_view folder) {
    std::string path = without_end_slashes(folder);
    if (!path.starts_with('/')) path = in_folder(working_folder(), path);
    if (!is_folder(path)) {
        return fail(Code::usage, "CUDAENV_DIR is not a folder").found(folder);
    }
    return Start{std::move(path), {}};
}

Result<Start> find_start(EnvView env) {
    if (const auto folder = env.find_filled("CUDAENV_DIR")) return given_start(*folder);
    Start start;
    start.physical = working_folder();
    const auto pwd = env.find_filled("PWD");
    // Make, ninja and Python's cwd= leave PWD stale: it counts only if it is this folder.
    const bool is_current =
        pwd && pwd->starts_with('/') && (*pwd == start.physical || is_same(std::string(*pwd), "."));
    start.logical = is_current ? without_end_slashes(*pwd) : start.physical;
    return start;
}

// An error that a file caused, with the file in front of the line.
Error in_file(Error error, const std::string& path) {
    error.at = error.at.empty() ? path : path + ", " + error.at;
    return error;
}

class Walk {
  public:
    explicit Walk(const SelectInput& input) : input_(input) {}

    // Looks upward from `folder`; true if a file rules.
    Result<bool> search(const std::string& folder);

    Selection& selection() { return selection_; }

  private:
    bool is_ceiling(const std::string& folder) const {
        const auto& ceilings = input_.conf.ceilings;
        return std::any_of(ceilings.begin(), ceilings.end(), [&](const std::string& each) {
            return without_end_slashes(each) == folder;
        });
    }
    Result<bool> look_into(const std::string& folder);
    Result<bool> look_at(std::string path, Parser parse);
    bool is_foreign(const FileRead& file) const {
        return file.is_world_writable && file.owner != geteuid();
    }

    const SelectInput& input_;
    Selection selection_;
};

Result<bool> Walk::search(const std::string& start) {
    std::string folder = start;
    while (true) {
        CUDAENV_TRY(const bool is_found, look_into(folder));
        if (is_found) return true;
        if (folder == "/") return false;
        folder = parent_of(folder);
        if (is_ceiling(folder)) return false;
    }
}

Result<bool> Walk::look_into(const std::string& folder) {
    const std::size_t count = input_.conf.read_tool_versions ? 3 : 2;
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate& candidate = kCandidates[i];
        CUDAENV_TRY(const bool is_found,
                    look_at(in_folder(folder, candidate.name), candidate.parse));
        if (is_found) return true;
    }
    return false;
}

Result<bool> Walk::look_at(std::string path, Parser parse) {
    FileRead file = read_file(path.c_str(), kVersionFileLimitBytes);
    switch (file.status) {
        case FileRead::Status::absent:
            selection_.absent.push_back(std::move(path));
            return false;
        case FileRead::Status::irregular:
            return false;
        case FileRead::Status::too_large:
        case FileRead::Status::failed:
            selection_.origin = {Origin::Kind::file, path};
            return tl::unexpected(file_error(file, path));
        case FileRead::Status::read:
            break;
    }
    if (is_foreign(file)) {
        selection_.notes.push_back(path + " is skipped: anybody may write it, and it is not yours");
        return false;
    }
    auto parsed = parse(file.text);
    if (parsed && parsed->requests.empty()) return false;  // a file about other things
    selection_.origin = {Origin::Kind::file, path};
    selection_.ruling_text = std::move(file.text);
    if (!parsed) return tl::unexpected(in_file(std::move(parsed).error(), path));
    CUDAENV_TRY(check_trust(*parsed, path, input_.layout));
    selection_.file = *std::move(parsed);
    return true;
}

// The requests of +V, `exec --version` or CUDAENV_VERSION; false if the text is blank.
Result<bool> take_text(Selection& selection, std::string_view text, Origin::Kind kind) {
    if (base::trim(text).empty()) return false;
    selection.origin.kind = kind;
    auto requests = base::parse_requests(text);
    if (!requests) {
        const bool is_variable = kind == Origin::Kind::environment;
        return tl::unexpected(in_file(std::move(requests).error(),
                                      is_variable ? "CUDAENV_VERSION" : "the command line"));
    }
    selection.file.requests = *std::move(requests);
    return true;
}

Result<bool> take_global(Selection& selection, const base::Layout& layout) {
    std::string path = layout.global_version();
    FileRead file = read_file(path.c_str(), kVersionFileLimitBytes);
    if (file.status == FileRead::Status::absent) {
        selection.absent.push_back(std::move(path));
        return false;
    }
    selection.origin = {Origin::Kind::global, path};
    if (file.status != FileRead::Status::read) return tl::unexpected(file_error(file, path));
    selection.ruling_text = std::move(file.text);
    auto parsed = parse_version_file(selection.ruling_text);
    if (!parsed) return tl::unexpected(in_file(std::move(parsed).error(), path));
    selection.file = *std::move(parsed);
    return true;
}

Result<bool> search_upward(Walk& walk, EnvView env) {
    CUDAENV_TRY(Start start, find_start(env));
    if (start.logical.empty()) return false;  // the working folder is gone
    CUDAENV_TRY(const bool is_found, walk.search(start.logical));
    if (is_found) return true;
    if (start.physical.empty()) start.physical = real_path(start.logical.c_str());
    if (start.physical.empty() || start.physical == start.logical) return false;
    return walk.search(start.physical);
}

Result<bool> search_all(Walk& walk, const SelectInput& input) {
    Selection& selection = walk.selection();
    using Kind = Origin::Kind;
    CUDAENV_TRY(bool is_found, take_text(selection, input.command_line, Kind::command_line));
    if (is_found) return true;
    const auto variable = input.env.find("CUDAENV_VERSION").value_or(std::string_view());
    CUDAENV_TRY(is_found, take_text(selection, variable, Kind::environment));
    if (is_found) return true;
    CUDAENV_TRY(is_found, search_upward(walk, input.env));
    if (is_found) return true;
    return take_global(selection, input.layout);
}

}  // namespace

Attempt try_select(const SelectInput& input) {
    Walk walk(input);
    auto found = search_all(walk, input);
    Attempt attempt{std::move(walk.selection()), std::nullopt};
    if (!found) attempt.error = std::move(found).error();
    return attempt;
}

Result<Selection> select(const SelectInput& input) {
    Attempt attempt = try_select(input);
    if (attempt.error) return tl::unexpected(*std::move(attempt.error));
    return std::move(attempt.selection);
}

Result<std::string> start_folder(EnvView env) {
    CUDAENV_TRY(Start start, find_start(env));
    if (start.logical.empty()) return fail(Code::files, "the working folder is gone");
    return std::move(start.logical);
}

Result<std::string> find_version_file(const std::string& folder, const SelectInput& input) {
    Walk walk(input);
    CUDAENV_TRY(const bool is_found, walk.search(without_end_slashes(folder)));
    return is_found ? walk.selection().origin.path : std::string();
}

}  // namespace cudaenv::hot
