// SPDX-License-Identifier: MIT
#include "some_stack.hpp"

#include <span>

namespace cudaenv::store {

Tree some_tree() {
    return {{"bin/nvcc", "#!/bin/sh\n"},
            {"include/cuda.h", "// header\n"},
            {"include/empty.h", ""},
            {"lib64", "->targets/x86_64-linux/lib"},
            {"targets/x86_64-linux/lib/libcudart.so", "->libcudart.so.12"},
            {"targets/x86_64-linux/lib/libcudart.so.12", std::string(300'000, 'c')}};
}

Receipt some_receipt(std::string_view stack) {
    Receipt receipt;
    receipt.stack = stack;
    receipt.requested = "12.4";
    receipt.toolkit = "12.4.1";
    receipt.platform = "linux-x86_64";
    receipt.made_by = "1.0.0";
    receipt.made_at = "2026-05-04T10:00:00Z";
    receipt.artifacts.push_back({.id = 1,
                                 .kind = "runfile",
                                 .name = "cuda_12.4.1_550.54.15_linux.run",
                                 .url = "https://example.invalid/cuda_12.4.1_550.54.15_linux.run",
                                 .size_bytes = 4454730420,
                                 .sha256 = std::string(64, 'a'),
                                 .md5 = "",
                                 .verified_by = "sha256",
                                 .components = {{"cuda_nvcc", "12.4.131"}}});
    return receipt;
}

ObjectId put(ObjectStore& objects, std::string_view bytes, bool is_executable) {
    auto writer = objects.begin(is_executable, bytes.size());
    EXPECT_OK(writer);
    EXPECT_OK(writer->write(std::as_bytes(std::span(bytes))));
    auto id = writer->finish();
    EXPECT_OK(id);
    return id ? *id : ObjectId();
}

namespace {

FileRow row_of(ObjectStore& objects, const std::string& path, const std::string& bytes) {
    FileRow row;
    row.path = path;
    if (bytes.starts_with("->")) {
        row.kind = FileRow::Kind::link;
        row.target = bytes.substr(2);
        return row;
    }
    const bool is_executable = path.starts_with("bin/");
    row.mode = is_executable ? kExecutableMode : kFileMode;
    row.size_bytes = bytes.size();
    row.sha256 = put(objects, bytes, is_executable).sha256;
    row.artifact = 1;
    row.component = "cuda_nvcc";
    return row;
}

}  // namespace

std::vector<FileRow> rows_of(const Tree& tree, ObjectStore& objects) {
    std::map<std::string, FileRow> rows;
    for (const auto& [path, bytes] : tree) {
        for (auto slash = path.find('/'); slash != std::string::npos;
             slash = path.find('/', slash + 1)) {
            FileRow folder;
            folder.kind = FileRow::Kind::folder;
            folder.path = path.substr(0, slash);
            folder.mode = kFolderMode;
            rows.emplace(folder.path, folder);
        }
        rows.emplace(path, row_of(objects, path, bytes));
    }
    std::vector<FileRow> sorted;
    for (auto& [path, row] : rows) sorted.push_back(row);
    return sorted;
}

Result<Receipt> install(const base::Layout& layout, const std::string& stack, const Tree& tree,
                        const MoveOptions& options) {
    CUDAENV_TRY(auto staging, Staging::begin(layout, stack, options));
    ObjectStore objects(layout, staging.scratch());
    const auto rows = rows_of(tree, objects);
    CUDAENV_TRY(staging.link(rows, objects));
    return staging.commit(rows, kActivation, some_receipt(stack));
}

}  // namespace cudaenv::store
