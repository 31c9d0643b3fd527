// SPDX-License-Identifier: MIT
// RAII for C handles: Handle<CURL, curl_easy_cleanup>, Handle<FILE, fclose>.
#pragma once

#include <memory>

namespace cudaenv::base {

template <auto kClose>
struct Closer {
    template <typename T>
    void operator()(T* pointer) const {
        static_cast<void>(kClose(pointer));
    }
};

template <typename T, auto kClose>
using Handle = std::unique_ptr<T, Closer<kClose>>;

}  // namespace cudaenv::base
