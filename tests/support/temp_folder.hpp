// SPDX-License-Identifier: MIT
// A fresh folder for one test, gone with all that is in it when the test ends. Uses the standard
// library only, so that it can serve the tests of every layer.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace cudaenv::test {

class TempFolder {
  public:
    TempFolder() : TempFolder(std::filesystem::temp_directory_path().string()) {}
    // Below `parent`, for a test that needs another file system.
    explicit TempFolder(const std::string& parent) : path_(parent + "/cudaenv-test-XXXXXX") {
        if (::mkdtemp(path_.data()) == nullptr) {
            ADD_FAILURE() << "cannot make a folder below " << parent;
            std::abort();
        }
        // Tests that give up root's rights must get in.
        std::filesystem::permissions(path_, std::filesystem::perms{0755});
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    ~TempFolder() {
        namespace fs = std::filesystem;
        std::error_code ignored;
        fs::recursive_directory_iterator entry(path_, ignored);
        for (const fs::recursive_directory_iterator end; entry != end; entry.increment(ignored)) {
            if (!fs::is_directory(entry->symlink_status(ignored))) continue;
            fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
        }
        fs::remove_all(path_, ignored);
    }

    const std::string& path() const { return path_; }
    std::string operator/(std::string_view rel_path) const {
        return path_ + "/" + std::string(rel_path);
    }

    // Writes a file, making the folders above it; returns its path.
    std::string write(std::string_view rel_path, std::string_view text) const {
        const std::string path = *this / rel_path;
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream file(path, std::ios::binary | std::ios::trunc);
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        file.close();
        EXPECT_TRUE(file) << "cannot write " << path;
        return path;
    }

    // The whole file; a test failure and "" if it cannot be read.
    std::string read(std::string_view rel_path) const {
        std::ifstream file(*this / rel_path, std::ios::binary);
        EXPECT_TRUE(file) << "cannot read " << *this / rel_path;
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }

    // Makes the folder and those above it; returns its path.
    std::string make(std::string_view rel_path) const {
        const std::string path = *this / rel_path;
        std::filesystem::create_directories(path);
        return path;
    }

  private:
    std::string path_;
};

}  // namespace cudaenv::test
