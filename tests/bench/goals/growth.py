# SPDX-License-Identifier: MIT
"""How costs grow: with files, with bytes, with installed stacks."""

import os
import statistics
import time

import archives
import inputs
from tables import Bound, Result, number
from timing import measured, remove_tree

STACKS = (1, 20, 200)


def _timed_install(bench, make, rounds):
    """Least CPU seconds and median seconds of some installs of what `make` packs."""
    folder = bench.folder("growing")
    packed = make(folder)
    walls, cpus = [], []
    for number_ in range(rounds):
        root = os.path.join(folder, f"root-{number_}")
        env = bench.ours(root, CUDAENV_CATALOG=packed.catalog)
        log = os.path.join(folder, "log")
        use = measured(bench, [bench.program, "install", "--from", packed.archive, packed.version], env, log=log)
        if use.status != 0:
            with open(log, encoding="utf-8", errors="replace") as stream:
                raise RuntimeError(f"exit {use.status}: {stream.read()[-300:]}")
        walls.append(use.wall)
        cpus.append(use.cpu)
        remove_tree(root)
    size = os.path.getsize(packed.archive)
    remove_tree(folder)
    return statistics.median(walls), statistics.median(cpus), size


def _many_files(count):
    files = [(f"include/part{number_ // 500}/header_{number_}.h", 1024, b"%-1024d" % number_) for number_ in range(count)]
    return lambda folder: archives.pack_files(folder, "12.4.1", files)


def files_and_bytes(bench):
    """growth: install time by files and by bytes"""
    counts = (100, 1000, 10000) if bench.is_quick else (1000, 10000, 100000)
    sizes = (16 << 20, 64 << 20, 256 << 20) if bench.is_quick else (64 << 20, 512 << 20, 4 << 30)
    rows, bounds = [], []
    for what, steps, make, unit in (("files of 1 KB", counts, _many_files, 1e6),
                                    ("MB in files of 256 MB", sizes, lambda size: lambda folder: archives.large_runfile(
                                        folder, "12.4.1", size, archives.dense_block), 1e9)):
        each = []
        for step in steps:
            bench.say(f"  {step} {what.split()[0]}")
            wall, cpu, size = _timed_install(bench, make(step), bench.rounds(5 if step != steps[-1] else 3, 1))
            each.append(wall / step)
            told = f"{step >> 20} {what}" if what.startswith("MB") else f"{step} {what}"
            rows.append([told, number(size / 1e6), number(wall), number(cpu), number(wall / step * unit)])
        bounds.append(Bound(f"{what}: time for each, the most against ten times fewer", each[2] / each[1], 1.2))
    return Result("install time by files and by bytes", ["archive of", "MB", "s", "CPU s", "us a file, ns a byte"], rows, bounds)


def _call(bench, env, *arguments):
    """Median seconds of a command of ours."""
    walls = []
    for _ in range(bench.rounds(5, 1)):
        begin = time.perf_counter()
        bench.call(*arguments, env=env)
        walls.append(time.perf_counter() - begin)
    return statistics.median(walls)


def stacks(bench):
    """stacks: costs by installed stacks"""
    folder = bench.folder("stacks")
    counts = (1, 5, 20) if bench.is_quick else STACKS
    names = [f"{12 + number_ // 10}.{number_ % 10}.1" for number_ in range(counts[-1] + 1)]
    packed = archives.pack_files(folder, names[0], [(f"include/header_{number_}.h", 1024, b"%-1024d" % number_) for number_ in range(200)])
    for name in names[1:]:
        inputs.add_runfile(packed.catalog, name, packed.archive, "file://" + packed.archive)
    env = bench.ours(os.path.join(folder, "root"), CUDAENV_CATALOG=packed.catalog)
    rows, installed = [], 0
    for count in counts:
        while installed < count:
            bench.call("install", "--build-only", "--from", packed.archive, names[installed], env=env)
            installed += 1
        began = time.perf_counter()
        bench.call("install", "--build-only", "--from", packed.archive, names[-1], env=env)
        one_more = time.perf_counter() - began
        bench.call("uninstall", "-f", names[-1], env=env)
        costs = [one_more, *(_call(bench, env, *words) for words in
                             (["versions"], ["gc"], ["verify", names[0]], ["verify", "--all"]))]
        rows.append([count, *(number(seconds * 1e3) for seconds in costs),
                     number(os.path.getsize(os.path.join(env["CUDAENV_ROOT"], "state.db")) / 1e3)])
    remove_tree(folder)
    return Result("costs by installed stacks, each of 200 files that all share", ["stacks", "one more: ms", "versions", "gc", "verify one",
                  "verify --all", "state.db KB"], rows)


GOALS = {"growth": files_and_bytes, "stacks": stacks}
