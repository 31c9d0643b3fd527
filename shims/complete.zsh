# SPDX-License-Identifier: MIT
# Completion of `cudaenv` in zsh: the script itself is fetched at the first TAB. Nothing is done
# before `compinit` has run, or where it has found our _cudaenv on its own.
if (( ${+functions[compdef]} )) && [[ -z ${_comps[cudaenv]-} ]]; then
    _cudaenv_load() {
        eval "$("$_CUDAENV_PROGRAM" completions zsh)"
        _cudaenv "$@"
    }
    compdef _cudaenv_load cudaenv
fi
