# SPDX-License-Identifier: MIT
"""G8 to G11 and G22: commands that answer or choose, with made-up stacks."""

import os

import peers
from tables import Bound, Result, number, troubles, wall_table
from timing import Command, commands, peak_kib

STACKS = (1, 20, 200)
MOST_MS = {1: 1.0, 20: 1.2, 200: 2.5}


def _peer_lists(name, program, env, cwd):
    asked = {"pyenv": [["versions"], ["versions", "--bare"]], "rbenv": [["versions"]], "asdf": [["list"]],
             "mise": [["ls"]], "rustup": [["toolchain", "list"]]}
    for words in asked[name]:
        yield Command(" ".join([name, *words]), [program, *words], env, cwd)


def _module_lists(bench, names, cwd):
    """The same versions as modulefiles."""
    folder = bench.folder("modules", str(len(names)), "cuda")
    for name in names:
        with open(os.path.join(folder, name), "w", encoding="ascii") as out:
            out.write(f"#%Module1.0\nprepend-path PATH /opt/cuda-{name}/bin\n")
    for peer in peers.MODULES:
        if peers.find(peer):
            script = f". {peers.find(peer)}; module use {os.path.dirname(folder)}; module avail"
            yield peers.shell_command(bench, f"{peer}: module avail", script, cwd)


def versions(bench):
    """G8: the list of installed versions"""
    header, table, bounds, notes = [], [], [], []
    cwd = bench.project("lists")
    for count in STACKS:
        root, names = bench.fake_root(f"list-{count}", count)
        ready, failed = peers.managers(bench, names, f"list-{count}")
        rows = [Command("floor", [bench.floor("list"), os.path.join(root, "versions")], bench.env(), cwd),
                Command("cudaenv versions", [bench.program, "versions"], bench.ours(root), cwd),
                Command("cudaenv versions --bare", [bench.program, "versions", "--bare"], bench.ours(root), cwd),
                Command("ls -v", ["/bin/ls", "-v", os.path.join(root, "versions")], bench.env(), cwd)]
        for name, program, env, _ in ready:
            rows += _peer_lists(name, program, env, cwd)
        rows += _module_lists(bench, names, cwd)
        series = commands(rows, bench.rounds(21, 3))
        peak = {row.name: peak_kib(bench, row) for row in rows}
        header, some = wall_table(series, 1e3, "ms", more=[("peak MB", lambda one, of=peak: number(of[one.name] / 1024))])
        table += [[count, *row] for row in some]
        bounds.append(Bound(f"versions, {count} installed", series[1].median() * 1e3, MOST_MS[count], " ms"))
        if count == STACKS[-1]:
            bounds.append(Bound("versions, 200 installed, x floor", series[1].ratio(series[0]), 2.5))
        notes += troubles(series) + failed
    return Result("the list of installed versions", ["versions", *header], table, bounds, notes)


def _against_no_op(bench, title, rows, most, more=()):
    """Commands against a static no-op in the same run: each of ours at most so many times that."""
    rows = [Command("static no-op", [bench.floor("noop")], bench.env(), rows[0].cwd), *rows]
    series = commands(rows, bench.rounds(41, 5))
    header, table = wall_table(series, 1e6, "us")
    bounds = [Bound(f"{one.name}, x no-op", one.ratio(series[0]), most) for one in series if one.name.startswith("cudaenv")]
    return Result(title, header, table, bounds, troubles(series) + list(more))


def small(bench):
    """G9: commands that answer one question"""
    root, names = bench.fake_root("small", 20)
    cwd, ours = bench.project("small", names[3]), bench.ours(root)
    asked = [["--version"], ["version-name"], ["which", "nvcc"], ["prefix"], ["global"]]
    rows = [Command("cudaenv " + " ".join(words), [bench.program, *words], ours, cwd) for words in asked]
    ready, notes = peers.managers(bench, names, "small")
    of_peers = {"pyenv": asked, "rbenv": asked, "mise": [["--version"], ["which", "nvcc"]], "rustup": [["--version"], ["which", "rustc"]],
                "asdf": [["--version"], ["current"]]}
    for name, program, env, _ in ready:
        rows += [Command(" ".join([name, *words]), [program, *words], env, cwd) for words in of_peers[name]]
    return _against_no_op(bench, "commands that answer one question, 20 versions installed", rows, 4, notes)


def rehash(bench):
    """G10: rehash with 200 versions of 13 programs"""
    root, names = bench.fake_root("rehash", 200)
    cwd, ours = bench.project("lists"), bench.ours(root)
    rows = [Command("cudaenv rehash, nothing changed", [bench.program, "rehash"], ours, cwd),
            Command("cudaenv rehash, all anew", ["/bin/sh", "-c", f'rm -rf "{root}/shims"; exec "$0" rehash', bench.program], ours, cwd),
            Command("rm and mkdir alone", ["/bin/sh", "-c", f'rm -rf "{root}/none"; exec "$0"', bench.floor("noop")], ours, cwd)]
    ready, notes = peers.managers(bench, names, "rehash")
    asked = {"pyenv": "rehash", "rbenv": "rehash", "mise": "reshim", "asdf": "reshim"}
    rows += [Command(f"{name} {asked[name]}", [program, asked[name]], env, cwd) for name, program, env, _ in ready if name in asked]
    series = commands(rows, bench.rounds(21, 3))
    header, table = wall_table(series, 1e3, "ms")
    kept, anew, bare = (one.median() * 1e3 for one in series[:3])
    return Result("rehash with 200 versions of 13 programs", header, table,
                  [Bound("nothing changed", kept, 3, " ms"), Bound("all shims anew", anew - bare, 10, " ms")],
                  troubles(series) + notes)


def known(bench):
    """G11: the list of versions that can be installed"""
    root, names = bench.fake_root("known", 1)
    cwd = bench.project("lists")
    rows = [Command("cudaenv install --list", [bench.program, "install", "--list"], bench.ours(root), cwd)]
    ready, notes = peers.managers(bench, names, "known")
    rows += [Command("pyenv install --list", [program, "install", "--list"], env, cwd) for name, program, env, _ in ready
             if name == "pyenv" and os.path.isdir(os.path.join(peers.pyenv_tree(), "plugins/python-build"))]
    if len(rows) > 1:
        os.symlink(os.path.join(peers.pyenv_tree(), "plugins"), os.path.join(rows[1].env["PYENV_ROOT"], "plugins"))
    series = commands(rows, bench.rounds(21, 3))
    peak = {row.name: peak_kib(bench, row) / 1024 for row in rows}
    header, table = wall_table(series, 1e3, "ms", more=[("peak MB", lambda one: number(peak[one.name]))])
    return Result("the list of versions that can be installed", header, table,
                  [Bound("install --list", series[0].median() * 1e3, 3, " ms"), Bound("peak memory", peak[rows[0].name], 8, " MB")],
                  troubles(series) + notes)


def _switch(program, verb, names, mark):
    """A shell that sets one version and next time the other; what the shell itself takes is a row of its own."""
    return ["/bin/sh", "-c", f'if [ -e {mark} ]; then rm {mark}; exec "$0" {verb} {names[0]}; else : >{mark}; exec "$0" {verb} {names[1]}; fi',
            program]


def switch(bench):
    """G22: change to another installed version"""
    root, names = bench.fake_root("switch", 20)
    cwd, ours = bench.project("switch", names[0]), bench.ours(root)
    rows = [Command("the shell around it", _switch(bench.floor("noop"), "", names, "mark"), ours, cwd)]
    rows += [Command(f"cudaenv {verb}", _switch(bench.program, verb, names, f"mark-{verb}"), ours, cwd) for verb in ("global", "local")]
    ready, notes = peers.managers(bench, names, "switch")
    asked = {"pyenv": ("global", "local"), "rbenv": ("global", "local")}
    for name, program, env, _ in ready:
        rows += [Command(f"{name} {verb}", _switch(program, verb, names, f"mark-{name}-{verb}"), env, cwd) for verb in asked.get(name, ())]
    series = commands(rows, bench.rounds(41, 5))
    header, table = wall_table(series, 1e3, "ms")
    shell = series[0].median() * 1e3
    return Result("change to another installed version", header, table,
                  [Bound(f"{one.name}, without the shell", one.median() * 1e3 - shell, 1, " ms") for one in series[1:3]],
                  troubles(series) + notes)


GOALS = {"G8": versions, "G9": small, "G10": rehash, "G11": known, "G22": switch}
