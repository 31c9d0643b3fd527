#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The small front answers as the main program does, and answers alone what it can.

  front_test.py FRONT MAIN

Builds many small worlds and asks every form of question of both: what they print and how they end
must be the same. Whether the front started the main program shows in a second copy of it, behind
which a script stands in for the main program.
"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

import front_worlds

FRONT, MAIN = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
MARK = "the main program was started\n"

# System calls, on musl or static glibc, whose start alone takes ten more.
FEW_CALLS = (("--version", 20), ("version-name", 34), ("which nvcc", 40), ("versions", 56))

FORMS = ["--version", "version", "version-name", "version-origin", "versions", "versions --bare", "which nvcc",
         "which sh", "which no-such-tool", "prefix", "prefix 12.4", "prefix system", "prefix mine", "global", "local",
         "root"]
FORMS_OF_A_WORLD_THAT_IS_LEFT = ["--version", "version", "versions", "root"]
# What the front leaves to the main program whatever the world is like.
LEFT = ["", "--version x", "-V", "version --bare", "version x", "version --json", "--json version", "versions --system",
        "versions --bare --system", "versions -q", "which", "which -a nvcc", "which --all", "which bin/nvcc",
        "prefix 12.4 11.8", "prefix --bin", "prefix -1", "prefix 12.4.", "global 99.9", "local --unset x", "root x",
        "whence nvcc", "nonsense", "help version", "version-file", "-- version", "--root /r root"]


def make_script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text + "\n", encoding="utf-8")
    path.chmod(0o755)


def copy_of_front(prefix):
    """Another installation of the front alone; returns it and where its main program should be."""
    way = MAIN.relative_to(FRONT.parent.parent)
    front = prefix / FRONT.parent.name / FRONT.name
    front.parent.mkdir(parents=True)
    shutil.copy(FRONT, front)
    return front, prefix / way


def ask(program, words, world, **options):
    done = subprocess.run([program, *words], capture_output=True, cwd=world.folder, env=world.env, check=False, **options)
    return done.stdout, done.stderr, done.returncode


class Front(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if pathlib.Path("/etc/cudaenv/config.toml").exists() or pathlib.Path("/opt/cudaenv").exists():
            raise unittest.SkipTest("this machine has settings of its own")

    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp()).resolve()
        self.addCleanup(shutil.rmtree, self.place)
        self.lone, main = copy_of_front(self.place / "lone")
        make_script(main, f"printf '{MARK[:-1]}\\n'")

    def compare(self, world, words, through_front=False):
        """Whether the front left this to the main program, and whether that has nothing to add. What the
        front answers is what the main program says; what it leaves it passes on as it is (through_front)."""
        alone = ask(self.lone, words, world)
        is_left = alone == (MARK.encode(), b"", 0)
        wanted = ask(MAIN, words, world)
        if not is_left:
            self.assertEqual(alone, wanted)
        elif through_front:
            self.assertEqual(ask(FRONT, words, world), wanted)
        is_plain = wanted[1] == b"" and wanted[2] == 0
        self.assertTrue(is_left or is_plain)
        return is_left, is_plain

    def test_both_say_the_same_and_the_front_says_it_alone_where_there_is_nothing_to_add(self):
        for make in front_worlds.ALL:
            for form in FORMS:
                world = front_worlds.World(self.place / make.__name__)  # anew: the main program may mend it
                make(world)
                if world.leaves_all and form not in FORMS_OF_A_WORLD_THAT_IS_LEFT:
                    continue
                with self.subTest(world=make.__name__, form=form):
                    is_left, is_plain = self.compare(world, form.split())
                    must_leave = world.leaves_all and form != "--version"
                    self.assertEqual(is_left, must_leave or form in world.leaves or not is_plain)

    def test_every_other_form_is_left_to_the_main_program(self):
        for form in LEFT:
            with self.subTest(form=form):
                world = front_worlds.World(self.place / "world")
                front_worlds.stacks(world)
                self.assertTrue(self.compare(world, form.split(), through_front=True)[0])
        for words in (["prefix", ""], ["which", ""], ["", ""], ["versions", ""], ["which", "-"]):
            with self.subTest(words=words):
                world = front_worlds.World(self.place / "world")
                front_worlds.stacks(world)
                self.assertTrue(self.compare(world, words)[0])

    def test_output_that_cannot_be_written(self):
        world = front_worlds.World(self.place / "full")
        front_worlds.stacks(world)
        for program in (FRONT, MAIN):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([program, "root"], stdout=full, stderr=subprocess.PIPE, env=world.env, check=False)
            self.assertEqual((done.returncode, b"cannot write the output" in done.stderr), (7, True))
            ends = os.pipe()
            os.close(ends[0])
            done = subprocess.run([program, "root"], stdout=ends[1], stderr=subprocess.PIPE, env=world.env, check=False)
            os.close(ends[1])
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            done = subprocess.run(["/bin/sh", "-c", f"'{program}' root >&-"], stderr=subprocess.PIPE, env=world.env, check=False)
            self.assertEqual((done.returncode, b"cannot write the output" in done.stderr), (7, True))

    def test_a_front_without_its_main_program_says_where_it_looked(self):
        front, main = copy_of_front(self.place / "half")
        world = front_worlds.World(self.place / "world")
        self.assertEqual(ask(front, ["root"], world)[2], 0)
        out, err, code = ask(front, ["status"], world)
        self.assertEqual((out, code), (b"", 127))
        self.assertIn(f"at:    {main}\n", err.decode())
        self.assertIn("reinstall", err.decode())
        make_script(main, "exit 0")
        main.chmod(0o644)
        self.assertEqual(ask(front, ["status"], world)[2], 126)

    def test_the_front_finds_its_main_program_through_links(self):
        link = self.place / "some/where/else"
        link.parent.mkdir(parents=True)
        link.symlink_to(self.lone)
        self.assertEqual(ask(link, ["status"], front_worlds.World(self.place / "world"))[0], MARK.encode())

    def test_start_files_name_what_people_call(self):
        world = front_worlds.World(self.place / "world")
        copy = self.place / "any/name"
        copy.parent.mkdir()
        shutil.copy(MAIN, copy)
        (self.place / "bin").mkdir()  # as if it lay two folders below an installation
        shutil.copy(FRONT, self.place / "bin/cudaenv")
        for program, named in ((FRONT, FRONT), (MAIN, FRONT), (copy, copy)):
            out, err, code = ask(program, ["init", "-", "bash"], world)
            self.assertEqual(code, 0, err)
            self.assertIn(str(named), out.decode())
            self.assertNotIn(str(MAIN), out.decode())

    def test_the_front_needs_no_interpreter_and_few_system_calls(self):
        header = FRONT.read_bytes()
        first, size, count = struct.unpack_from("<Q", header, 32)[0], *struct.unpack_from("<HH", header, 54)
        kinds = {struct.unpack_from("<I", header, first + i * size)[0] for i in range(count)}
        self.assertFalse(kinds & {2, 3}, "PT_DYNAMIC or PT_INTERP")
        self.assertNotIn(b"cudaenv-shim is this file", header[:4096], "a shim would step over it")
        world = front_worlds.World(self.place / "world")
        front_worlds.exact_in_the_folder(world)
        log = self.place / "log"
        for form, most in FEW_CALLS:
            try:
                done = subprocess.run(["strace", "-f", "-o", log, FRONT, *form.split()], capture_output=True,
                                      cwd=world.folder, env=world.env, check=False)
            except FileNotFoundError:
                self.skipTest("strace is missing")
            if done.returncode != 0:
                self.skipTest("this process may not trace another")
            self.assertLessEqual(len(log.read_text(encoding="utf-8").splitlines()), most, form)


if __name__ == "__main__":
    unittest.main()
