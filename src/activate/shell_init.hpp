// SPDX-License-Identifier: MIT
// The text that `cudaenv init - SHELL` prints: undo of an inherited state, shims in front of PATH,
// the function for `cudaenv shell`, the prompt hook, completion. Its fixed parts are the files in
// shims/. Reads no disk but folders in PATH; takes no lock, starts nothing.
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
    bool hook = true;         // --no-hook; there is none either in mode `shims`, nor in sh
    bool rehash = true;       // --no-rehash: kept for pyenv's users; init never rehashes inline
    bool path_only = false;   // --path: PATH and nothing else
    std::string binary = {};  // absolute path of cudaenv
};

// `env` is the environment of the shell that will evaluate the text; Nushell's text does not depend
// on it, since it is evaluated later.
Result<std::string> init_text(const base::Layout& layout, const hot::Conf& conf,
                              const sys::Env& env, const InitOptions& options);

// The completion script of a shell. Errors: usage (there is none for it).
Result<std::string_view> completion_text(hot::Shell shell);

}  // namespace cudaenv::activate
