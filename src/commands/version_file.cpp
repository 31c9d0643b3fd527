// SPDX-License-Identifier: MIT
#include "commands/version_file.hpp"

#include <filesystem>

#include "base/text.hpp"
#include "commands/json.hpp"
#include "commands/pinning.hpp"
#include "commands/ruling.hpp"
#include "hot/parse_by_name.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

Report path_report(const std::string& path) {
    Report report;
    report.out = path + "\n";
    report.json = json_text({{"file", path}});
    return report;
}

}  // namespace

Result<hot::VersionFile> read_version_file(const std::string& path) {
    CUDAENV_TRY(const std::string text, sys::read_file(path, hot::kVersionFileLimitBytes));
    auto file = hot::parse_by_name(path, text);
    if (!file) file.error().at = path + (file.error().at.empty() ? "" : ", " + file.error().at);
    return file;
}

Result<Report> version_file(const VersionFileRequest& request, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    if (request.folder) {
        std::error_code failure;
        const auto folder = std::filesystem::absolute(*request.folder, failure).lexically_normal();
        CUDAENV_TRY(const std::string path,
                    hot::find_version_file(folder.string(), lookup.select_input()));
        if (!path.empty()) return path_report(path);
        return fail(Code::nothing_selected, "no version file at or above this folder")
            .at(folder.string());
    }
    CUDAENV_TRY(const std::string folder, hot::start_folder(lookup.env()));
    CUDAENV_TRY(const std::string path, hot::find_version_file(folder, lookup.select_input()));
    return path_report(path.empty() ? world.layout.global_version() : path);
}

Result<Report> version_file_read(const VersionFileReadRequest& request, const World& /*world*/) {
    const auto file = read_version_file(request.file);
    if (!file && file.error().code == Code::not_found)
        return fail(Code::nothing_selected, "no version file").at(request.file);
    if (!file) return tl::unexpected(file.error());
    if (file->requests.empty())
        return fail(Code::nothing_selected, "no version in this file").at(request.file);
    std::vector<std::string> requests;
    for (const base::Request& one : file->requests) requests.push_back(as_written(one));
    Report report;
    report.out = base::join(requests, ":") + "\n";
    report.json = json_text({{"versions", requests}});
    return report;
}

Result<Report> version_file_write(const VersionFileWriteRequest& request, const World& world) {
    PinRequest pin;
    pin.path = request.file;
    pin.requests = request.requests;
    pin.force = request.force;
    CUDAENV_TRY(write_checked_pin(pin, world));
    return Report{};
}

}  // namespace cudaenv::commands
