# SPDX-License-Identifier: MIT
# Completion of cudaenv in bash, 3.2 upward. Made by generate.py from cudaenv.bash.in. Commands and
# options are known without a process; versions cost one call, and again only when what is installed
# has changed.

_cudaenv_commands='install uninstall verify fetch adopt update outdated upgrade prune gc local global shell alias unalias version versions current version-name version-origin version-file version-file-read version-file-write latest status compat info which whence prefix root shims exec env init rehash completions config cache hooks commands help self'
_cudaenv_globals='-h --help -V --version -q --quiet -v --verbose --color --progress --json --format -y --yes --offline --root --config --no-config'

# Sets options, kind and words for the command $1.
_cudaenv_describe() {
    case $1 in
        install)
            options='-l --list --refresh -s --skip-existing -f --force -n --dry-run --dry-run-code --profile --only --with --without --source --add --repair --build-only --target-driver --target-cc --target-arch --target-glibc --strict --locked --from --jobs --timeout --retries --ipv4 --ipv6 --keep-archives --no-cache --accept-eula --global --local --shell'
            kind=known words='' ;;
        uninstall)
            options='-f --force -n --dry-run'
            kind=installed words='' ;;
        verify)
            options='--all --repair --jobs --timeout --retries --ipv4 --ipv6'
            kind=installed words='' ;;
        fetch)
            options='--profile --only --with --without --source --jobs --timeout --retries --ipv4 --ipv6'
            kind=known words='' ;;
        adopt)
            options='--as'
            kind=folders words='' ;;
        update)
            options=''
            kind=none words='' ;;
        outdated)
            options='--exit-code'
            kind=none words='' ;;
        upgrade)
            options='-n --dry-run --jobs --timeout --retries --ipv4 --ipv6 --accept-eula'
            kind=installed words='' ;;
        prune)
            options='-n --dry-run --partial --cache --unused-days --superseded'
            kind=none words='' ;;
        gc)
            options='-n --dry-run'
            kind=none words='' ;;
        local)
            options='--unset -f --force --resolve --cudnn'
            kind=installed words='' ;;
        global)
            options='--unset -f --force --resolve'
            kind=installed words='' ;;
        shell)
            options='--unset -f --force'
            kind=installed words='' ;;
        alias)
            options=''
            kind=installed words='' ;;
        unalias)
            options=''
            kind=none words='' ;;
        version)
            options='--bare'
            kind=none words='' ;;
        versions)
            options='--bare --system --size'
            kind=none words='' ;;
        current)
            options=''
            kind=none words='' ;;
        version-name)
            options=''
            kind=none words='' ;;
        version-origin)
            options=''
            kind=none words='' ;;
        version-file)
            options=''
            kind=folders words='' ;;
        version-file-read)
            options=''
            kind=files words='' ;;
        version-file-write)
            options='-f --force'
            kind=files words='' ;;
        latest)
            options='-k --known'
            kind=known words='' ;;
        status)
            options=''
            kind=none words='' ;;
        compat)
            options='--html --use --framework --python --compat-package --target-driver --target-cc --target-arch --target-glibc'
            kind=files words='' ;;
        info)
            options='--against'
            kind=known words='' ;;
        which)
            options='--nosystem --all'
            kind=programs words='' ;;
        whence)
            options='--path'
            kind=programs words='' ;;
        prefix)
            options='--bin --lib --include'
            kind=installed words='' ;;
        root)
            options=''
            kind=none words='' ;;
        shims)
            options='--short'
            kind=none words='' ;;
        exec)
            options='--version --clean-ld'
            kind=installed words='' ;;
        env)
            options='--shell --dotenv --github --modulefile --docker --cmake --undo'
            kind=installed words='' ;;
        init)
            options='--no-hook --no-rehash --path --install --uninstall --detect-shell'
            kind=shells words='' ;;
        rehash)
            options=''
            kind=none words='' ;;
        completions)
            options=''
            kind=shells words='' ;;
        config)
            options=''
            kind=none words='list get set unset path' ;;
        cache)
            options=''
            kind=none words='dir size clear' ;;
        hooks)
            options=''
            kind=commands words='' ;;
        commands)
            options='--sh --no-sh'
            kind=none words='' ;;
        help)
            options='--usage'
            kind=commands words='' ;;
        self)
            options='-f --force'
            kind=none words='uninstall' ;;
    esac
}

# Sets kind and words for the value of option $2 of command $1.
_cudaenv_describe_value() {
    case $1$2 in
        install--profile) kind=words words='minimal runtime devel full' ;;
        install--only) kind=none words='' ;;
        install--with) kind=none words='' ;;
        install--without) kind=none words='' ;;
        install--source) kind=words words='runfile redist auto' ;;
        install--target-driver) kind=none words='' ;;
        install--target-cc) kind=none words='' ;;
        install--target-arch) kind=words words='x86_64 sbsa aarch64 ppc64le' ;;
        install--target-glibc) kind=none words='' ;;
        install--from) kind=folders words='' ;;
        install--jobs) kind=none words='' ;;
        install--timeout) kind=none words='' ;;
        install--retries) kind=none words='' ;;
        verify--jobs) kind=none words='' ;;
        verify--timeout) kind=none words='' ;;
        verify--retries) kind=none words='' ;;
        fetch--profile) kind=words words='minimal runtime devel full' ;;
        fetch--only) kind=none words='' ;;
        fetch--with) kind=none words='' ;;
        fetch--without) kind=none words='' ;;
        fetch--source) kind=words words='runfile redist auto' ;;
        fetch--jobs) kind=none words='' ;;
        fetch--timeout) kind=none words='' ;;
        fetch--retries) kind=none words='' ;;
        adopt--as) kind=none words='' ;;
        upgrade--jobs) kind=none words='' ;;
        upgrade--timeout) kind=none words='' ;;
        upgrade--retries) kind=none words='' ;;
        prune--unused-days) kind=none words='' ;;
        local--cudnn) kind=none words='' ;;
        compat--html) kind=files words='' ;;
        compat--use) kind=words words='run run-ptx build build-extension' ;;
        compat--framework) kind=none words='' ;;
        compat--python) kind=none words='' ;;
        compat--compat-package) kind=none words='' ;;
        compat--target-driver) kind=none words='' ;;
        compat--target-cc) kind=none words='' ;;
        compat--target-arch) kind=words words='x86_64 sbsa aarch64 ppc64le' ;;
        compat--target-glibc) kind=none words='' ;;
        info--against) kind=installed words='' ;;
        exec--version) kind=installed words='' ;;
        env--shell) kind=shells words='' ;;
        env--modulefile) kind=words words='lua tcl' ;;
        *--color) kind=words words='auto always never' ;;
        *--progress) kind=words words='auto always never plain' ;;
        *--format) kind=words words='text json github' ;;
        *--root) kind=folders words='' ;;
        *--config) kind=files words='' ;;
        *) return 1 ;;
    esac
}

# Adds those of the words in $1 that begin as the present one does.
_cudaenv_choose() {
    local IFS=$' \t\n' word
    for word in $1; do
        case $word in
            "$current"*) COMPREPLY+=("$word") ;;
        esac
    done
}

# Versions as of the present generation of hot.conf.
_cudaenv_installed() {
    local conf="${_CUDAENV_ROOT:-${CUDAENV_ROOT:-$HOME/.cudaenv}}/hot.conf" line=none
    if [ -r "$conf" ]; then IFS= read -r line < "$conf" || :; fi
    if [ "${_cudaenv_installed_at-}" != "$conf $line" ]; then
        _cudaenv_installed_names="$(exec "${_CUDAENV_PROGRAM:-cudaenv}" versions --bare 2> /dev/null) system"
        _cudaenv_installed_at="$conf $line"
    fi
    _cudaenv_choose "$_cudaenv_installed_names"
}

_cudaenv_known() {
    if [ -z "${_cudaenv_known_names-}" ]; then
        _cudaenv_known_names=$(exec "${_CUDAENV_PROGRAM:-cudaenv}" install --list 2> /dev/null)
    fi
    _cudaenv_choose "$_cudaenv_known_names"
}

_cudaenv_programs() {
    local shim
    for shim in "${_CUDAENV_ROOT:-${CUDAENV_ROOT:-$HOME/.cudaenv}}/shims/$current"*; do
        [ ! -e "$shim" ] || COMPREPLY+=("${shim##*/}")
    done
}

_cudaenv_offer() {
    case $1 in
        installed) _cudaenv_installed ;;
        known) _cudaenv_known ;;
        commands) _cudaenv_choose "$_cudaenv_commands" ;;
        programs) _cudaenv_programs ;;
        shells) _cudaenv_choose 'bash zsh fish sh pwsh nu elvish' ;;
    esac # files and folders: readline's own, since there is nothing of ours
}

# Sets command to the first word that is neither an option nor the value of one.
_cudaenv_find_command() {
    local index=1 kind words
    while [ "$index" -lt "$COMP_CWORD" ]; do
        case ${COMP_WORDS[index]} in
            -*) ! _cudaenv_describe_value '' "${COMP_WORDS[index]}" || index=$((index + 1)) ;;
            =) ;;
            *)
                command=${COMP_WORDS[index]}
                return
                ;;
        esac
        index=$((index + 1))
    done
}

_cudaenv() {
    local command='' options='' kind=none words='' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    # readline makes three words of --name=value.
    if [ "$current" = = ]; then
        current=''
    elif [ "$previous" = = ] && [ "$COMP_CWORD" -gt 1 ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    _cudaenv_find_command
    if _cudaenv_describe_value "$command" "$previous"; then
        _cudaenv_choose "$words"
        _cudaenv_offer "$kind"
        return 0
    fi
    if [ -z "$command" ]; then
        words=$_cudaenv_commands
    else
        _cudaenv_describe "$command"
    fi
    case $current in
        -*) _cudaenv_choose "$options $_cudaenv_globals" ;;
        *)
            _cudaenv_choose "$words"
            _cudaenv_offer "$kind"
            ;;
    esac
    return 0
}

complete -o default -F _cudaenv cudaenv
