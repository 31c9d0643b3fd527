// SPDX-License-Identifier: MIT
// toml++ as cudaenv uses it; to be included in place of it, in .cpp files only. Parse errors come
// back as values, and what a file says never aborts the program: toml++ 3.3 asserts (or, with
// NDEBUG and clang, lets the compiler assume) that `[.a]` and `a = [}]` do not occur, although the
// code behind these assertions reports them as errors.
#pragma once

#define TOML_EXCEPTIONS 0
#define TOML_ASSERT(expr) static_cast<void>(0)
#pragma push_macro("NDEBUG")
#undef NDEBUG  // or else toml++ replaces TOML_ASSERT
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
