# SPDX-License-Identifier: MIT
# Completion of cudaenv in fish, 3.1 upward. Made by generate.py from cudaenv.fish.in. Commands and
# options are known without a process; versions cost one call, and again only when what is installed
# has changed.

# The first word that is neither an option nor the value of a global one.
function _cudaenv_command
    set -l words (commandline -opc)
    set -l skip ''
    for word in $words[2..-1]
        if test -n "$skip"
            set skip ''
            continue
        end
        switch $word
            case $_cudaenv_takers
                set skip 1
            case '-*'
            case '*'
                echo $word
                return
        end
    end
end

function _cudaenv_needs_command
    set -l command (_cudaenv_command)
    test -z "$command"
end

function _cudaenv_is
    set -l command (_cudaenv_command)
    test "$command" = "$argv[1]"
end

function _cudaenv_root
    if test -n "$_CUDAENV_ROOT"
        echo $_CUDAENV_ROOT
    else if test -n "$CUDAENV_ROOT"
        echo $CUDAENV_ROOT
    else
        echo $HOME/.cudaenv
    end
end

function _cudaenv_call
    if set -q _CUDAENV_PROGRAM
        $_CUDAENV_PROGRAM $argv 2>/dev/null
    else
        command cudaenv $argv 2>/dev/null
    end
end

# Versions as of the present generation of hot.conf.
function _cudaenv_installed
    set -l conf (_cudaenv_root)/hot.conf
    set -l first none
    test -r $conf; and read first <$conf
    if test "$_cudaenv_installed_at" != "$conf $first"
        set -g _cudaenv_installed_names (_cudaenv_call versions --bare) system
        set -g _cudaenv_installed_at "$conf $first"
    end
    printf '%s\n' $_cudaenv_installed_names
end

function _cudaenv_known
    set -q _cudaenv_known_names[1]
    or set -g _cudaenv_known_names (_cudaenv_call install --list)
    printf '%s\n' $_cudaenv_known_names
end

function _cudaenv_programs
    for shim in (_cudaenv_root)/shims/*
        string replace -r '.*/' '' -- $shim
    end
end

function _cudaenv_shells
    printf '%s\n' bash zsh fish sh pwsh nu elvish
end

complete -c cudaenv -f

set -g _cudaenv_commands install uninstall verify fetch adopt update outdated upgrade prune gc local global shell alias unalias version versions current version-name version-origin version-file version-file-read version-file-write latest status compat info which whence prefix root shims exec env init rehash completions config cache hooks commands help self
set -g _cudaenv_takers --color --progress --format --root --config

complete -c cudaenv -n 'true' -s h -l help -d 'show help'
complete -c cudaenv -n 'true' -s V -l version -d 'show the version of cudaenv'
complete -c cudaenv -n 'true' -s q -l quiet -d 'say errors and warnings only'
complete -c cudaenv -n 'true' -s v -l verbose -d 'say more; may be repeated'
complete -c cudaenv -n 'true' -l color -x -a 'auto always never' -d 'colours on stderr'
complete -c cudaenv -n 'true' -l progress -x -a 'auto always never plain' -d 'progress lines; plain: a line each 10 s'
complete -c cudaenv -n 'true' -l json -d 'print one JSON object on stdout'
complete -c cudaenv -n 'true' -l format -x -a 'text json github' -d 'form of output; github: workflow annotations'
complete -c cudaenv -n 'true' -s y -l yes -d 'answer questions with yes'
complete -c cudaenv -n 'true' -l offline -d 'use no network'
complete -c cudaenv -n 'true' -l root -r -F -d 'the root folder'
complete -c cudaenv -n 'true' -l config -r -F -d 'read this file for config.toml'
complete -c cudaenv -n 'true' -l no-config -d 'read no config file'

complete -c cudaenv -n '_cudaenv_needs_command' -a install -d 'Install a CUDA toolkit'
complete -c cudaenv -n '_cudaenv_is install' -s l -l list -d 'list the known versions (that match PATTERN)'
complete -c cudaenv -n '_cudaenv_is install' -l refresh -d 'not in this release: ask the network for newer ones'
complete -c cudaenv -n '_cudaenv_is install' -s s -l skip-existing -d 'done if it is installed'
complete -c cudaenv -n '_cudaenv_is install' -s f -l force -d 'install again; override a refusal'
complete -c cudaenv -n '_cudaenv_is install' -s n -l dry-run -d 'print the plan and stop'
complete -c cudaenv -n '_cudaenv_is install' -l dry-run-code -d 'the same, exit 1 if there is something to do'
complete -c cudaenv -n '_cudaenv_is install' -l profile -x -a 'minimal runtime devel full' -d 'which components: a compiler, libraries, both, everything'
complete -c cudaenv -n '_cudaenv_is install' -l only -x -d 'these components and what they need'
complete -c cudaenv -n '_cudaenv_is install' -l with -x -d 'these besides; cudnn@9.1 is a companion'
complete -c cudaenv -n '_cudaenv_is install' -l without -x -d 'all but these'
complete -c cudaenv -n '_cudaenv_is install' -l source -x -a 'runfile redist auto' -d 'the whole installer file, or archives of single components'
complete -c cudaenv -n '_cudaenv_is install' -l add -d 'add components to an installed version'
complete -c cudaenv -n '_cudaenv_is install' -l repair -d 'put damaged files back'
complete -c cudaenv -n '_cudaenv_is install' -l build-only -d 'it shall not run here: driver and GPU rules become notes'
complete -c cudaenv -n '_cudaenv_is install' -l target-driver -x -d 'judge for this driver'
complete -c cudaenv -n '_cudaenv_is install' -l target-cc -x -d 'judge for GPUs of these compute capabilities'
complete -c cudaenv -n '_cudaenv_is install' -l target-arch -x -a 'x86_64 sbsa aarch64 ppc64le' -d 'take and judge the archives of this architecture'
complete -c cudaenv -n '_cudaenv_is install' -l target-glibc -x -d 'judge for this C library'
complete -c cudaenv -n '_cudaenv_is install' -l strict -d 'warnings become refusals'
complete -c cudaenv -n '_cudaenv_is install' -l locked -d 'not in this release: from cudaenv.lock only'
complete -c cudaenv -n '_cudaenv_is install' -l from -r -F -d 'archives from this folder or file'
complete -c cudaenv -n '_cudaenv_is install' -l jobs -x -d 'parallel downloads'
complete -c cudaenv -n '_cudaenv_is install' -l timeout -x -d 'seconds to wait without a byte'
complete -c cudaenv -n '_cudaenv_is install' -l retries -x -d 'further tries of a download'
complete -c cudaenv -n '_cudaenv_is install' -l ipv4 -d 'use IPv4 only'
complete -c cudaenv -n '_cudaenv_is install' -l ipv6 -d 'use IPv6 only'
complete -c cudaenv -n '_cudaenv_is install' -l keep-archives -d 'keep downloads in the cache'
complete -c cudaenv -n '_cudaenv_is install' -l no-cache -d 'neither use nor keep cached downloads'
complete -c cudaenv -n '_cudaenv_is install' -l accept-eula -d 'accept NVIDIA\'s licence'
complete -c cudaenv -n '_cudaenv_is install' -l global -d 'select it everywhere afterwards'
complete -c cudaenv -n '_cudaenv_is install' -l local -d 'select it in this folder afterwards'
complete -c cudaenv -n '_cudaenv_is install' -l shell -d 'select it in this shell afterwards'
complete -c cudaenv -n '_cudaenv_is install' -a '(_cudaenv_known)'

complete -c cudaenv -n '_cudaenv_needs_command' -a uninstall -d 'Remove an installed version'
complete -c cudaenv -n '_cudaenv_is uninstall' -s f -l force -d 'ask nothing; no error if it is absent'
complete -c cudaenv -n '_cudaenv_is uninstall' -s n -l dry-run -d 'print the plan and stop'
complete -c cudaenv -n '_cudaenv_is uninstall' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a verify -d 'Compare installed files with what was installed'
complete -c cudaenv -n '_cudaenv_is verify' -l all -d 'every installed version'
complete -c cudaenv -n '_cudaenv_is verify' -l repair -d 'put damaged files back'
complete -c cudaenv -n '_cudaenv_is verify' -l jobs -x -d 'parallel downloads'
complete -c cudaenv -n '_cudaenv_is verify' -l timeout -x -d 'seconds to wait without a byte'
complete -c cudaenv -n '_cudaenv_is verify' -l retries -x -d 'further tries of a download'
complete -c cudaenv -n '_cudaenv_is verify' -l ipv4 -d 'use IPv4 only'
complete -c cudaenv -n '_cudaenv_is verify' -l ipv6 -d 'use IPv6 only'
complete -c cudaenv -n '_cudaenv_is verify' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a fetch -d 'Download and verify, install nothing'
complete -c cudaenv -n '_cudaenv_is fetch' -l profile -x -a 'minimal runtime devel full' -d 'which components: a compiler, libraries, both, everything'
complete -c cudaenv -n '_cudaenv_is fetch' -l only -x -d 'these components and what they need'
complete -c cudaenv -n '_cudaenv_is fetch' -l with -x -d 'these besides; cudnn@9.1 is a companion'
complete -c cudaenv -n '_cudaenv_is fetch' -l without -x -d 'all but these'
complete -c cudaenv -n '_cudaenv_is fetch' -l source -x -a 'runfile redist auto' -d 'the whole installer file, or archives of single components'
complete -c cudaenv -n '_cudaenv_is fetch' -l jobs -x -d 'parallel downloads'
complete -c cudaenv -n '_cudaenv_is fetch' -l timeout -x -d 'seconds to wait without a byte'
complete -c cudaenv -n '_cudaenv_is fetch' -l retries -x -d 'further tries of a download'
complete -c cudaenv -n '_cudaenv_is fetch' -l ipv4 -d 'use IPv4 only'
complete -c cudaenv -n '_cudaenv_is fetch' -l ipv6 -d 'use IPv6 only'
complete -c cudaenv -n '_cudaenv_is fetch' -a '(_cudaenv_known)'

complete -c cudaenv -n '_cudaenv_needs_command' -a adopt -d 'List the toolkits found here, or register one'
complete -c cudaenv -n '_cudaenv_is adopt' -l as -x -d 'the name to select it by'
complete -c cudaenv -n '_cudaenv_is adopt' -F

complete -c cudaenv -n '_cudaenv_needs_command' -a update -d 'Learn of releases newer than this program'

complete -c cudaenv -n '_cudaenv_needs_command' -a outdated -d 'List installed versions that have a newer patch'
complete -c cudaenv -n '_cudaenv_is outdated' -l exit-code -d 'exit code 1 if there is any'

complete -c cudaenv -n '_cudaenv_needs_command' -a upgrade -d 'Install the newest patch of the installed lines'
complete -c cudaenv -n '_cudaenv_is upgrade' -s n -l dry-run -d 'print the plans and stop'
complete -c cudaenv -n '_cudaenv_is upgrade' -l jobs -x -d 'parallel downloads'
complete -c cudaenv -n '_cudaenv_is upgrade' -l timeout -x -d 'seconds to wait without a byte'
complete -c cudaenv -n '_cudaenv_is upgrade' -l retries -x -d 'further tries of a download'
complete -c cudaenv -n '_cudaenv_is upgrade' -l ipv4 -d 'use IPv4 only'
complete -c cudaenv -n '_cudaenv_is upgrade' -l ipv6 -d 'use IPv6 only'
complete -c cudaenv -n '_cudaenv_is upgrade' -l accept-eula -d 'accept NVIDIA\'s licence'
complete -c cudaenv -n '_cudaenv_is upgrade' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a prune -d 'Remove what nobody needs any more'
complete -c cudaenv -n '_cudaenv_is prune' -s n -l dry-run -d 'tell what would go'
complete -c cudaenv -n '_cudaenv_is prune' -l partial -d 'what was broken off'
complete -c cudaenv -n '_cudaenv_is prune' -l cache -d 'downloads beyond cache.max_size, oldest first'
complete -c cudaenv -n '_cudaenv_is prune' -l unused-days -x -d 'versions that nobody used for so long'
complete -c cudaenv -n '_cudaenv_is prune' -l superseded -d 'patches that have a newer one beside them'

complete -c cudaenv -n '_cudaenv_needs_command' -a gc -d 'Drop stored files that no version uses'
complete -c cudaenv -n '_cudaenv_is gc' -s n -l dry-run -d 'tell what would go'

complete -c cudaenv -n '_cudaenv_needs_command' -a local -d 'Set or show the version of this folder'
complete -c cudaenv -n '_cudaenv_is local' -l unset -d 'remove ./.cuda-version'
complete -c cudaenv -n '_cudaenv_is local' -s f -l force -d 'also what is not installed or cannot run here'
complete -c cudaenv -n '_cudaenv_is local' -l resolve -d 'write the exact version, not the request'
complete -c cudaenv -n '_cudaenv_is local' -l cudnn -x -d 'with this cuDNN'
complete -c cudaenv -n '_cudaenv_is local' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a global -d 'Set or show the version that holds where no other is set'
complete -c cudaenv -n '_cudaenv_is global' -l unset -d 'remove the global choice'
complete -c cudaenv -n '_cudaenv_is global' -s f -l force -d 'also what is not installed or cannot run here'
complete -c cudaenv -n '_cudaenv_is global' -l resolve -d 'write the exact version, not the request'
complete -c cudaenv -n '_cudaenv_is global' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a shell -d 'Set or show the version of this shell'
complete -c cudaenv -n '_cudaenv_is shell' -l unset -d 'let files rule again'
complete -c cudaenv -n '_cudaenv_is shell' -s f -l force -d 'also what is not installed or cannot run here'
complete -c cudaenv -n '_cudaenv_is shell' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a alias -d 'Give a request a name, or list the names'
complete -c cudaenv -n '_cudaenv_is alias' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a unalias -d 'Forget an alias'

complete -c cudaenv -n '_cudaenv_needs_command' -a version -d 'Show the selected version and what set it'
complete -c cudaenv -n '_cudaenv_is version' -l bare -d 'print the name only'

complete -c cudaenv -n '_cudaenv_needs_command' -a versions -d 'List the installed versions'
complete -c cudaenv -n '_cudaenv_is versions' -l bare -d 'print the names only, without `system`'
complete -c cudaenv -n '_cudaenv_is versions' -l system -d 'list `system` in any case'
complete -c cudaenv -n '_cudaenv_is versions' -l size -d 'tell how much of the disk each takes'

complete -c cudaenv -n '_cudaenv_needs_command' -a current -d 'Show the name of the selected version'

complete -c cudaenv -n '_cudaenv_needs_command' -a version-name -d 'Show the selected versions on one line'

complete -c cudaenv -n '_cudaenv_needs_command' -a version-origin -d 'Show what sets the version'

complete -c cudaenv -n '_cudaenv_needs_command' -a version-file -d 'Show the file that sets the version'
complete -c cudaenv -n '_cudaenv_is version-file' -F

complete -c cudaenv -n '_cudaenv_needs_command' -a version-file-read -d 'Show the versions in a version file'
complete -c cudaenv -n '_cudaenv_is version-file-read' -F

complete -c cudaenv -n '_cudaenv_needs_command' -a version-file-write -d 'Write versions into a version file'
complete -c cudaenv -n '_cudaenv_is version-file-write' -s f -l force -d 'also a version that is not installed'
complete -c cudaenv -n '_cudaenv_is version-file-write' -F

complete -c cudaenv -n '_cudaenv_needs_command' -a latest -d 'Show the newest version that a request means'
complete -c cudaenv -n '_cudaenv_is latest' -s k -l known -d 'of all known versions, not the installed ones'
complete -c cudaenv -n '_cudaenv_is latest' -a '(_cudaenv_known)'

complete -c cudaenv -n '_cudaenv_needs_command' -a status -d 'Show driver, GPUs, version, compiler and verdict'

complete -c cudaenv -n '_cudaenv_needs_command' -a compat -d 'Judge versions for this machine'
complete -c cudaenv -n '_cudaenv_is compat' -l html -r -F -d 'write the table as a page of its own'
complete -c cudaenv -n '_cudaenv_is compat' -l use -x -a 'run run-ptx build build-extension' -d 'what it is for; `run` if nothing is said'
complete -c cudaenv -n '_cudaenv_is compat' -l framework -x -d 'also judge a wheel: torch==2.4.0+cu124, jax[cuda13]==0.8.0'
complete -c cudaenv -n '_cudaenv_is compat' -l python -x -d 'the Python that shall run it'
complete -c cudaenv -n '_cudaenv_is compat' -l compat-package -x -d 'as if this were in use: cuda-compat-13-0'
complete -c cudaenv -n '_cudaenv_is compat' -l target-driver -x -d 'judge for this driver'
complete -c cudaenv -n '_cudaenv_is compat' -l target-cc -x -d 'judge for GPUs of these capabilities'
complete -c cudaenv -n '_cudaenv_is compat' -l target-arch -x -a 'x86_64 sbsa aarch64 ppc64le' -d 'judge for a machine of this kind'
complete -c cudaenv -n '_cudaenv_is compat' -l target-glibc -x -d 'judge for this C library'
complete -c cudaenv -n '_cudaenv_is compat' -F

complete -c cudaenv -n '_cudaenv_needs_command' -a info -d 'Show what is known of a release'
complete -c cudaenv -n '_cudaenv_is info' -l against -x -a '(_cudaenv_installed)' -d 'only what differs, side by side'
complete -c cudaenv -n '_cudaenv_is info' -a '(_cudaenv_known)'

complete -c cudaenv -n '_cudaenv_needs_command' -a which -d 'Show the program that a name runs here'
complete -c cudaenv -n '_cudaenv_is which' -l nosystem -d 'only in the selected versions'
complete -c cudaenv -n '_cudaenv_is which' -l all -d 'every one, in order of precedence'
complete -c cudaenv -n '_cudaenv_is which' -a '(_cudaenv_programs)'

complete -c cudaenv -n '_cudaenv_needs_command' -a whence -d 'List the versions that have a program'
complete -c cudaenv -n '_cudaenv_is whence' -l path -d 'print paths, not versions'
complete -c cudaenv -n '_cudaenv_is whence' -a '(_cudaenv_programs)'

complete -c cudaenv -n '_cudaenv_needs_command' -a prefix -d 'Show the folder of a version'
complete -c cudaenv -n '_cudaenv_is prefix' -l bin -d 'its folder of programs'
complete -c cudaenv -n '_cudaenv_is prefix' -l lib -d 'its folder of libraries'
complete -c cudaenv -n '_cudaenv_is prefix' -l include -d 'its folder of headers'
complete -c cudaenv -n '_cudaenv_is prefix' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a root -d 'Show the root folder'

complete -c cudaenv -n '_cudaenv_needs_command' -a shims -d 'List the shims'
complete -c cudaenv -n '_cudaenv_is shims' -l short -d 'names without the folder'

complete -c cudaenv -n '_cudaenv_needs_command' -a exec -d 'Run a program with the selected version'
complete -c cudaenv -n '_cudaenv_is exec' -l version -x -a '(_cudaenv_installed)' -d 'this version, not the selected one'
complete -c cudaenv -n '_cudaenv_is exec' -l clean-ld -d 'without LD_LIBRARY_PATH'
complete -c cudaenv -n '_cudaenv_is exec' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a env -d 'Print the environment of a version'
complete -c cudaenv -n '_cudaenv_is env' -l shell -x -a '(_cudaenv_shells)' -d 'statements of this shell (default: yours)'
complete -c cudaenv -n '_cudaenv_is env' -l dotenv -d 'NAME=VALUE lines'
complete -c cudaenv -n '_cudaenv_is env' -l github -d 'append to $GITHUB_ENV and $GITHUB_PATH'
complete -c cudaenv -n '_cudaenv_is env' -l modulefile -x -a 'lua tcl' -d 'an environment module'
complete -c cudaenv -n '_cudaenv_is env' -l docker -d 'ENV lines of a Dockerfile'
complete -c cudaenv -n '_cudaenv_is env' -l cmake -d 'arguments of cmake'
complete -c cudaenv -n '_cudaenv_is env' -l undo -d 'the way back'
complete -c cudaenv -n '_cudaenv_is env' -a '(_cudaenv_installed)'

complete -c cudaenv -n '_cudaenv_needs_command' -a init -d 'Connect your shell with cudaenv'
complete -c cudaenv -n '_cudaenv_is init' -l no-hook -d 'no hook at the prompt'
complete -c cudaenv -n '_cudaenv_is init' -l no-rehash -d 'accepted for pyenv\'s sake'
complete -c cudaenv -n '_cudaenv_is init' -l path -d 'print the change of PATH only'
complete -c cudaenv -n '_cudaenv_is init' -l install -d 'add our lines to your start files'
complete -c cudaenv -n '_cudaenv_is init' -l uninstall -d 'take them away'
complete -c cudaenv -n '_cudaenv_is init' -l detect-shell -d 'tell the shell and its start files'
complete -c cudaenv -n '_cudaenv_is init' -a '(_cudaenv_shells)'

complete -c cudaenv -n '_cudaenv_needs_command' -a rehash -d 'Renew the shims'

complete -c cudaenv -n '_cudaenv_needs_command' -a completions -d 'Print the completion script of a shell'
complete -c cudaenv -n '_cudaenv_is completions' -a '(_cudaenv_shells)'

complete -c cudaenv -n '_cudaenv_needs_command' -a config -d 'Show or change settings'
complete -c cudaenv -n '_cudaenv_is config' -a 'list get set unset path'

complete -c cudaenv -n '_cudaenv_needs_command' -a cache -d 'Show or clear the cache of downloads'
complete -c cudaenv -n '_cudaenv_is cache' -a 'dir size clear'

complete -c cudaenv -n '_cudaenv_needs_command' -a hooks -d 'List the hook scripts of a command'
complete -c cudaenv -n '_cudaenv_is hooks' -a '$_cudaenv_commands'

complete -c cudaenv -n '_cudaenv_needs_command' -a commands -d 'List all commands'
complete -c cudaenv -n '_cudaenv_is commands' -l sh -d 'those that need the shell function'
complete -c cudaenv -n '_cudaenv_is commands' -l no-sh -d 'the others'

complete -c cudaenv -n '_cudaenv_needs_command' -a help -d 'Show help'
complete -c cudaenv -n '_cudaenv_is help' -l usage -d 'the usage lines only'
complete -c cudaenv -n '_cudaenv_is help' -a '$_cudaenv_commands'

complete -c cudaenv -n '_cudaenv_needs_command' -a self -d 'Remove cudaenv with all installed versions'
complete -c cudaenv -n '_cudaenv_is self' -s f -l force -d 'also while a program of ours is running'
complete -c cudaenv -n '_cudaenv_is self' -a 'uninstall'
