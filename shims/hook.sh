# SPDX-License-Identifier: MIT
# What the prompt hooks of bash (3.2 upward) and zsh share. As long as nothing has changed since the
# shim's last call no process is started; what it left behind for that is described in
# hook_output.hpp. Every line works under `set -eu -o pipefail`, and `builtin` keeps out what a
# person has made of a name with an alias or a function.

_cudaenv_is_stale() {
    builtin local each text=''
    [[ ${_CUDAENV_KEY-} == "${PWD-}|${PATH-}|${CUDAENV_VERSION-}|${CUDAENV_DIR-}|${VIRTUAL_ENV-}|${CONDA_PREFIX-}" ]] ||
        return 0
    [[ -z $_CUDAENV_PREFIX || -e $_CUDAENV_PREFIX ]] || return 0
    # bash before 4.4 takes an empty array for unset.
    for each in ${_CUDAENV_ABSENT[@]+"${_CUDAENV_ABSENT[@]}"}; do
        [[ ! -e $each ]] || return 0
    done
    if [[ -f $_CUDAENV_CONF && -r $_CUDAENV_CONF ]]; then
        IFS= builtin read -r text < "$_CUDAENV_CONF" || :
    fi
    [[ $text == "$_CUDAENV_GENERATION" ]] || return 0
    text=''
    if [[ -f $_CUDAENV_FILE && -r $_CUDAENV_FILE ]]; then
        IFS= builtin read -r -d '' text < "$_CUDAENV_FILE" || :
    fi
    [[ $text != "$_CUDAENV_TEXT" ]]
}

_cudaenv_refresh() {
    builtin local shim="$_CUDAENV_ROOT/shims/cudaenv-shim" lines
    # A folder that vanished under the shell, or a root without shims: nothing to be done.
    [ -d "${PWD-}" ] && [ -x "$shim" ] || return 0
    lines=$("$shim" --hook "$_CUDAENV_SHELL" "${_CUDAENV_SAID-}") || :
    builtin eval "$lines" || :
}

_cudaenv_switch() {
    if _cudaenv_is_stale; then _cudaenv_refresh; fi
}
