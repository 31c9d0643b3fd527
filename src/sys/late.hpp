// SPDX-License-Identifier: MIT
// Libraries that few commands need are not loaded when the program starts but at the first call:
// libcurl and the thirty libraries behind it alone cost more than the rest of the start. A folder
// that uses such a library defines, under their own names and with the types of its header, the
// functions that it calls; each passes the call on to the library.
#pragma once

#include "base/result.hpp"
#include "sys/library.hpp"

namespace cudaenv::sys {

// The library's function of the name of `own`, a function that passes its calls on. `library` has
// been loaded, and is what we were compiled against: that the function is not there is our bug.
template <typename Function>
Function* late(const Result<Library>& library, Function& /*own*/, const char* name) {
    CUDAENV_CHECK(library.has_value());
    auto* const function = library->template function<Function>(name);
    CUDAENV_CHECK(function != nullptr);
    return function;
}

}  // namespace cudaenv::sys
