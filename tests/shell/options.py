#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whatever a person has set in the shell, the hook works, and changes nothing that it should not."""

import subprocess

from cases import equal, holds, main, only
from sandbox import Shell, quote


def a_project(sandbox):
    sandbox.add_stack("11.8.0")
    return sandbox.project("project", "11.8.0")


def works_in(shell, sandbox, project):
    """A change of folder and back, without a word but those of the switch."""
    shell.messages()
    for _ in range(2):
        shell.cd(project)
        equal(shell.value("CUDA_HOME"), sandbox.prefix("11.8.0"))
        shell.run("", "")
        shell.cd(sandbox.home)
        holds("CUDA_HOME" not in shell.env(), "the version stayed")
    equal(shell.messages(), "cudaenv: 11.8.0 (~/project/.cuda-version)\ncudaenv: system\n" * 2)


STRICT = {"bash": "set -eu -o pipefail", "zsh": "setopt err_exit no_unset pipe_fail"}


def case_strict_before_init(sandbox, name):
    only(name, *STRICT)
    project = a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.run(STRICT[name], "unset PROMPT_COMMAND VIRTUAL_ENV CONDA_PREFIX")
        for _ in range(3):
            shell.init()
        works_in(shell, sandbox, project)


def case_strict_after_init_with_a_status_at_the_prompt(sandbox, name):
    only(name, *STRICT)
    project = a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.init()
        shell.run(STRICT[name])
        shell.run("! true", "")  # a status of 1 that ends no strict shell
        works_in(shell, sandbox, project)


def case_foreign_options_of_zsh(sandbox, name):
    only(name, "zsh")
    project = a_project(sandbox)
    options = ("ksh_arrays sh_word_split no_clobber ignore_braces glob_subst null_glob extended_glob rc_quotes "
               "no_interactive_comments warn_create_global no_function_argzero sh_file_expansion posix_builtins "
               "no_case_match chase_links bsd_echo no_multios")
    for before in (True, False):
        with Shell(sandbox, name) as shell:
            if before:
                shell.run(f"setopt {options}")
            shell.init()
            if not before:
                shell.run(f"setopt {options}")
            works_in(shell, sandbox, project)


def case_aliases_of_zsh(sandbox, name):
    only(name, "zsh")
    project = a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.run("alias local=false '['=false read=false typeset=false; alias -g return=false")
        shell.init()
        works_in(shell, sandbox, project)


def case_foreign_options_of_bash(sandbox, name):
    only(name, "bash")
    project = a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.run("shopt -s extglob nocasematch nullglob failglob", "set -o noclobber", "IFS=/", "set -o posix")
        shell.init()
        works_in(shell, sandbox, project)


def case_status_is_returned_as_found(sandbox, name):
    a_project(sandbox)
    status = "$status" if name == "fish" else "$?"
    three = "sh -c 'exit 3'"
    with Shell(sandbox, name) as shell:
        shell.init()
        equal(shell.text(three, f"printf %s {status} >{{}}"), "3", "unchanged")
        equal(shell.text(f"cd project; {three}", f"printf %s {status} >{{}}"), "3", "changed")
        equal(shell.value("CUDA_HOME"), sandbox.prefix("11.8.0"))


def case_status_of_a_pipe_is_returned_as_found(sandbox, name):
    a_project(sandbox)
    statuses = {"bash": '"${PIPESTATUS[*]}"', "zsh": '"$pipestatus"', "fish": '"$pipestatus"'}[name]
    pipe = "true | sh -c 'exit 3' | true"
    with Shell(sandbox, name) as shell:
        shell.init()
        equal(shell.text(pipe, f"printf %s {statuses} >{{}}"), "0 3 0", "unchanged")
        equal(shell.text(f"cd project; {pipe}", f"printf %s {statuses} >{{}}"), "0 3 0", "changed")


def case_last_argument_is_as_found(sandbox, name):
    only(name, "bash", "zsh")
    a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.init()
        equal(shell.text("true a last-word", "printf %s $_ >{}"), "last-word", "unchanged")
        equal(shell.text("cd project; true a last-word", "printf %s $_ >{}"), "last-word", "changed")


PROMPT_COMMANDS = {
    "unset": ("unset PROMPT_COMMAND", []),
    "empty": ("PROMPT_COMMAND=''", []),
    "blank": ("PROMPT_COMMAND='  '", []),
    "text": ("PROMPT_COMMAND='log one'", ["one"]),
    "text with an end": ("PROMPT_COMMAND='log one;'", ["one"]),
    "text with a comment": ("PROMPT_COMMAND='log one # first'", ["one"]),
    "array of one": ("declare -a PROMPT_COMMAND=('log one')", ["one"]),
    "array of two": ("declare -a PROMPT_COMMAND=('log one' 'log two')", ["one", "two"]),
    "empty array": ("declare -a PROMPT_COMMAND=()", []),
    "array with a hole": ("unset PROMPT_COMMAND; PROMPT_COMMAND[3]='log one'", ["one"]),
}


def case_prompt_command_keeps_what_it_held(sandbox, name):
    only(name, "bash")
    project = a_project(sandbox)
    for kind, (setting, wanted) in PROMPT_COMMANDS.items():
        with Shell(sandbox, name) as shell:
            shell.run('log() { logged="${logged-} $1"; }', setting)
            for _ in range(3):
                shell.init()
            equal(shell.text("""printf '%s\\n' "${PROMPT_COMMAND[@]}" >{}""").count("_cudaenv_hook"), 1, kind)
            equal(shell.text("logged=", 'printf %s "$logged" >{}').split(), wanted, kind)
            works_in(shell, sandbox, project)


def case_hooks_of_zsh_stand_once_beside_others(sandbox, name):
    only(name, "zsh")
    project = a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.run("theirs() { : }", "precmd_functions=(theirs)")
        for _ in range(3):
            shell.init()
        equal(shell.text('printf %s "$precmd_functions | $chpwd_functions" >{}'),
              "theirs _cudaenv_hook | _cudaenv_hook")
        works_in(shell, sandbox, project)


def case_switches_at_cd_within_a_line(sandbox, name):
    only(name, "zsh", "fish")
    project = a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.init()
        equal(shell.text(f"cd {project}; nvcc >{{}}"), "release 11.8.0\n")


def case_a_subshell_switches_silently(sandbox, name):
    only(name, "zsh")
    project = a_project(sandbox)
    with Shell(sandbox, name) as shell:
        shell.init()
        equal(shell.text(f"(cd {project} && nvcc >{{}})"), "release 11.8.0\n")
        equal(shell.messages(), "")


def case_a_script_gets_the_version_of_its_folder(sandbox, name):
    project = a_project(sandbox)
    init = f"{quote(sandbox.cudaenv)} init - {name}"
    start = f"{init} | source" if name == "fish" else f'eval "$({init})"'
    strict = {"bash": ["-eu", "-o", "pipefail"], "zsh": ["-f", "-eu", "-o", "pipefail"], "fish": []}[name]
    done = subprocess.run(
        [name, *strict, "-c", f"{start}; cd {project}; nvcc"], env=sandbox.env, cwd=sandbox.home,
        capture_output=True, timeout=30)
    equal((done.returncode, done.stdout), (0, b"release 11.8.0\n"), done.stderr.decode())


main(globals())
