#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many processes a prompt starts: none if nothing changed, the shim alone if something did."""

import re
import shutil
import subprocess

from cases import Skip, equal, main
from sandbox import SYSTEM_PATH, Shell


class Traced:
    """A shell under strace; `count` tells what the lines since the last call have started."""

    def __init__(self, sandbox, name, **options):
        strace = shutil.which("strace", path=SYSTEM_PATH)
        if strace is None:
            raise Skip("strace is missing here")
        if subprocess.run([strace, "-o", "/dev/null", "true"], capture_output=True).returncode != 0:
            raise Skip("tracing is not allowed here")
        self.log = sandbox.folder / "strace"
        self.seen = 0
        wrapper = [strace, "-f", "-qq", "-o", str(self.log), "-e", "trace=execve,fork,vfork,clone,clone3"]
        self.shell = Shell(sandbox, name, wrapper=wrapper, **options)

    def count(self, *lines):
        self.shell.run(*lines)
        text = self.log.read_text(errors="replace")
        fresh, self.seen = text[self.seen:], len(text)
        calls = [line for line in fresh.splitlines() if "resumed>" not in line and "CLONE_THREAD" not in line]
        started = sum(re.match(r"\d+ +execve\(", line) is not None for line in calls)
        forked = sum(re.match(r"\d+ +(v?fork|clone3?)\(", line) is not None for line in calls)
        return forked, started


def case_an_unchanged_prompt_starts_nothing(sandbox, name):
    sandbox.add_stack("11.8.0")
    deep = sandbox.project("project", "11.8.0") / "a/b/c/d/e/f/g/h/i/j"
    deep.mkdir(parents=True)
    traced = Traced(sandbox, name, cwd=deep)
    with traced.shell as shell:
        shell.init()
        shell.run("", "")
        traced.count("")
        equal(traced.count("", "", "", ""), (0, 0))
        equal(shell.value("CUDA_HOME"), sandbox.prefix("11.8.0"))


def case_a_change_starts_the_shim_once(sandbox, name):
    sandbox.add_stack("11.8.0")
    project = sandbox.project("project", "11.8.0")
    traced = Traced(sandbox, name)
    with traced.shell as shell:
        shell.init()
        shell.run("", "")
        traced.count("")
        equal(traced.count(f"cd {project}", ""), (1, 1), "into a project")
        equal(shell.value("CUDA_HOME"), sandbox.prefix("11.8.0"))
        equal(traced.count(f"cd {sandbox.home}", ""), (1, 1), "out of it")
        equal(traced.count("cd /usr", ""), (1, 1), "to a folder of the same version")


def case_an_error_starts_nothing_more(sandbox, name):
    sandbox.add_stack("11.8.0")
    project = sandbox.project("project", "99.9")
    traced = Traced(sandbox, name, cwd=project)
    with traced.shell as shell:
        shell.init()
        shell.run("", "")
        traced.count("")
        equal(traced.count("", "", ""), (0, 0))


main(globals())
