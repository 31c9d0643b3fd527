// SPDX-License-Identifier: MIT
// A shared library that is loaded while the program runs, if it is there.
#pragma once

#include <string>

#include "base/result.hpp"

namespace cudaenv::sys {

// Stays loaded until the process ends: other people's libraries leave threads behind.
class Library {
  public:
    // A path, or a name that the dynamic loader looks for. Errors: not_found, whatever kept it from
    // being loaded.
    static Result<Library> load(const std::string& name);

    // Null if the library has no such function.
    template <typename Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(symbol(name));
    }
    // The file that the function comes from; empty if there is no such function.
    std::string file_of(const char* function) const;

  private:
    explicit Library(void* handle) : handle_(handle) {}
    void* symbol(const char* name) const;

    void* handle_;
};

}  // namespace cudaenv::sys
