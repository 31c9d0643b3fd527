# SPDX-License-Identifier: MIT
# The command `cudaenv` and the hooks of Elvish. `init` prints this behind the variables
# _CUDAENV_PROGRAM, _CUDAENV_ROOT and _CUDAENV_HOOK. Not among the shells that tests run.

use path
use str

var _cudaenv_memory = $nil
var _cudaenv_seen = ''

fn _cudaenv_key {
    str:join '|' [$pwd $E:PATH $E:CUDAENV_VERSION $E:CUDAENV_DIR $E:VIRTUAL_ENV $E:CONDA_PREFIX]
}

fn _cudaenv_exists {|path|
    or (path:is-dir &follow-symlink=$true $path) (path:is-regular &follow-symlink=$true $path)
}

fn _cudaenv_text {|path|
    if (and (not-eq $path '') (path:is-regular &follow-symlink=$true $path)) {
        slurp < $path
    } else {
        put ''
    }
}

fn _cudaenv_is_stale {
    var memory = $_cudaenv_memory
    if (or (eq $memory $nil) (not-eq $_cudaenv_seen (_cudaenv_key))) {
        put $true
        return
    }
    if (and (not-eq $memory[prefix] '') (not (_cudaenv_exists $memory[prefix]))) {
        put $true
        return
    }
    for each $memory[absent] {
        if (_cudaenv_exists $each) {
            put $true
            return
        }
    }
    var first @_ = (str:split "\n" (_cudaenv_text $memory[conf]))
    put (or (not-eq $first $memory[generation]) (not-eq (_cudaenv_text $memory[file]) $memory[text]))
}

fn _cudaenv_switch {
    var shim = $_CUDAENV_ROOT'/shims/cudaenv-shim'
    if (or (not (_cudaenv_is_stale)) (not (path:is-regular $shim))) {
        return
    }
    var said = ''
    if (not-eq $_cudaenv_memory $nil) {
        set said = $_cudaenv_memory[said]
    }
    var change = ((external $shim) --hook elvish $said | from-json)
    for name [(keys $change[set])] {
        set-env $name $change[set][$name]
    }
    for name $change[unset] {
        unset-env $name
    }
    set _cudaenv_memory = $change[memory]
    set _cudaenv_seen = (_cudaenv_key)
}

edit:add-var cudaenv~ {|@arguments|
    var verb = ''
    var is_read = $false
    for each $arguments {
        if (has-value [-h --help --json --format] $each) {
            set is_read = $true
        } elif (and (eq $verb '') (not (str:has-prefix $each '-'))) {
            set verb = $each
        }
    }
    if (and (eq $verb shell) (not $is_read)) {
        var lines = ''
        { tmp E:CUDAENV_SHELL = elvish; set lines = ((external $_CUDAENV_PROGRAM) $@arguments | slurp) }
        eval $lines
    } else {
        (external $_CUDAENV_PROGRAM) $@arguments
    }
}

if (not-eq $_CUDAENV_HOOK "") {
    set after-chdir = [$@after-chdir {|_| _cudaenv_switch }]
    set edit:before-readline = [$@edit:before-readline $_cudaenv_switch~]
}
