// SPDX-License-Identifier: MIT
#include "hot/trust.hpp"

#include <sys/stat.h>

#include <string_view>

#include "hot/folder.hpp"
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

class Judge {
  public:
    Judge(const std::string& version_file, const base::Layout& layout)
        : project_(real_path(parent_of(version_file).c_str())), layout_(layout) {}

    bool accepts_folder(const std::string& folder) const {
        const std::string real = real_path(folder.c_str());
        if (real.empty()) return true;  // not there: said later, as not installed
        if (is_adopted(real, layout_)) return true;
        const std::string bin = real + "/bin";
        return is_foreign_roots(real) && (!exists(bin) || is_roots(bin));
    }
    bool accepts_program(const std::string& program) const {
        const std::string real = real_path(program.c_str());
        if (real.empty()) return true;  // not there: not set
        if (is_adopted(real, layout_)) return true;
        return is_foreign_roots(real) && is_roots(parent_of(real));
    }

  private:
    bool is_foreign_roots(const std::string& real) const {
        return !is_at_or_below(real, project_) && is_roots(real);
    }

    std::string project_;
    const base::Layout& layout_;
};

bool names_folder(const base::Request& request) {
    using Kind = base::Request::Kind;
    return request.kind == Kind::path ||
           (request.kind == Kind::system && request.text.starts_with('/'));
}

}  // namespace

Result<void> check_trust(const VersionFile& file, const std::string& path,
                         const base::Layout& layout) {
    for (const base::Request& request : file.requests) {
        if (!names_folder(request) || Judge(path, layout).accepts_folder(request.text)) continue;
        return fail(Code::refused, "a project's file may not name this folder")
            .at(path)
            .values(request.raw, "a folder that root owns outside the project, or an adopted one")
            .why("what a checkout brings along must not run by entering it")
            .try_("cudaenv adopt " + request.text);
    }
    if (file.ccbin.empty() || Judge(path, layout).accepts_program(file.ccbin)) return {};
    return fail(Code::refused, "a project's file may not name this compiler")
        .at(path)
        .values(file.ccbin,
                "a compiler that root owns outside the project, or of a folder that was adopted")
        .why("what a checkout brings along must not run by entering it")
        .try_("cudaenv adopt " + parent_of(parent_of(file.ccbin)))
        .try_("cudaenv config ccbin " + file.ccbin);
}

}  // namespace cudaenv::hot
