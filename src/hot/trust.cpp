// SPDX-License-Identifier: MIT
#include "hot/trust.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "hot/folder.hpp"
#include "hot/link.hpp"
#include "hot/quote.hpp"
#include "hot/read_file.hpp"

namespace cudaenv::hot {

namespace {

std::string parent_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

bool is_at_or_below(std::string_view path, std::string_view folder) {
    if (folder == "/") return true;
    if (!path.starts_with(folder)) return false;
    return path.size() == folder.size() || path[folder.size()] == '/';
}

// Owned by root, and nobody else may put something in its place.
bool is_roots(const std::string& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 && facts.st_uid == 0 && (facts.st_mode & S_IWOTH) == 0;
}

// Whether a link in versions/ leads to a folder at or above `real`.
bool is_adopted(const std::string& real, const base::Layout& layout) {
    for (const std::string& name : list_folder(layout.versions())) {
        const std::string link = layout.prefix(name);
        if (is_link(link) && is_at_or_below(real, real_path(link.c_str()))) return true;
    }
    return false;
}

// What a path leads through, step by step. The name is what stands in PATH later, so a link that
// somebody may turn elsewhere counts, wherever it leads today.
struct Way {
    bool is_fixed = true;    // each link on it is root's and outside the project
    bool is_outside = true;  // no step lies in the project
};

// The first name of `rest`, which is taken off.
std::string take_name(std::string& rest) {
    const std::size_t end = rest.find('/');
    std::string name = rest.substr(0, end);
    rest.erase(0, end == std::string::npos ? end : end + 1);
    return name;
}

Way way_to(std::string rest, std::string_view project) {
    constexpr int kMostLinks = 40;  // as the kernel has it
    Way way;
    std::string place;  // a real path, without the last slash
    for (int links = 0; !rest.empty() && links <= kMostLinks;) {
        const std::string name = take_name(rest);
        if (name.empty() || name == ".") continue;
        if (name == "..") {
            place.erase(place.empty() ? 0 : place.rfind('/'));
            continue;
        }
        const std::string step = place + "/" + name;
        struct stat facts {};
        if (lstat(step.c_str(), &facts) != 0) break;
        const bool is_inside = is_at_or_below(step, project);
        if (is_inside) way.is_outside = false;
        if (!S_ISLNK(facts.st_mode)) {
            place = step;
            continue;
        }
        ++links;
        if (is_inside || facts.st_uid != 0) way.is_fixed = false;
        const std::string target = link_target(step);
        if (target.starts_with('/')) place.clear();
        rest = target + "/" + rest;
    }
    return way;
}

class Judge {
  public:
    Judge(const std::string& version_file, const base::Layout& layout)
        : project_(real_path(parent_of(version_file).c_str())), layout_(layout) {}

    bool accepts_folder(const std::string& folder) const {
        const std::string real = real_path(folder.c_str());
        if (real.empty()) return true;  // not there: said later, as not installed
        const Way way = way_to(folder, project_);
        if (is_adopted(real, layout_)) return way.is_fixed;
        const std::string bin = real + "/bin";
        return is_roots_way(way, real) && (!exists(bin) || is_roots(bin));
    }
    bool accepts_program(const std::string& program) const {
        const std::string real = real_path(program.c_str());
        if (real.empty()) return true;  // not there: not set
        const Way way = way_to(program, project_);
        if (is_adopted(real, layout_)) return way.is_fixed;
        return is_roots_way(way, real) && is_roots(parent_of(real));
    }

  private:
    static bool is_roots_way(const Way& way, const std::string& real) {
        return way.is_fixed && way.is_outside && is_roots(real);
    }

    std::string project_;
    const base::Layout& layout_;
};

bool names_folder(const base::Request& request) {
    using Kind = base::Request::Kind;
    return request.kind == Kind::path ||
           (request.kind == Kind::system && request.text.starts_with('/'));
}

base::Failure foreign_folder(const base::Request& request, const std::string& path) {
    return fail(Code::refused, "a project's file may not name this folder")
        .at(path)
        .values(request.raw, "a folder that root owns outside the project, or an adopted one")
        .why("what a checkout brings along must not run by entering it");
}

base::Failure foreign_compiler(const std::string& ccbin, const std::string& path) {
    return fail(Code::refused, "a project's file may not name this compiler")
        .at(path)
        .values(ccbin,
                "a compiler that root owns outside the project, or of a folder that was adopted")
        .why("what a checkout brings along must not run by entering it");
}

}  // namespace

Result<void> check_trust(const VersionFile& file, const std::string& path,
                         const base::Layout& layout) {
    const bool is_plain = file.ccbin.empty() &&
                          std::none_of(file.requests.begin(), file.requests.end(), names_folder);
    if (is_plain) return {};  // nearly every file: no look at the disk
    const Judge judge(path, layout);
    for (const base::Request& request : file.requests) {
        if (!names_folder(request) || judge.accepts_folder(request.text)) continue;
        const std::string real = real_path(request.text.c_str());
        // Where only the link is at fault, the folder behind it may be named.
        if (judge.accepts_folder(real)) {
            return foreign_folder(request, path)
                .note("the way there leads through the project, or a link that is not root's")
                .try_("cudaenv local " + as_word("path:" + real));
        }
        return foreign_folder(request, path).try_("cudaenv adopt " + as_word(request.text));
    }
    if (file.ccbin.empty() || judge.accepts_program(file.ccbin)) return {};
    auto failure = foreign_compiler(file.ccbin, path);
    const std::string toolkit = parent_of(parent_of(file.ccbin));
    if (is_program(toolkit + "/bin/nvcc")) {
        std::move(failure).try_("cudaenv adopt " + as_word(toolkit));
    }
    return std::move(failure).try_("cudaenv config ccbin " + as_word(file.ccbin));
}

}  // namespace cudaenv::hot
