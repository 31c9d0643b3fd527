# SPDX-License-Identifier: MIT
"""G1 to G3: what a program costs more when it is started through a shim. The program itself does nothing."""

import os
import subprocess

import peers
from bench import Unavailable
from tables import Bound, Result, number, skipped, troubles, wall_table
from timing import Command, commands, each_round

VERSION = "10.1.0"
DIRECT, FLOOR, OURS = "direct", "floor", "cudaenv"


def _rows(bench):
    """Direct, the floor, ours, then each peer; all in one folder whose version file names the version."""
    root, _ = bench.fake_root("shim", 1)
    project = bench.project("shim", VERSION)
    floor_env = bench.env(FLOOR_ROOT=root)
    rows = [Command(DIRECT, [bench.floor("noop")], bench.env(), project),
            Command(FLOOR, [bench.floor("shim")], floor_env, project),
            Command(OURS, [os.path.join(root, "shims/nvcc")], bench.ours(root), project),
            Command("floor, static glibc", [bench.floor("shim", "gcc")], floor_env, project),
            Command("sh -c exec", ["/bin/sh", "-c", f"exec {bench.floor('noop')}"], bench.env(), project)]
    ready, notes = peers.managers(bench, [VERSION], "shim")
    rows += [Command(name, [shim], env, project) for name, _, env, shim in ready]
    if peers.find("direnv"):
        env = bench.env()
        with open(os.path.join(bench.folder("projects", "direnv"), ".envrc"), "w", encoding="ascii") as out:
            out.write(f"PATH_add {root}/versions/{VERSION}/bin\n")
        subprocess.run([peers.find("direnv"), "allow", bench.folder("projects", "direnv")], env=env, check=True, capture_output=True)
        rows.append(Command("direnv exec", [peers.find("direnv"), "exec", bench.folder("projects", "direnv"), "nvcc"], env, project))
    return rows, notes


def _measure(bench):
    rows, notes = _rows(bench)
    series = commands(rows, bench.rounds(101, 11))
    return {one.name: one for one in series}, notes


def whole_process(bench):
    """G1: fork, exec and wait of a program through each shim."""
    by_name, notes = bench.once(_measure)
    series = list(by_name.values())
    direct, floor, ours = (by_name[name] for name in (DIRECT, FLOOR, OURS))
    header, rows = wall_table(series, 1e6, "us", direct, [("x floor", lambda one: number(one.ratio(floor)))])
    return Result(f"a program through a shim (floor: {bench.static_libc()}, static)", header, rows,
                  [Bound("whole process, x floor", ours.ratio(floor), 1.25)], troubles(series) + notes)


def overhead(bench):
    """G2: the same less what starting the program directly takes."""
    by_name, _ = bench.once(_measure)

    def above(one):
        return each_round([one, by_name[DIRECT]], lambda wall, direct: wall - direct)

    floor, ours = above(by_name[FLOOR]), above(by_name[OURS])
    if floor <= 0:
        return skipped("overhead of the shim alone", "the floor took no longer than no shim at all: too much noise")
    rows = [[one.name, number(above(one) * 1e6), number(above(one) / floor), number(above(one) / ours)]
            for one in by_name.values() if one.name != DIRECT]
    bounds = [Bound("overhead alone, x floor", ours / floor, 2)]
    for peer, times in (("mise", 50), ("pyenv", 300)):
        if peer in by_name:
            bounds.append(Bound(f"{peer}'s overhead, x ours", above(by_name[peer]) / ours, times, at_least=True))
    return Result("overhead of the shim alone", ["", "us", "x floor", "x cudaenv"], rows, bounds, troubles(by_name.values()))


def _count(bench, what, row):
    """(how many, processes made) of a row, by floor/count.c."""
    done = subprocess.run([bench.floor("count"), what, *row.argv], env=row.env, cwd=row.cwd, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(f"{row.name} cannot be traced here (exit {done.returncode})")
    return map(int, done.stdout.split())


def work(bench):
    """G3: work of the shim until the program starts"""
    root, _ = bench.fake_root("shim-work", 1)
    near = bench.project("work", VERSION)
    far = bench.folder("projects", "work", "a", "b", "c", "d")
    shim, env = os.path.join(root, "shims/nvcc"), bench.ours(root)
    rows = [Command(FLOOR, [bench.floor("shim")], bench.env(FLOOR_ROOT=root), near),
            Command(OURS, [shim], dict(env, PWD=near), near),
            Command("cudaenv, 4 folders below the file", [shim], dict(env, PWD=far), far)]
    table = []
    for row in rows:
        calls, made = _count(bench, "calls", row)
        instructions, _ = _count(bench, "instructions", row)
        table.append([row.name, calls, made, instructions])
    _, calls, made, instructions = table[1]
    return Result("work of the shim until the program starts", ["", "system calls", "processes made", "instructions"], table,
                  [Bound("system calls, file in the folder", calls, 25), Bound("processes made", made, 0),
                   Bound("system calls more for each folder between", (table[2][1] - calls) / 4, 3),
                   Bound("instructions before execve", instructions, 10000)])


GOALS = {"G1": whole_process, "G2": overhead, "G3": work}
