# SPDX-License-Identifier: MIT
# Completion of `cudaenv` in bash: the script itself is fetched at the first TAB.
case $- in
    *i*)
        _cudaenv() {
            unset -f _cudaenv
            eval "$("$_CUDAENV_PROGRAM" completions bash)"
            _cudaenv "$@"
        }
        # Where the script was loaded by bash-completion it stays.
        complete -p cudaenv > /dev/null 2>&1 || complete -F _cudaenv cudaenv
        ;;
esac
