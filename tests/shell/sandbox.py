# SPDX-License-Identifier: MIT
"""A root with made-up stacks, and shells in a pseudo-terminal that use it."""

import fcntl
import os
import pathlib
import pty
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
LIMIT_S = 30  # for one line in a shell; the machine may be busy


class Failure(Exception):
    pass


class Sandbox:
    """HOME with the root ~/.cudaenv in it. Everything of this machine's environment is left out."""

    def __init__(self, cudaenv, folder):
        self.cudaenv = cudaenv
        self.folder = pathlib.Path(folder).resolve()
        self.home = self.folder / "home"
        self.root = self.home / ".cudaenv"
        self.shims = self.root / "shims"
        self.home.mkdir()
        # A machine of which nothing is known: what is said does not depend on driver and GPU.
        self.machine = self.folder / "machine.json"
        self.machine.write_text('{"schema": 1}', encoding="utf-8")
        self.env = {
            "HOME": str(self.home),
            "PATH": SYSTEM_PATH,
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "NO_COLOR": "1",
            "CUDAENV_ROOT": str(self.root),
            "CUDAENV_PROBE": str(self.machine),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
        }
        self.generation = 1
        self.bump()

    def call(self, *arguments, env=None, cwd=None, check=True):
        done = subprocess.run(
            [self.cudaenv, *arguments], env=env or self.env, cwd=cwd or self.home,
            capture_output=True, timeout=LIMIT_S)
        if check and done.returncode != 0:
            raise Failure(f"cudaenv {' '.join(arguments)}: exit {done.returncode}\n{done.stderr.decode()}")
        return done

    def bump(self):
        """What every command that changes versions does: the next generation of hot.conf."""
        self.root.mkdir(exist_ok=True)
        (self.root / "hot.conf").write_text(f"cudaenv-hot 1 {self.generation}\n")
        self.generation += 1

    def add_stack(self, name):
        prefix = self.root / "versions" / name
        for folder in ("bin", "lib64", ".cudaenv"):
            (prefix / folder).mkdir(parents=True)
        (prefix / ".cudaenv/activate").write_text(
            f"cudaenv-activate 1\ntoolkit {name}\nbin bin\nlib lib64\nnvcc bin/nvcc\nend\n")
        (prefix / ".cudaenv/receipt.json").write_text("{}")
        nvcc = prefix / "bin/nvcc"
        nvcc.write_text(f"#!/bin/sh\necho release {name}\n")
        nvcc.chmod(0o755)
        self.bump()
        self.call("rehash")
        return prefix

    def remove_stack(self, name):
        shutil.rmtree(self.root / "versions" / name)
        self.bump()

    def project(self, name, version):
        folder = self.home / name
        folder.mkdir(parents=True)
        if version is not None:
            (folder / ".cuda-version").write_text(version + "\n")
        return folder

    def prefix(self, name):
        return str(self.root / "versions" / name)


class Shell:
    """An interactive bash, zsh or fish. Lines go in as from a keyboard; what a test wants to know
    the shell writes into files with its own builtins. Messages on stderr come to a file, too."""

    ARGUMENTS = {
        "bash": ["--noprofile", "--norc", "-i"],
        "zsh": ["-f", "-i"],
        "fish": ["-i"],
    }
    PLAIN = {"bash": ["--noediting"], "zsh": ["+o", "zle"], "fish": []}  # lines are not edited

    def __init__(self, sandbox, name, env=None, cwd=None, editing=False, wrapper=(), options=()):
        self.sandbox, self.name = sandbox, name
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=sandbox.folder))
        self.stderr = self.folder / "stderr"
        self.count = 0
        self.told = 0
        self.output = b""
        argv = [*wrapper, name, *([] if editing else self.PLAIN[name]), *self.ARGUMENTS[name], *options]
        self.start(argv, dict(env or sandbox.env, PS1="", PS2=""), cwd or sandbox.home)

    def start(self, argv, env, cwd):
        program = shutil.which(argv[0], path=SYSTEM_PATH)
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            env["PWD"] = os.fspath(cwd)
            file = os.open(self.stderr, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(file, 2)
            os.execve(program, argv, env)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
        quiet = {"zsh": ["PS1='' PS2='' PROMPT_EOL_MARK=''"], "fish": ["function fish_prompt; end"]}
        self.run(*quiet.get(self.name, []))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.terminal)
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)

    def type(self, text):
        data = os.fsencode(text)
        while data:
            data = data[os.write(self.terminal, data[:512]):]
            self.drain(0)

    def drain(self, seconds):
        """Takes what the shell prints, so that it never waits for us. False: the shell is gone."""
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                chunk = os.read(self.terminal, 65536)
            except OSError:
                return False
            if not chunk:
                return False
            self.output += chunk
            seconds = 0
        return True

    def run(self, *lines):
        """Types the lines, one prompt each, and waits until the prompt behind the last is there."""
        for line in lines:
            self.type(line + "\n")
        mark = self.next_file()
        self.type(f"printf 1 >{mark}\n")
        end = time.monotonic() + LIMIT_S
        while not (mark.exists() and mark.read_text()):
            if not self.drain(0.01):
                raise Failure(f"the shell ended at {lines}: {self.tail()}")
            if time.monotonic() > end:
                raise Failure(f"the shell does not answer to {lines}: {self.tail()}")

    def next_file(self):
        self.count += 1
        return self.folder / f"answer-{self.count}"

    def tail(self):
        return repr(self.output[-600:]) + " stderr " + repr(self.stderr.read_bytes()[-600:])

    def init(self, *options):
        program = quote(self.sandbox.cudaenv)
        call = " ".join([program, "init", "-", self.name, *options])
        self.run(f"{call} | source" if self.name == "fish" else f'eval "$({call})"')

    def text(self, *lines):
        """Runs the lines; {} in the last is the file whose content is the answer."""
        file = self.next_file()
        self.run(*lines[:-1], lines[-1].replace("{}", str(file)))
        return os.fsdecode(file.read_bytes())

    def value(self, name):
        return self.text(f"printf %s \"${name}\" >{{}}")

    def env(self):
        """The environment as a program would get it, as bytes."""
        file = self.next_file()
        self.run(f"/usr/bin/env -0 >{file}")
        pairs = (entry.split(b"=", 1) for entry in file.read_bytes().split(b"\0") if entry)
        ours = {name.decode(): value for name, value in pairs}
        for name in ("_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES"):
            ours.pop(name, None)
        return ours

    def cd(self, folder):
        self.run(f"cd {quote(folder)}")

    def messages(self):
        """What came on stderr since the last call."""
        data = self.stderr.read_bytes()
        fresh, self.told = data[self.told:], len(data)
        return os.fsdecode(fresh)


def quote(text):
    """One word of any of the three shells."""
    text = str(text)
    if "'" not in text and "\\" not in text:
        return f"'{text}'"
    return '"' + "".join("\\" + c if c in '\\"$`' else c for c in text) + '"'
