#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""PATH after init, in nested shells, and with odd elements."""

import os

from cases import equal, holds, main
from sandbox import SYSTEM_PATH, Shell


def elements(env):
    return os.fsdecode(env["PATH"]).split(":")


def case_shims_come_to_the_front_once(sandbox, name):
    env = dict(sandbox.env, PATH=f"/usr/bin:{sandbox.shims}:/bin:{sandbox.shims}")
    with Shell(sandbox, name, env=env) as shell:
        for _ in range(3):
            shell.init()
            equal(elements(shell.env()), [str(sandbox.shims), "/usr/bin", "/bin"])
        equal(shell.messages(), "")


def case_no_hook_changes_nothing_but_path(sandbox, name):
    sandbox.add_stack("12.4.1")
    project = sandbox.project("project", "12.4.1")
    with Shell(sandbox, name) as shell:
        before = shell.env()
        shell.init("--no-hook")
        shell.cd(project)
        after = shell.env()
        equal(elements(after), [str(sandbox.shims), *elements(before)])
        del before["PATH"], after["PATH"]
        equal(after, before)
        equal(shell.messages(), "")


def case_path_option_sets_path_only(sandbox, name):
    with Shell(sandbox, name) as shell:
        shell.init("--path")
        equal(elements(shell.env())[0], str(sandbox.shims))
        equal(shell.value("_CUDAENV_ROOT"), "")


def case_each_element_stands_once_in_nested_shells(sandbox, name):
    prefix = sandbox.add_stack("12.4.1")
    (sandbox.root / "version").write_text("12.4.1\n")
    env = sandbox.env
    wanted = [f"{prefix}/bin", str(sandbox.shims), *SYSTEM_PATH.split(":")]
    for _ in range(4):
        with Shell(sandbox, name, env=env) as shell:
            shell.init()
            inner = shell.env()
            equal(elements(inner), wanted)
            equal(os.fsdecode(inner["LD_LIBRARY_PATH"]), f"{prefix}/lib64")
            env = {key: os.fsdecode(value) for key, value in inner.items()}


def case_a_state_without_its_path_is_applied_again(sandbox, name):
    prefix = sandbox.add_stack("12.4.1")
    (sandbox.root / "version").write_text("12.4.1\n")
    with Shell(sandbox, name) as shell:
        shell.init()
        state = os.fsdecode(shell.env()["CUDAENV_STATE"])
    with Shell(sandbox, name, env=dict(sandbox.env, CUDAENV_STATE=state)) as shell:
        shell.init()
        equal(elements(shell.env())[0], f"{prefix}/bin")


def case_init_undoes_an_inherited_stack(sandbox, name):
    sandbox.add_stack("12.4.1")
    project = sandbox.project("project", "12.4.1")
    with Shell(sandbox, name) as shell:
        before = shell.env()
        shell.init()
        shell.cd(project)
        env = {key: os.fsdecode(value) for key, value in shell.env().items()}
    with Shell(sandbox, name, env=env) as shell:
        shell.init("--no-hook")
        after = shell.env()
        equal(elements(after), [str(sandbox.shims), *SYSTEM_PATH.split(":")])
        del before["PATH"], after["PATH"]
        equal(after, before)


def case_elements_of_removed_versions_are_dropped(sandbox, name):
    gone = sandbox.prefix("11.8.0") + "/bin"
    with Shell(sandbox, name, env=dict(sandbox.env, PATH=f"{gone}:{SYSTEM_PATH}")) as shell:
        shell.init()
        holds(gone not in elements(shell.env()), "a removed version is in PATH")


def case_odd_elements_survive_byte_for_byte(sandbox, name):
    sandbox.add_stack("12.4.1")
    project = sandbox.project("project", "12.4.1")
    odd = ["/a b", "/c'd", '/e"f', "/g$h", "/i`j", "/k\nl", "/*", "/m\\n", "/é", os.fsdecode(b"/\xff"), "/(o)"]
    path = ":".join([*SYSTEM_PATH.split(":"), *odd])
    with Shell(sandbox, name, env=dict(sandbox.env, PATH=path)) as shell:
        shell.init()
        shell.cd(project)
        equal(os.fsdecode(shell.env()["PATH"]), f"{sandbox.prefix('12.4.1')}/bin:{sandbox.shims}:{path}")
        shell.cd(sandbox.home)
        equal(os.fsdecode(shell.env()["PATH"]), f"{sandbox.shims}:{path}")


def case_two_thousand_elements_keep_their_order(sandbox, name):
    sandbox.add_stack("12.4.1")
    project = sandbox.project("project", "12.4.1")
    path = SYSTEM_PATH + "".join(f":/opt/many/{i}" for i in range(2000))
    with Shell(sandbox, name, env=dict(sandbox.env, PATH=path)) as shell:
        shell.init()
        shell.cd(project)
        equal(os.fsdecode(shell.env()["PATH"]), f"{sandbox.prefix('12.4.1')}/bin:{sandbox.shims}:{path}")


def case_shells_leave_no_file_behind(sandbox, name):
    sandbox.add_stack("12.4.1")
    project = sandbox.project("project", "12.4.1")

    def files():
        return sorted(p for p in sandbox.root.rglob("*"))

    before = files()
    for _ in range(3):
        with Shell(sandbox, name) as shell:
            shell.init()
            shell.cd(project)
    equal(files(), before)
    variables = sandbox.home / ".config/fish/fish_variables"
    holds(not variables.exists() or "cudaenv" not in variables.read_text().lower(), "a universal variable of fish")


main(globals())
