// SPDX-License-Identifier: MIT
// The driver's libraries that were built for these tests (fakes/), and what they shall do.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace cudaenv::test {

// Folder with libnvidia-ml.so.1 and libcuda.so.1 in it.
inline const std::string kFakeDriver = CUDAENV_FAKE_DRIVER;

// Sets a variable of this process, in whose children the libraries look it up, for a while.
class FakeTrouble {
  public:
    FakeTrouble(const char* variable, const char* trouble) : variable_(variable) {
        ::setenv(variable, trouble, 1);
    }
    FakeTrouble(const FakeTrouble&) = delete;
    FakeTrouble& operator=(const FakeTrouble&) = delete;
    ~FakeTrouble() { ::unsetenv(variable_); }

  private:
    const char* variable_;
};

// Puts the fake libcuda at `path`, as a driver's file is called there.
inline void copy_fake_libcuda(const std::string& path) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::filesystem::copy_file(kFakeDriver + "/libcuda.so.1", path);
}

}  // namespace cudaenv::test
