# SPDX-License-Identifier: MIT
"""Other programs that do the same work: which are here, and how each is asked to do it."""

import os
import re
import shutil
import subprocess

from bench import Unavailable
from timing import Command

MANAGERS = ("pyenv", "rbenv", "asdf", "mise", "rustup", "direnv", "environment-modules", "lmod")
TOOLS = ("aria2c", "bsdtar", "curl", "igzip", "makeself", "nginx", "openssl", "pigz", "strace", "valgrind", "wget", "xz",
         "bash", "zsh", "fish")
SEARCHED = ":".join([os.environ.get("PATH", ""), os.path.expanduser("~/.cargo/bin"), os.path.expanduser("~/.local/bin"),
                     "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"])
MODULES = {"environment-modules": ("/usr/share/modules/init/bash", "/usr/share/Modules/init/bash"),
           "lmod": ("/usr/share/lmod/lmod/init/bash", "/usr/share/lmod/lmod/init/profile")}


def pyenv_tree():
    """pyenv is a git tree: PYENV_SRC, else where its installer puts it."""
    for place in (os.environ.get("PYENV_SRC", ""), os.path.expanduser("~/.pyenv")):
        if place and os.path.isdir(os.path.join(place, "libexec")):
            return place
    return None


def find(name):
    """Where a peer or tool is; None if it is not installed."""
    if name == "pyenv":
        return pyenv_tree()
    if name in MODULES:
        return next((place for place in MODULES[name] if os.path.exists(place)), None)
    return shutil.which(name, path=SEARCHED)


def need(*names):
    """Their places; Unavailable with the names of those that are missing."""
    missing = [name for name in names if not find(name)]
    if missing:
        raise Unavailable(", ".join(missing) + " not installed")
    return [find(name) for name in names]


def missing():
    return [name for name in MANAGERS + TOOLS if not find(name)]


def version_of(name):
    """What the peer says of its version, for the document."""
    place = find(name)
    if name == "pyenv":
        argv = [os.path.join(place, "bin/pyenv"), "--version"]
    elif name in MODULES:
        return name
    else:
        argv = [place, {"nginx": "-v", "openssl": "version"}.get(name, "--version")]
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return name
    found = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
    return f"{name} {found.group(0)}" if found else name


def _run(argv, env):
    subprocess.run(argv, env=env, check=True, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)


def _pyenv(bench, versions, home):
    source = pyenv_tree()
    for part in ("bin", "libexec", "pyenv.d"):
        shutil.copytree(os.path.join(source, part), os.path.join(home, part), symlinks=True)
    _versions(bench, home, versions)
    env = bench.env(PYENV_ROOT=home)
    program = os.path.join(home, "bin/pyenv")
    _run([program, "rehash"], env)
    return program, env, os.path.join(home, "shims/nvcc")


def _rbenv(bench, versions, home):
    _versions(bench, home, versions)
    env = bench.env(RBENV_ROOT=home)
    _run([find("rbenv"), "rehash"], env)
    return find("rbenv"), env, os.path.join(home, "shims/nvcc")


def _versions(bench, home, versions):
    for version in versions:
        bench.add_programs(os.path.join(home, "versions", version))
    with open(os.path.join(home, "version"), "w", encoding="ascii") as out:
        out.write(versions[0] + "\n")


def _asdf(bench, versions, home):
    program = find("asdf")
    plugin = os.path.join(home, "plugins/cuda/bin")
    os.makedirs(plugin)
    for name in ("list-all", "install", "download"):
        with open(os.path.join(plugin, name), "w", encoding="ascii") as out:
            out.write("#!/bin/sh\nexit 0\n")
        os.chmod(os.path.join(plugin, name), 0o755)
    for version in versions:
        bench.add_programs(os.path.join(home, "installs/cuda", version))
    with open(os.path.join(bench.home, ".tool-versions"), "w", encoding="ascii") as out:
        out.write(f"cuda {versions[0]}\n")
    env = bench.env(ASDF_DATA_DIR=home, ASDF_CUDA_VERSION=versions[0])
    env["PATH"] = os.path.dirname(program) + ":" + env["PATH"]
    _run([program, "reshim"], env)
    return program, env, os.path.join(home, "shims/nvcc")


def _mise(bench, versions, home):
    program = find("mise")
    env = bench.env(MISE_DATA_DIR=home + "/data", MISE_CONFIG_DIR=home + "/config", MISE_CACHE_DIR=home + "/cache",
                    MISE_STATE_DIR=home + "/state", MISE_OFFLINE="1")
    os.makedirs(home + "/config")
    with open(home + "/config/config.toml", "w", encoding="ascii") as out:
        out.write(f'[tools]\nbun = "{versions[0]}"\n')
    for version in versions:
        bench.add_programs(os.path.join(home, "made", version))
        _run([program, "link", f"bun@{version}", os.path.join(home, "made", version)], env)
    _run([program, "reshim"], env)
    return program, env, home + "/data/shims/nvcc"


def _rustup(bench, versions, home):
    program = find("rustup")
    env = bench.env(RUSTUP_HOME=home)
    for version in versions:
        place = home + "-made/" + version
        bench.add_programs(place, ("rustc",))
        os.makedirs(place + "/lib")
        _run([program, "toolchain", "link", "v" + version, place], env)
    _run([program, "default", "v" + versions[0]], env)
    return program, env, os.path.join(os.path.dirname(program), "rustc")


_MAKERS = {"rustup": _rustup, "mise": _mise, "rbenv": _rbenv, "pyenv": _pyenv, "asdf": _asdf}


def managers(bench, versions, label):
    """Version managers with these made-up versions: (name, program, environment, shim) for each that
    is here and could be made ready, and notes on those that could not."""
    ready, notes = [], []
    for name, make in _MAKERS.items():
        if not find(name):
            continue
        try:
            ready.append((name, *make(bench, versions, bench.folder("peers", f"{name}-{label}"))))
        except (OSError, subprocess.SubprocessError) as problem:
            notes.append(f"{name} could not be made ready: {problem}")
    return ready, notes


def shell_command(bench, name, script, cwd, shell="bash", **env):
    """A whole shell that runs the script."""
    quiet = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    return Command(name, [find(shell), *quiet, "-c", script], bench.env(**env), cwd)
