#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What an install may cost, counted and not timed, so that it holds on any machine: bytes written,
processes started, memory held, bytes fetched again after a kill.

  guard.py CUDAENV [HEAP-WATCH.so] [unittest options]

A sanitised program holds more memory than its own: there HEAP-WATCH (heap_watch.cpp), preloaded, counts
what it has allocated; any other is judged by its peak resident memory.
"""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import archives
import inputs
import machine
from range_server import RangeServer
from timing import remove_tree

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else None
WATCH = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].endswith(".so") else None
VERSION = inputs.VERSION
MIB = 1 << 20
MOST_HELD = 32 * MIB
PIECE = 4 * MIB
SMALL_THINGS = MIB  # receipt, lists, database, shims, journals


def is_sanitised():
    """A sanitised program tells its options when it is asked to; any other passes over the question. Not of
    what the small static front answers alone."""
    env = {"ASAN_OPTIONS": "help=1", "HOME": "/nowhere", "PATH": "/usr/bin:/bin"}
    done = subprocess.run([PROGRAM, "--help"], env=env, capture_output=True, text=True, check=False)
    return "AddressSanitizer" in done.stdout + done.stderr


def noisy_files(count, size):
    source = random.Random(count)
    return [(f"include/header_{number}.h", size, source.randbytes(size)) for number in range(count)]


class Install(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="cudaenv-guard-", dir=machine.default_work(4e9))
        self.addCleanup(lambda: remove_tree(self.folder))
        probe = os.path.join(self.folder, "machine.json")  # nothing is known of driver and GPU
        pathlib.Path(probe).write_text('{"schema": 1}\n', encoding="ascii")
        self.root = os.path.join(self.folder, "root")
        self.env = {"HOME": self.folder, "PATH": "/usr/bin:/bin", "LC_ALL": "C", "CUDAENV_ROOT": self.root,
                    "CUDAENV_CACHE_DIR": os.path.join(self.folder, "cache"), "CUDAENV_PROBE": probe, "CUDAENV_ACCEPT_EULA": "1",
                    "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0"}

    def pack(self, files):
        """A runfile of these files, behind a server of its own."""
        packed = archives.pack_files(self.folder, VERSION, files)
        self.env["CUDAENV_CATALOG"] = packed.catalog
        server = RangeServer(packed.mirror)
        self.addCleanup(server.close)
        self.env["CUDAENV_MIRROR"] = server.url
        return packed, server

    def start(self, arguments, wrapper=(), **more):
        self.log = os.path.join(self.folder, "log")
        with open(self.log, "wb") as log:
            return subprocess.Popen([*wrapper, PROGRAM, *arguments], env=dict(self.env, **more), cwd=self.folder,
                                    stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def finish(self, process):
        """Bytes given to write calls, and the most bytes that were resident. The kernel's own peak of a
        child that has ended begins with ours, so the peak is asked for until the end."""
        told, resident = pathlib.Path(f"/proc/{process.pid}"), 0
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            found = re.search(r"^VmHWM:\s+(\d+) kB", (told / "status").read_text(encoding="ascii"), re.M)
            resident = max(resident, int(found.group(1)) * 1024 if found else 0)
            time.sleep(0.005)
        written = int(re.search(r"^wchar: (\d+)", (told / "io").read_text(encoding="ascii"), re.M).group(1))
        self.assertEqual(process.wait(), 0, pathlib.Path(self.log).read_text(encoding="utf-8"))
        return written, resident

    def run_it(self, *arguments, **more):
        return self.finish(self.start(arguments, **more))

    # --- bytes ------------------------------------------------------------------------------------

    def test_an_install_writes_the_archive_and_each_file_once(self):
        packed, _ = self.pack(noisy_files(300, 80_000))

        written, _ = self.run_it("install", VERSION)

        most = os.path.getsize(packed.archive) + 1.02 * 300 * 80_000 + SMALL_THINGS
        self.assertLessEqual(written, most)

    def test_a_kill_at_the_half_costs_one_piece(self):
        packed, server = self.pack(noisy_files(32, MIB))
        size = os.path.getsize(packed.archive)
        server.rate = 3e6
        process = self.start(["install", VERSION])
        self.assertTrue(server.wait_for(size // 2, 60))
        process.kill()
        process.wait()
        server.rate = 0

        self.run_it("install", VERSION)

        self.assertLessEqual(server.handed_over - size, PIECE)
        self.run_it("verify", VERSION)

    # --- processes --------------------------------------------------------------------------------

    def processes(self, *arguments):
        """How many processes (not threads) a run of ours makes."""
        strace = shutil.which("strace", path="/usr/bin:/bin")
        if strace is None or subprocess.run([strace, "-o", os.devnull, "true"], capture_output=True, check=False).returncode:
            self.skipTest("strace is missing or may not trace here")
        log = os.path.join(self.folder, "strace")
        self.finish(self.start(arguments, [strace, "-f", "-qq", "-o", log, "-e", "trace=fork,vfork,clone,clone3"]))
        lines = pathlib.Path(log).read_text(errors="replace").splitlines()
        return sum(re.match(r"\d+ +(v?fork|clone3?)\(", line) is not None and "CLONE_THREAD" not in line for line in lines)

    def test_an_install_starts_the_new_compiler_and_nothing_else(self):
        self.pack(noisy_files(10, 1000))

        # The compiler's version is asked once, by one call of it; here it is a script, which starts nothing.
        self.assertLessEqual(self.processes("install", VERSION), 1)

    def test_what_answers_a_question_starts_nothing(self):
        self.pack(noisy_files(10, 1000))
        self.run_it("install", VERSION)

        for words in (["versions"], ["global", VERSION], ["which", "nvcc"], ["prefix"], ["rehash"], ["install", "--list"],
                      ["install", "--skip-existing", VERSION], ["verify", "--all"], ["gc"]):
            with self.subTest(" ".join(words)):
                self.assertEqual(self.processes(*words), 0)

    # --- memory -----------------------------------------------------------------------------------

    def held(self, *arguments):
        """The most that a run holds, in bytes."""
        if not is_sanitised():
            return self.run_it(*arguments)[1]
        if WATCH is None:
            self.skipTest("a sanitised program, and no HEAP-WATCH to count for it")
        told = os.path.join(self.folder, "heap")
        self.run_it(*arguments, LD_PRELOAD=WATCH, CUDAENV_TEST_HEAP_TO=told)
        return int(pathlib.Path(told).read_text(encoding="ascii"))

    def test_a_large_gzip_runfile_streams(self):
        packed = archives.pack(self.folder, VERSION, lambda target: archives.repeated_gzip(target, archives.thin_block(1), 1024))
        self.env["CUDAENV_CATALOG"] = packed.catalog

        self.assertLessEqual(self.held("install", "--from", packed.archive, VERSION), MOST_HELD)

    def test_a_large_xz_archive_streams(self):
        packed = archives.large_redist(self.folder, VERSION, 1024 * MIB)
        self.env["CUDAENV_CATALOG"] = packed.catalog

        held = self.held("install", "--source", "redist", "--only", "cuda_cudart", "--from", packed.mirror, VERSION)

        self.assertLessEqual(held, MOST_HELD)


if __name__ == "__main__":
    unittest.main()
