# SPDX-License-Identifier: MIT
# The prompt hook of fish (3.1 upward). As long as nothing has changed since the shim's last call no
# process is started; what it left behind for that is described in hook_output.hpp. fish itself
# restores $status and $pipestatus after event handlers.

# `path` (fish 3.5) looks at all of them in one call.
if builtin -q path
    function _cudaenv_any_exists
        path filter -q -- $argv
    end
else
    function _cudaenv_any_exists
        for each in $argv
            test -e "$each"; and return 0
        end
        return 1
    end
end

function _cudaenv_is_stale
    test "$PWD|$PATH|$CUDAENV_VERSION|$CUDAENV_DIR|$VIRTUAL_ENV|$CONDA_PREFIX" = "$_CUDAENV_KEY"
    or return 0
    test -z "$_CUDAENV_PREFIX" -o -e "$_CUDAENV_PREFIX"
    or return 0
    if set -q _CUDAENV_ABSENT[1]; and _cudaenv_any_exists $_CUDAENV_ABSENT
        return 0
    end
    set -l text ''
    if test -f "$_CUDAENV_CONF" -a -r "$_CUDAENV_CONF"
        read text <$_CUDAENV_CONF
    end
    test "$text" = "$_CUDAENV_GENERATION"
    or return 0
    set text ''
    if test -f "$_CUDAENV_FILE" -a -r "$_CUDAENV_FILE"
        read -z text <$_CUDAENV_FILE
    end
    test "$text" != "$_CUDAENV_TEXT"
end

function _cudaenv_refresh
    set -l shim $_CUDAENV_ROOT/shims/cudaenv-shim
    # A folder that vanished under the shell, or a root without shims: nothing to be done.
    test -d "$PWD" -a -x $shim
    or return
    $shim --hook fish "$_CUDAENV_SAID" | source
end

function _cudaenv_switch
    if _cudaenv_is_stale
        _cudaenv_refresh
    end
    return 0
end

function _cudaenv_hook --on-event fish_prompt --on-variable PWD
    _cudaenv_switch
end
