# SPDX-License-Identifier: MIT
"""What all goals share: the program under test, the working folder, floors, environments, made-up roots."""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PATH = "/usr/bin:/bin"  # a toolkit in /usr/local is not asked for its version
PROGRAMS = ("nvcc", "nvlink", "ptxas", "cuobjdump", "nvdisasm", "fatbinary", "cudafe++", "bin2c", "nvprune",
            "compute-sanitizer", "cuda-gdb", "ncu", "nsys")


class Unavailable(Exception):
    """Something that a goal needs is not on this machine."""


class Bench:
    """One run of the suite."""

    def __init__(self, program, work, options):
        self.program, self.work = program, work
        self.is_quick, self.tree, self.fixed_rounds = options.quick, options.tree, options.rounds
        self.inputs = options.inputs or os.path.join(work, "inputs")
        self.kept = {}
        self.home = self.folder("home")
        self.machine = os.path.join(work, "machine.json")
        with open(self.machine, "w", encoding="ascii") as out:
            out.write('{"schema": 1}\n')  # driver and GPU are not asked: what is measured does not depend on them

    def say(self, text):
        print(text, file=sys.stderr, flush=True)

    def folder(self, *names):
        path = os.path.join(self.work, *names)
        os.makedirs(path, exist_ok=True)
        return path

    def once(self, make):
        """What make(self) gives, made at its first use: several goals share inputs and measurements. A
        failure is kept as well."""
        if make not in self.kept:
            try:
                self.kept[make] = make(self)
            except Exception as problem:
                self.kept[make] = problem
        if isinstance(self.kept[make], Exception):
            raise self.kept[make]
        return self.kept[make]

    def rounds(self, full, quick):
        return self.fixed_rounds or (quick if self.is_quick else full)

    # --- floors -------------------------------------------------------------------------------

    def floor(self, name, compiler=None):
        """The built program of floor/NAME.c or .cpp; small C programs are static, on musl if it is there."""
        folder = self.folder("floor", os.path.basename(compiler or "any"))
        target = os.path.join(folder, "nvcc" if name == "shim" else name)
        if not os.path.exists(target):
            self._build(name, compiler, target)
        return target

    def _build(self, name, compiler, target):
        source = os.path.join(HERE, "floor", name + ".c")
        if os.path.exists(source):
            command = [compiler or shutil.which("musl-gcc") or "gcc", "-O2", "-static", "-o", target, source]
        else:
            libraries = ["-lisal"] if name == "unpack" else []
            command = ["g++", "-std=c++20", "-O2", "-pthread", "-o", target, source + "pp", *libraries]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Unavailable(f"floor/{name} does not build: {done.stderr.strip()[-200:]}")

    def static_libc(self):
        return "musl" if shutil.which("musl-gcc") else "glibc"

    # --- environments ---------------------------------------------------------------------------

    def env(self, **more):
        """A clean environment: inherited variables alone make some peers ten times slower."""
        return {"HOME": self.home, "PATH": PATH, "LC_ALL": "C", "TERM": "dumb", **more}

    def ours(self, root, **more):
        """The environment of the program under test, with a root and a cache of its own."""
        return self.env(CUDAENV_ROOT=root, CUDAENV_CACHE_DIR=root + "-cache", CUDAENV_PROBE=self.machine,
                        CUDAENV_ACCEPT_EULA="1", NO_COLOR="1", **more)

    def call(self, *arguments, env, cwd=None):
        """Runs the program under test outside all timing; its stdout."""
        done = subprocess.run([self.program, *arguments], env=env, cwd=cwd or self.work, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"cudaenv {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
        return done.stdout

    # --- made-up stacks ---------------------------------------------------------------------------

    def add_programs(self, prefix, programs=PROGRAMS):
        """bin/ with the cheapest program under these names."""
        os.makedirs(os.path.join(prefix, "bin"))
        for name in programs:
            os.link(self.floor("noop"), os.path.join(prefix, "bin", name))

    def fake_root(self, name, stacks):
        """A root with so many stacks, each of 13 programs that do nothing; (root, names, newest last)."""
        root = self.folder("roots", name)
        names = [f"{10 + number // 10}.{number % 10}.0" for number in range(1, stacks + 1)]
        for stack in names:
            prefix = os.path.join(root, "versions", stack)
            self.add_programs(prefix)
            os.makedirs(os.path.join(prefix, "lib64"))
            os.makedirs(os.path.join(prefix, ".cudaenv"))
            with open(os.path.join(prefix, ".cudaenv/activate"), "w", encoding="ascii") as out:
                out.write(f"cudaenv-activate 1\ntoolkit {stack}\nprofile devel\nbin bin\nlib lib64\nnvcc bin/nvcc\nend\n")
            with open(os.path.join(prefix, ".cudaenv/receipt.json"), "w", encoding="ascii") as out:
                out.write(f'{{"schema": 1, "stack": "{stack}", "toolkit": "{stack}"}}\n')
        with open(os.path.join(root, "version"), "w", encoding="ascii") as out:
            out.write(names[0] + "\n")
        self.call("rehash", env=self.ours(root))
        return root, names

    def project(self, name, version=None):
        """A folder with version files of us and of the peers that have them."""
        folder = self.folder("projects", name)
        for file in (".cuda-version", ".python-version", ".ruby-version") if version else ():
            with open(os.path.join(folder, file), "w", encoding="ascii") as out:
                out.write(version + "\n")
        return folder


def tree_size(folder):
    """(files, bytes) below a folder, links not followed."""
    files = size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            info = os.lstat(os.path.join(place, name))
            files += 1
            size += info.st_size
    return files, size
