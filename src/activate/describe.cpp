// SPDX-License-Identifier: MIT
#include "activate/describe.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "base/stack_name.hpp"

namespace cudaenv::activate {

namespace {

using store::FileRow;

const FileRow* find(const std::vector<FileRow>& rows, std::string_view path) {
    const auto row = std::ranges::find(rows, path, &FileRow::path);
    return row == rows.end() ? nullptr : &*row;
}

// A folder, or the link that stands for one (lib64 -> targets/x86_64-linux/lib).
bool has_folder(const std::vector<FileRow>& rows, std::string_view path) {
    const FileRow* row = find(rows, path);
    return row != nullptr && row->kind != FileRow::Kind::file;
}

// Those of the folders that are there, in this order.
std::vector<std::string> present(const std::vector<FileRow>& rows,
                                 std::initializer_list<std::string_view> folders) {
    std::vector<std::string> found;
    for (const std::string_view folder : folders) {
        if (has_folder(rows, folder)) found.emplace_back(folder);
    }
    return found;
}

}  // namespace

hot::Activation describe(const store::Receipt& receipt, const std::vector<FileRow>& rows) {
    hot::Activation activation;
    activation.toolkit = receipt.toolkit;
    // The folder's spelling (8.9.7): the receipt has the whole number (8.9.7.29).
    const auto stack = base::parse_stack_name(receipt.stack);
    for (const base::Companion& companion :
         stack ? stack->companions : std::vector<base::Companion>()) {
        activation.companions.emplace_back(companion.name, companion.version);
    }
    activation.profile = receipt.profile;
    activation.bin = present(rows, {"bin"});
    const std::string_view library_folder = has_folder(rows, "lib64") ? "lib64" : "lib";
    activation.lib = present(rows, {library_folder, "extras/CUPTI/lib64"});
    activation.pkgconfig = present(rows, {"pkg-config"});
    activation.man = present(rows, {"share/man"});
    const FileRow* nvcc = find(rows, "bin/nvcc");
    if (nvcc != nullptr && nvcc->kind != FileRow::Kind::folder) activation.nvcc = nvcc->path;
    return activation;
}

Result<std::string> expected_text(const std::string& prefix) {
    CUDAENV_TRY(const store::Receipt receipt, store::read_receipt(prefix));
    CUDAENV_TRY(const std::vector<FileRow> rows, store::read_file_list(prefix));
    return hot::to_text(describe(receipt, rows));
}

}  // namespace cudaenv::activate
