// SPDX-License-Identifier: MIT
// Small stacks in a temporary root, made the way that execute makes large ones.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "store/file_list.hpp"
#include "store/object_store.hpp"
#include "store/receipt.hpp"
#include "store/staging.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::store {

// Fails the test and names the error, where a Result should have held a value.
#define EXPECT_OK(expression)                                                                \
    do {                                                                                     \
        const auto& outcome_of_expression = (expression);                                    \
        EXPECT_TRUE(outcome_of_expression.has_value())                                       \
            << outcome_of_expression.error().what << " " << outcome_of_expression.error().at \
            << " " << outcome_of_expression.error().why;                                     \
    } while (false)

// A temporary root in memory, where there is such a file system: syncing costs nothing there, and
// no test can tell what a power cut leaves.
class MemoryFolder : public test::TempFolder {
  public:
    MemoryFolder() : TempFolder(parent()) {}

  private:
    static std::string parent() {
        const std::string memory = "/dev/shm";
        return std::filesystem::is_directory(memory)
                   ? memory
                   : std::filesystem::temp_directory_path().string();
    }
};

inline constexpr std::string_view kActivation = "cudaenv-activate 1\ntoolkit 12.4.1\nend\n";

// Path -> bytes. A path below bin/ is executable; bytes that begin with "->" make a link.
using Tree = std::map<std::string, std::string>;

inline Tree some_tree() {
    return {{"bin/nvcc", "#!/bin/sh\n"},
            {"include/cuda.h", "// header\n"},
            {"include/empty.h", ""},
            {"lib64", "->targets/x86_64-linux/lib"},
            {"targets/x86_64-linux/lib/libcudart.so", "->libcudart.so.12"},
            {"targets/x86_64-linux/lib/libcudart.so.12", std::string(300'000, 'c')}};
}

inline Receipt some_receipt(std::string_view stack) {
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

inline ObjectId put(ObjectStore& objects, std::string_view bytes, bool is_executable = false) {
    auto writer = objects.begin(is_executable, bytes.size());
    EXPECT_OK(writer);
    EXPECT_OK(writer->write(std::as_bytes(std::span(bytes))));
    auto id = writer->finish();
    EXPECT_OK(id);
    return id ? *id : ObjectId();
}

inline FileRow row_of(ObjectStore& objects, const std::string& path, const std::string& bytes) {
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

// The objects put, and the rows with all folders, sorted.
inline std::vector<FileRow> rows_of(const Tree& tree, ObjectStore& objects) {
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

// The whole way of an install.
inline Result<Receipt> install(const base::Layout& layout, const std::string& stack,
                               const Tree& tree, const MoveOptions& options = {}) {
    CUDAENV_TRY(auto staging, Staging::begin(layout, stack, options));
    ObjectStore objects(layout, staging.scratch());
    const auto rows = rows_of(tree, objects);
    CUDAENV_TRY(staging.link(rows, objects));
    return staging.commit(rows, kActivation, some_receipt(stack));
}

}  // namespace cudaenv::store
