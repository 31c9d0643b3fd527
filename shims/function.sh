# SPDX-License-Identifier: MIT
# The function `cudaenv` of bash, zsh and sh. `init` prints it behind _CUDAENV_PROGRAM, the binary,
# and _CUDAENV_SHELL, the name of the shell.

# Whether the arguments call `shell` and its output is meant to be evaluated, not read.
_cudaenv_is_shell() {
    case " $* " in
        *' shell '*) ;;
        *) return 1 ;;
    esac
    _CUDAENV_VERB=''
    _CUDAENV_SKIP=''
    for _CUDAENV_WORD do
        if [ -n "$_CUDAENV_SKIP" ]; then
            _CUDAENV_SKIP=''
            continue
        fi
        case $_CUDAENV_WORD in
            -h | --help | -V | --version | --json | --format | --format=*) return 1 ;;
            --color | --config | --progress | --root) _CUDAENV_SKIP=1 ;;
            -*) ;;
            *) _CUDAENV_VERB=${_CUDAENV_VERB:-$_CUDAENV_WORD} ;;
        esac
    done
    [ "$_CUDAENV_VERB" = shell ]
}

cudaenv() {
    if _cudaenv_is_shell "$@"; then
        _CUDAENV_LINES=$(CUDAENV_SHELL=$_CUDAENV_SHELL "$_CUDAENV_PROGRAM" "$@") || return
        \eval "$_CUDAENV_LINES"
    else
        "$_CUDAENV_PROGRAM" "$@" || return
    fi
    # Where the hook is at work the rest of the line sees the change, too.
    [ -z "${_CUDAENV_KEY-}" ] || _cudaenv_switch
}
