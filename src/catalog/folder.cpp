// SPDX-License-Identifier: MIT
// Catalog folders: which files count, and in which order.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "catalog/catalog.hpp"
#include "catalog/redist_index.hpp"

namespace cudaenv::catalog {

namespace {

using base::Failure;

namespace fs = std::filesystem;

constexpr std::string_view kHead = "catalog.toml";
constexpr std::string_view kRules = "components.toml";

Failure failure_of(const std::error_code& error, const std::string& path) {
    Code code = Code::files;
    if (error == std::errc::no_such_file_or_directory) code = Code::not_found;
    if (error == std::errc::permission_denied) code = Code::permission;
    return fail(code, "cannot read the catalog: " + error.message()).at(path);
}

Result<std::vector<std::string>> toml_files(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    while (!error && entry != fs::directory_iterator()) {
        if (entry->path().extension() == ".toml") files.push_back(entry->path().string());
        entry.increment(error);
    }
    if (error) return failure_of(error, folder);
    std::ranges::sort(files);
    return files;
}

// None if there is no such folder.
Result<std::vector<std::string>> toml_files_if_there(const std::string& folder) {
    std::error_code error;
    const bool is_there = fs::exists(folder, error);
    if (error) return failure_of(error, folder);
    if (!is_there) return std::vector<std::string>();
    return toml_files(folder);
}

// Only regular files: opening a pipe of that name would wait for a writer.
Result<std::string> read_file(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error) return failure_of(error, path);
    if (!fs::is_regular_file(status)) {
        return fail(Code::files, "cannot read the catalog: not a regular file").at(path);
    }
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad()) return failure_of({errno, std::generic_category()}, path);
    return text;
}

// The catalog.toml and the manifests of a folder, the latter in order.
struct Files {
    std::string head;  // empty if there is none
    std::vector<std::string> manifests;
};

Result<Files> files_of(const std::string& folder) {
    CUDAENV_TRY(auto all, toml_files(folder));
    Files files;
    for (std::string& path : all) {
        const bool is_head = fs::path(path).filename() == kHead;
        (is_head ? files.head : files.manifests.emplace_back()) = std::move(path);
    }
    CUDAENV_TRY(auto more, toml_files_if_there(folder + "/toolkits"));
    std::ranges::move(more, std::back_inserter(files.manifests));
    return files;
}

}  // namespace

Result<Catalog> read_folder(const std::string& folder) {
    CUDAENV_TRY(const auto files, files_of(folder));
    std::uint64_t serial = 0;
    if (!files.head.empty()) {
        CUDAENV_TRY(const auto text, read_file(files.head));
        CUDAENV_TRY(serial, parse_serial(text, files.head));
    }
    std::vector<Release> all;
    for (const std::string& path : files.manifests) {
        CUDAENV_TRY(const auto text, read_file(path));
        CUDAENV_TRY(auto releases, parse_manifest(text, path));
        for (Release& release : releases) {
            release.catalog = folder;
            all.push_back(std::move(release));
        }
    }
    return Catalog(std::move(all), serial);
}

Result<RedistIndex> read_redist_folder(const std::string& folder) {
    CUDAENV_TRY(const auto files, toml_files_if_there(folder + "/redist"));
    RedistIndex index;
    for (const std::string& path : files) {
        CUDAENV_TRY(const auto text, read_file(path));
        RedistIndex part;
        if (fs::path(path).filename() == kRules) {
            CUDAENV_TRY(part.rules, parse_component_rules(text, path));
        } else {
            CUDAENV_TRY(part.releases, parse_product(text, path));
        }
        for (RedistRelease& release : part.releases) release.catalog = folder;
        lay_over(index, std::move(part));
    }
    return index;
}

}  // namespace cudaenv::catalog
