// SPDX-License-Identifier: MIT
// The text that `cudaenv init - SHELL` prints: undo of an inherited state, shims in front of PATH,
// the function for `cudaenv shell`, the prompt hook, completion.
#pragma once

#include <string>
#include <string_view>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "hot/conf.hpp"
#include "hot/quote.hpp"
#include "sys/env.hpp"

namespace cudaenv::activate {

struct InitOptions {
    hot::Shell shell = hot::Shell::bash;
    bool hook = true;        // --no-hook
    bool rehash = true;      // --no-rehash: kept for pyenv's users; init never rehashes inline
    bool path_only = false;  // --path
    std::string binary;      // absolute path of cudaenv
};

Result<std::string> init_text(const base::Layout& layout, const hot::Conf& conf,
                              const sys::Env& env, const InitOptions& options);

// The completion script of a shell.
Result<std::string_view> completion_text(hot::Shell shell);

}  // namespace cudaenv::activate
