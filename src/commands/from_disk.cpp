// SPDX-License-Identifier: MIT
#include "commands/from_disk.hpp"

#include <filesystem>
#include <optional>

#include "base/text.hpp"
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

std::optional<plan::LocalFile> file_at(const std::string& place, const std::string& name) {
    const Result<sys::FileInfo> info = sys::info_following(place);
    if (!info.has_value() || info->kind != sys::FileKind::file) return std::nullopt;
    return plan::LocalFile{place, info->size_bytes, md5_in(folder_of(place), name)};
}

}  // namespace

Result<void> take_from(const std::string& from, plan::Wanted& wanted) {
    std::error_code error;
    const std::string start = std::filesystem::absolute(from, error).string();
    if (sys::is_folder(start)) {
        wanted.in_folder = [start](const std::string& name, const std::string& below) {
            auto file = file_at(start + "/" + name, name);
            return file ? file : file_at(start + "/" + below, name);
        };
        return {};
    }
    wanted.local = file_at(start, start.substr(start.rfind('/') + 1));
    if (wanted.local) return {};
    return fail(Code::not_found, "there is no such file").at(start);
}

}  // namespace cudaenv::commands
