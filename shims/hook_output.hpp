// SPDX-License-Identifier: MIT
// What `cudaenv-shim --hook SHELL [SAID]` prints for the hook function of a shell to evaluate: the
// change of the environment, then the memory by which the function sees, without a process, that
// nothing has changed since. SHELL is bash, zsh or fish; SAID is $_CUDAENV_SAID as the last call
// left it (absent or empty on a shell's first prompt). The exit code is 0 also when the version
// file is wrong; messages go to stderr.
//
// The memory, plain (not exported) global variables:
//   _CUDAENV_KEY         PWD, PATH, CUDAENV_VERSION, CUDAENV_DIR, VIRTUAL_ENV and CONDA_PREFIX
//   joined
//                        by `|`, built by the shell from the values that it has after the change
//   _CUDAENV_PREFIX      folder that has to exist (the active prefix); empty = none to look for
//   _CUDAENV_ABSENT      list of paths of which none may exist (`-e`); may be empty
//   _CUDAENV_CONF        hot.conf, and
//   _CUDAENV_GENERATION  its first line without line end; empty = there was no file
//   _CUDAENV_FILE        the ruling version file, empty = none, and
//   _CUDAENV_TEXT        its whole text, line ends too, up to a NUL byte if it has one
//   _CUDAENV_SAID        what was said last, to be handed to the next call unread
//
// bash:
//   export PATH='/r/versions/12.4.1/bin:/usr/bin'
//   unset CUDA_HOME
//   _CUDAENV_PREFIX='/r/versions/12.4.1'
//   _CUDAENV_ABSENT=('/p/a/.cuda-version' '/p/a/cudaenv.toml')
//   _CUDAENV_CONF='/r/hot.conf'
//   _CUDAENV_GENERATION='cudaenv-hot 1 17'
//   _CUDAENV_FILE='/p/.cuda-version'
//   _CUDAENV_TEXT='12.4
//   '
//   _CUDAENV_SAID='12.4.1'
//   _CUDAENV_KEY="$PWD|${PATH-}|${CUDAENV_VERSION-}|${CUDAENV_DIR-}|…"
// Nothing is new if the key is the same, the prefix is there (`-e`), none of the absent paths is,
// `IFS= read -r line < "$_CUDAENV_CONF"` gives the generation and `IFS= read -r -d '' text <
// "$_CUDAENV_FILE"` the text. A file that cannot be read counts as empty.
//
// zsh: the same text. fish:
//   set -gx PATH '/r/versions/12.4.1/bin:/usr/bin'
//   set -eg CUDA_HOME
//   set -g _CUDAENV_ABSENT '/p/a/.cuda-version' '/p/a/cudaenv.toml'
//   set -g _CUDAENV_KEY "$PWD|$PATH|$CUDAENV_VERSION|$CUDAENV_DIR|$VIRTUAL_ENV|$CONDA_PREFIX"
//
// pwsh, nu and elvish get one JSON object and build the key themselves:
//   {"set":{"PATH":"…"},"unset":["CUDA_HOME"],"memory":{"absent":["…"],"prefix":"…","conf":"…",
//    "generation":"…","file":"…","text":"…","said":"…"}}
#pragma once

#include <string>
#include <vector>

#include "hot/delta.hpp"
#include "hot/quote.hpp"

namespace cudaenv::shim {

struct Memory {
    std::string prefix;
    std::vector<std::string> absent;
    std::string conf, generation;
    std::string file, text;
    std::string said;
};

std::string hook_output(hot::Shell shell, const hot::Delta& delta, const Memory& memory);

}  // namespace cudaenv::shim
