#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A TAB completes commands, options and versions; loading the completions never fails."""

from cases import equal, holds, main, only
from sandbox import Shell, quote


def completed(shell, typed):
    """The words that the shell passes on after TAB; `cudaenv` itself is replaced for that."""
    file = shell.next_file()
    if shell.name == "fish":
        shell.run(f"function cudaenv; printf '%s\\n' $argv >{file}; end")
    else:
        shell.run(f"cudaenv() {{ printf '%s\\n' \"$@\" >{file}; }}")
    shell.type(f"cudaenv {typed}\t")
    shell.drain(0.5)
    shell.run("")
    return file.read_text().split("\n")[:-1]


def a_shell(sandbox, name):
    shell = Shell(sandbox, name, editing=True)
    if name == "zsh":
        shell.run("autoload -Uz compinit", "compinit -u -D")
    shell.init()
    return shell


def case_commands(sandbox, name):
    with a_shell(sandbox, name) as shell:
        equal(completed(shell, "unins"), ["uninstall"])
        holds("_cudaenv_" not in shell.messages(), "an error of the completion itself")


def case_options(sandbox, name):
    with a_shell(sandbox, name) as shell:
        equal(completed(shell, "install --skip-e"), ["install", "--skip-existing"])
        equal(completed(shell, "--offl"), ["--offline"])


def case_values_of_options(sandbox, name):
    with a_shell(sandbox, name) as shell:
        equal(completed(shell, "install --profile mini"), ["install", "--profile", "minimal"])


def case_installed_versions(sandbox, name):
    sandbox.add_stack("11.8.0")
    with a_shell(sandbox, name) as shell:
        equal(completed(shell, "global 11."), ["global", "11.8.0"])
        sandbox.add_stack("12.4.1")
        equal(completed(shell, "global 12."), ["global", "12.4.1"])


def case_the_script_before_compinit_of_zsh(sandbox, name):
    only(name, "zsh")
    with Shell(sandbox, name) as shell:
        load = f'eval "$({quote(sandbox.cudaenv)} completions zsh)"'
        shell.run(f"{load}; autoload -Uz compinit; compinit -u -D")
        equal(shell.text('printf %s "${_comps[cudaenv]}" >{}'), "_cudaenv")
        equal(shell.messages(), "")


def case_the_script_without_compinit_of_zsh(sandbox, name):
    only(name, "zsh")
    with Shell(sandbox, name) as shell:
        shell.run(f'eval "$({quote(sandbox.cudaenv)} completions zsh)"', "", "")
        equal(shell.messages(), "")
        holds("_cudaenv_register" not in shell.value("precmd_functions"), "it asks again and again")


main(globals())
