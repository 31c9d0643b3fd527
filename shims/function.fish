# SPDX-License-Identifier: MIT
# The function `cudaenv` of fish. `init` prints it behind _CUDAENV_PROGRAM, the binary.

# Whether the arguments call `shell` and its output is meant to be evaluated, not read.
function _cudaenv_is_shell
    contains -- shell $argv; or return 1
    set -l verb ''
    set -l skip ''
    for word in $argv
        if test -n "$skip"
            set skip ''
            continue
        end
        switch $word
            case -h --help -V --version --json --format '--format=*'
                return 1
            case --color --config --progress --root
                set skip 1
            case '-*'
            case '*'
                test -n "$verb"; or set verb $word
        end
    end
    test "$verb" = shell
end

function cudaenv --description 'CUDA stacks side by side'
    if _cudaenv_is_shell $argv
        set -l lines (CUDAENV_SHELL=fish $_CUDAENV_PROGRAM $argv)
        or return
        string join \n -- $lines | source
    else
        $_CUDAENV_PROGRAM $argv
        or return
    end
    # Where the hook is at work the rest of the line sees the change, too.
    test -z "$_CUDAENV_KEY"; or _cudaenv_switch
end

# The completions themselves are fetched at the first TAB.
function _cudaenv_complete
    complete -e -c cudaenv
    $_CUDAENV_PROGRAM completions fish | source
    complete -C (commandline -cp | string collect)
end
if status is-interactive; and test (count (complete -c cudaenv)) -eq 0
    complete -c cudaenv -f -a '(_cudaenv_complete)'
end
