#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The prompt follows the folder, the file, the environment and what is installed."""

import os
import shutil

from cases import equal, holds, main
from sandbox import Shell


def nvcc(shell, before=""):
    return shell.text(before + "nvcc --version >{}")


def two_stacks(sandbox):
    sandbox.add_stack("11.8.0")
    sandbox.add_stack("12.4.1")


def case_a_folder_has_its_version_and_leaving_it_restores_all(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("work/nerf", "11.8")
    for library_path in (None, "/opt/a:/opt/b:", ""):
        env = dict(sandbox.env)
        if library_path is not None:
            env["LD_LIBRARY_PATH"] = library_path
        with Shell(sandbox, name, env=env) as shell:
            shell.init()
            before = shell.env()
            shell.cd(project)
            prefix = sandbox.prefix("11.8.0")
            equal(shell.messages(), "cudaenv: 11.8.0 (~/work/nerf/.cuda-version)\n")
            equal(nvcc(shell), "release 11.8.0\n")
            equal(shell.value("CUDA_HOME"), prefix)
            equal(shell.value("CUDACXX"), f"{prefix}/bin/nvcc")
            holds(shell.value("LD_LIBRARY_PATH").endswith(f"{prefix}/lib64"), "lib64 is not behind")
            shell.cd("/")
            equal(shell.env(), before)
            equal(shell.messages(), "cudaenv: system\n")


def case_an_edited_file_switches_though_size_and_time_are_the_same(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("project", "11.8.0")
    file = project / ".cuda-version"
    with Shell(sandbox, name, cwd=project) as shell:
        shell.init()
        equal(nvcc(shell), "release 11.8.0\n")
        times = file.stat()
        file.write_text("12.4.1\n")
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        shell.run("")
        equal(nvcc(shell), "release 12.4.1\n")


def case_a_nearer_file_and_its_going_are_seen(sandbox, name):
    two_stacks(sandbox)
    deep = sandbox.project("project", "11.8.0") / "a/b/c"
    deep.mkdir(parents=True)
    with Shell(sandbox, name, cwd=deep) as shell:
        shell.init()
        equal(nvcc(shell), "release 11.8.0\n")
        nearer = deep.parent / ".cuda-version"
        nearer.write_text("12.4.1\n")
        shell.run("")
        equal(nvcc(shell), "release 12.4.1\n")
        nearer.unlink()
        shell.run("")
        equal(nvcc(shell), "release 11.8.0\n")


def case_a_version_installed_meanwhile_is_seen(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("project", "12")
    with Shell(sandbox, name, cwd=project) as shell:
        shell.init()
        equal(nvcc(shell), "release 12.4.1\n")
        sandbox.add_stack("12.9.0")
        shell.run("")
        equal(nvcc(shell), "release 12.9.0\n")


def case_a_prefix_that_vanished_leaves_the_environment(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("project", "12.4.1")
    with Shell(sandbox, name, cwd=project) as shell:
        shell.init()
        shell.messages()
        shutil.rmtree(sandbox.prefix("12.4.1"))  # by hand: hot.conf stays as it is
        shell.run("")
        holds("CUDA_HOME" not in shell.env(), "CUDA_HOME names what is gone")
        shell.run("", "")
        said = shell.messages()
        equal(said.count("error"), 1, said)
        holds("12.4.1" in said and "install" in said, said)


def case_global_choice_is_seen(sandbox, name):
    two_stacks(sandbox)
    with Shell(sandbox, name) as shell:
        shell.init()
        (sandbox.root / "version").write_text("11.8.0\n")
        sandbox.bump()
        shell.run("")
        equal(nvcc(shell), "release 11.8.0\n")
        equal(shell.messages(), "cudaenv: 11.8.0 (global)\n")


def case_an_error_is_said_once_for_each_change(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("project", "99.9")
    with Shell(sandbox, name) as shell:
        shell.init()
        shell.cd(project)
        shell.run("", "", "")
        said = shell.messages()
        equal(said.count("cudaenv: error"), 1, said)
        holds("99.9" in said and ".cuda-version" in said, said)
        (project / ".cuda-version").write_text("99.8\n")
        shell.run("", "")
        said = shell.messages()
        equal(said.count("cudaenv: error"), 1, said)
        (project / ".cuda-version").write_text("12.4.1\n")
        shell.run("")
        equal(nvcc(shell), "release 12.4.1\n")


def case_the_shell_command_acts_at_once_and_back(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("project", "11.8.0")
    with Shell(sandbox, name, cwd=project) as shell:
        shell.init()
        shell.run("")
        equal(nvcc(shell, "cudaenv shell 12.4.1; "), "release 12.4.1\n")
        equal(shell.value("CUDAENV_VERSION"), "12.4.1")
        holds("CUDAENV_SHELL" not in shell.env(), "CUDAENV_SHELL is left behind")
        equal(nvcc(shell, "cudaenv shell -; "), "release 11.8.0\n")
        equal(nvcc(shell, "cudaenv --quiet shell -; "), "release 12.4.1\n")
        equal(nvcc(shell, "cudaenv shell --unset; "), "release 11.8.0\n")


def case_the_shell_command_passes_its_status_through(sandbox, name):
    two_stacks(sandbox)
    status = "$status" if name == "fish" else "$?"
    with Shell(sandbox, name) as shell:
        shell.init()
        equal(shell.text(f"cudaenv shell 99.9; printf %s {status} >{{}}"), "3")
        equal(shell.text(f"cudaenv no-such-command; printf %s {status} >{{}}"), "2")
        equal(shell.text(f"cudaenv shell 12.4.1; printf %s {status} >{{}}"), "0")
        equal(shell.value("CUDAENV_VERSION"), "12.4.1")


def case_help_of_shell_is_read_not_evaluated(sandbox, name):
    two_stacks(sandbox)
    with Shell(sandbox, name) as shell:
        shell.init()
        holds("Usage" in shell.text("cudaenv shell --help >{}"), "no help")
        equal(shell.messages(), "")


def case_chosen_system_has_nothing_of_ours(sandbox, name):
    two_stacks(sandbox)
    with Shell(sandbox, name, cwd=sandbox.project("project", "11.8.0")) as shell:
        shell.init()
        shell.init()
        shell.run("cudaenv shell system", "")
        path = os.fsdecode(shell.env()["PATH"])
        holds(str(sandbox.root) not in path, path)
        shell.run("cudaenv shell --unset", "")
        equal(nvcc(shell), "release 11.8.0\n")
        holds(str(sandbox.shims) in os.fsdecode(shell.env()["PATH"]), "the shims did not come back")


def case_a_vanished_folder_says_nothing(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("project", "11.8.0")
    with Shell(sandbox, name, cwd=project) as shell:
        shell.init()
        shell.run("")
        shell.messages()
        shutil.rmtree(project)
        shell.run("", "", "")
        equal(shell.messages(), "")
        shell.cd(sandbox.home)
        holds("CUDA_HOME" not in shell.env(), "the version of a folder that is gone")


def case_odd_folder_names_run_nothing(sandbox, name):
    two_stacks(sandbox)
    odd = ["a b", "it's", 'say "x"', "new\nline", "é中", "$(touch HACKED)", "`touch HACKED`", "*", "-n", "back\\slash",
           os.fsdecode(b"\xff"), "; touch HACKED", "~", "%s"]
    with Shell(sandbox, name) as shell:
        shell.init()
        for number, word in enumerate(odd):
            project = sandbox.project(word, "11.8.0")
            link = sandbox.home / f"link{number}"
            link.symlink_to(project)
            shell.run(f"cd -P {link}" if name != "fish" else f"cd (path resolve {link})")
            holds(shell.value("CUDA_HOME") == sandbox.prefix("11.8.0"), f"no version in {word!r}")
            said = shell.messages()
            holds(said.startswith("cudaenv: 11.8.0 (") and said.count("cudaenv: ") == 1, said)
            shell.run("", "")
            equal(shell.messages(), "")
            shell.cd(sandbox.home)
            shell.messages()
        equal([str(p) for p in sandbox.folder.rglob("HACKED")], [])


def case_a_text_of_any_kind_is_compared_whole(sandbox, name):
    two_stacks(sandbox)
    project = sandbox.project("project", None)
    file = project / ".cuda-version"
    file.write_bytes(b"# it's \"odd\" $(x) `y` \\ * \xff\n11.8.0\n\n\n")
    with Shell(sandbox, name, cwd=project) as shell:
        shell.init()
        equal(nvcc(shell), "release 11.8.0\n")
        equal(shell.text("_cudaenv_is_stale; or printf fresh >{}" if name == "fish" else
                         "_cudaenv_is_stale || printf fresh >{}"), "fresh")
        file.write_bytes(file.read_bytes() + b"\n")
        shell.run("")
        equal(shell.value("_CUDAENV_TEXT"), os.fsdecode(file.read_bytes()))


main(globals())
