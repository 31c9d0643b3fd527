# SPDX-License-Identifier: MIT
# The prompt hook of zsh, behind hook.sh. `init` defines all of it under `emulate zsh -c`: its
# functions run with zsh's own options, whatever the person has set. zsh itself restores $?, $_ and
# pipestatus after such functions.

_cudaenv_hook() {
    # In a subshell (`(cd there && make)`) a switch is nobody's news.
    if (( ZSH_SUBSHELL )); then
        _cudaenv_switch 2> /dev/null
    else
        _cudaenv_switch
    fi
}

builtin typeset -ga precmd_functions chpwd_functions
(( ${precmd_functions[(Ie)_cudaenv_hook]} )) || precmd_functions+=(_cudaenv_hook)
(( ${chpwd_functions[(Ie)_cudaenv_hook]} )) || chpwd_functions+=(_cudaenv_hook)
