# SPDX-License-Identifier: MIT
# The prompt hook of bash, behind hook.sh.

# bash itself restores $?, $_ and PIPESTATUS after PROMPT_COMMAND; $? is for those that come next in
# it. Under `set -e` a function that fails would end the shell.
_cudaenv_hook() {
    builtin local status=$?
    _cudaenv_switch
    case $- in
        *e*) return 0 ;;
    esac
    return "$status"
}

# Whether PROMPT_COMMAND is an array in a bash (5.1) that runs all of it.
_cudaenv_prompts_by_array() {
    [ "$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))" -ge 501 ] || return 1
    [ -n "${PROMPT_COMMAND+x}" ] && [[ ${PROMPT_COMMAND@a} == *a* ]]
}

# Last, so that what stands there already sees the command's own PIPESTATUS.
case ${PROMPT_COMMAND[*]-} in
    *_cudaenv_hook*) ;;
    '') PROMPT_COMMAND=_cudaenv_hook ;;
    *)
        if _cudaenv_prompts_by_array; then
            PROMPT_COMMAND+=(_cudaenv_hook)
        else
            PROMPT_COMMAND=${PROMPT_COMMAND-}$'\n'_cudaenv_hook
        fi
        ;;
esac
