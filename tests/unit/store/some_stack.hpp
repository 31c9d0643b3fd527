// SPDX-License-Identifier: MIT
// Small stacks in a temporary root, made the way that execute makes large ones.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
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

Tree some_tree();
Receipt some_receipt(std::string_view stack);
ObjectId put(ObjectStore& objects, std::string_view bytes, bool is_executable = false);

// The objects put, and the rows with all folders, sorted.
std::vector<FileRow> rows_of(const Tree& tree, ObjectStore& objects);

// The whole way of an install.
Result<Receipt> install(const base::Layout& layout, const std::string& stack, const Tree& tree,
                        const MoveOptions& options = {});

}  // namespace cudaenv::store
