// SPDX-License-Identifier: MIT
#include "sys/library.hpp"

#include <dlfcn.h>

namespace cudaenv::sys {

Result<Library> Library::load(const std::string& name) {
    void* handle = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle != nullptr) return Library(handle);
    const char* reason = ::dlerror();
    return fail(Code::not_found, "cannot load the library")
        .at(name)
        .why(reason == nullptr ? "" : reason);
}

std::string Library::file_of(const char* function) const {
    Dl_info info{};
    void* address = symbol(function);
    if (address == nullptr || ::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
    return info.dli_fname;
}

void* Library::symbol(const char* name) const {
    return ::dlsym(handle_, name);
}

}  // namespace cudaenv::sys
