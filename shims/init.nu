# SPDX-License-Identifier: MIT
# PATH, the command `cudaenv` and the hooks of Nushell. `init` prints this behind the constants
# _CUDAENV_PROGRAM, _CUDAENV_ROOT and _CUDAENV_HOOK. The file that it is saved to is read by later
# shells, so nothing in it is of the environment that it was made in. Not among the shells that
# tests run.

$env.PATH = (
    $env.PATH | split row ':'
    | where {|it| $it != $"($_CUDAENV_ROOT)/shims" and not ($it | str starts-with $"($_CUDAENV_ROOT)/versions/") }
    | prepend $"($_CUDAENV_ROOT)/shims"
)
$env._CUDAENV_MEMORY = null

# Nushell evaluates no text: of `shell` the lines for sh are read, NAME='VALUE' or a name to unset.
def --env --wrapped cudaenv [...args] {
    let verb = ($args | where {|it| not ($it | str starts-with '-') } | get -i 0)
    let is_read = ($args | any {|it| $it in ['-h' '--help' '--json' '--format'] })
    if $verb != 'shell' or $is_read {
        ^$_CUDAENV_PROGRAM ...$args
        return
    }
    let lines = (with-env {CUDAENV_SHELL: posix} { ^$_CUDAENV_PROGRAM ...$args } | lines)
    for line in ($lines | parse "export {name}='{value}'") { load-env {($line.name): $line.value} }
    for line in ($lines | parse "unset {name}") { hide-env -i $line.name }
    for line in ($lines | parse "printf '%s\\n' '{value}'") { print $line.value }
}

def _cudaenv_key [] {
    [PWD PATH CUDAENV_VERSION CUDAENV_DIR VIRTUAL_ENV CONDA_PREFIX]
    | each {|name| $env | get -i $name | default '' | to text }
    | str join '|'
}

def _cudaenv_is_stale [] {
    let memory = $env._CUDAENV_MEMORY
    if $memory == null or $memory.key != (_cudaenv_key) { return true }
    if $memory.prefix != '' and not ($memory.prefix | path exists) { return true }
    if ($memory.absent | any {|path| $path | path exists }) { return true }
    let conf = (if ($memory.conf | path exists) { open --raw $memory.conf | decode | lines | get -i 0 | default '' } else { '' })
    if $conf != $memory.generation { return true }
    let text = (if $memory.file != '' and ($memory.file | path exists) { open --raw $memory.file | decode } else { '' })
    $text != $memory.text
}

def --env _cudaenv_hook [] {
    let shim = $"($_CUDAENV_ROOT)/shims/cudaenv-shim"
    if not (_cudaenv_is_stale) or not ($shim | path exists) { return }
    let said = ($env._CUDAENV_MEMORY | default {} | get -i said | default '')
    let change = (^$shim --hook nu $said | from json)
    if $change == null { return }
    load-env ($change.set | reject -i PATH)
    if 'PATH' in $change.set { $env.PATH = ($change.set.PATH | split row ':') }
    for name in $change.unset { hide-env -i $name }
    $env._CUDAENV_MEMORY = ($change.memory | insert key (_cudaenv_key))
}

if $_CUDAENV_HOOK != '' {
    $env.config = ($env.config
        | upsert hooks.pre_prompt {|config| $config.hooks?.pre_prompt? | default [] | append {|| _cudaenv_hook } }
        | upsert hooks.env_change.PWD {|config| $config.hooks?.env_change?.PWD? | default [] | append {|before, after| _cudaenv_hook } })
}
