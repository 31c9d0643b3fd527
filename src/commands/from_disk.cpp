// SPDX-License-Identifier: MIT
#include "commands/from_disk.hpp"

#include <filesystem>

#include "base/text.hpp"
#include "catalog/mirror.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

// "HEX  NAME" lines, as md5sum writes and NVIDIA publishes them; empty if NAME is not among them.
std::string md5_in(const std::string& folder, const std::string& file_name) {
    const Result<std::string> text = sys::read_file(folder + "/md5sum.txt");
    if (!text.has_value()) return {};
    for (const std::string_view line : base::split(*text, '\n')) {
        const std::vector<std::string_view> words = base::words(base::trim(line));
        if (words.size() != 2 || words[0].size() != 32) continue;
        if (words[1] == file_name || words[1] == "*" + file_name) return base::to_lower(words[0]);
    }
    return {};
}

std::string folder_of(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

}  // namespace

Result<plan::LocalFile> find_on_disk(const std::string& from, const catalog::Release& release,
                                     const World& world) {
    const catalog::Runfile* runfile = catalog::runfile_for(release, platform(world));
    CUDAENV_CHECK(runfile != nullptr);  // resolve() gives no other
    std::error_code error;
    const std::string start = std::filesystem::absolute(from, error).string();
    std::vector<std::string> places = {start};
    if (sys::is_folder(start)) {
        places = {start + "/" + runfile->file_name};
        for (const std::string& url : runfile->urls) {
            places.push_back(start + "/" + catalog::path_below_host(url));
        }
    }
    for (const std::string& place : places) {
        const Result<sys::FileInfo> info = sys::info_following(place);
        if (!info.has_value() || info->kind != sys::FileKind::file) continue;
        return plan::LocalFile{place, info->size_bytes,
                               md5_in(folder_of(place), runfile->file_name)};
    }
    return fail(Code::not_found, runfile->file_name + " is not there").at(start);
}

}  // namespace cudaenv::commands
