# SPDX-License-Identifier: MIT
"""G4 to G7: what a prompt, a change of folder, the start of a shell and a TAB cost."""

import os
import subprocess

import peers
import shells
from bench import Unavailable
from shells import Case, Subject
from tables import Bound, Result, number, troubles, wall_table
from timing import Command, commands

SAME, DEEP, OTHER, EQUAL = "nothing changed", "nothing changed, 10 folders deep", "cd, another version", "cd, same version"
# What a hook written in the shell alone would do: look for the file, read it, set PATH.
WALK = """walk() { [[ $PWD == "$seen" ]] && return; seen=$PWD; local folder=$PWD version=
while [[ -n $folder ]]; do if [[ -r $folder/.cuda-version ]]; then read -r version < $folder/.cuda-version; break; fi; folder=${folder%/*}; done
[[ $version == "$had" ]] || { had=$version; PATH=/nowhere/$version/bin:${PATH#/nowhere/*/bin:}; }; }
prompt() { walk; }"""


def _cases(folders):
    one, two, same, deep = folders

    def change(label, other):
        return Case(label, f'cd "{other}"; prompt', f'cd "{one}"; prompt')

    return [Case(SAME, "prompt", f'cd "{one}"; prompt'), Case(DEEP, "prompt", f'cd "{deep}"; prompt'),
            change(OTHER, two), change(EQUAL, same)]


def _direnv(bench, folders):
    program = peers.find("direnv")
    for number_, folder in enumerate(folders[:3]):
        with open(os.path.join(folder, ".envrc"), "w", encoding="ascii") as out:
            out.write(f"export CUDA_HOME=/opt/cuda-{number_}\n")
        subprocess.run([program, "allow", folder], env=bench.env(), check=True, capture_output=True)
    return f'eval "$({program} hook bash)"'


def _subjects(bench):
    root, names = bench.fake_root("prompt", 2)
    folders = [bench.project("one", names[0]), bench.project("two", names[1]), bench.project("same", names[0]),
               bench.folder("projects", "one", *"abcdefghij")]
    cases, env = _cases(folders), bench.env()
    subjects = [Subject("no hook", "prompt() { :; }", cases, env, folders[0]),
                Subject("floor: walk in the shell", WALK, cases, env, folders[0])]
    for shell in ("bash", "zsh"):
        if peers.find(shell):
            setup = f'eval "$("{bench.program}" init - {shell})"'
            subjects.append(Subject(f"cudaenv, {shell}", setup, cases, bench.ours(root), folders[0], shell))
    if peers.find("mise"):
        subjects.append(Subject("mise", f'eval "$({peers.find("mise")} activate bash)"', cases,
                                bench.env(MISE_OFFLINE="1"), folders[0]))
    if peers.find("direnv"):
        subjects.append(Subject("direnv", _direnv(bench, folders), cases, env, folders[0]))
    return subjects


def _measure(bench):
    return shells.measure(bench, _subjects(bench), bench.rounds(31, 5))


def _table(found, labels):
    header, rows = [""], []
    for label in labels:
        header += [f"{label}: median us", "p10", "p90", "processes"]
    for name, times in found.items():
        row = [name]
        for label in labels:
            row += [number(value * 1e6) for value in (times.median(label), times.part(label, 0.1), times.part(label, 0.9))]
            row.append(times.processes.get(label, "-"))
        rows.append(row)
    return header, rows


def _bounds(found, label, most_us, processes):
    for name, times in found.items():
        if name.startswith("cudaenv"):
            yield Bound(f"{name}: {label}", times.median(label) * 1e6, most_us, " us")
            if label in times.processes:
                yield Bound(f"{name}: processes, {label}", times.processes[label], processes)


def unchanged(bench):
    """G4: the prompt when nothing has changed"""
    found = bench.once(_measure)
    bounds = [*_bounds(found, SAME, 100, 0), *_bounds(found, DEEP, 500, 0)]
    return Result("the prompt when nothing has changed", *_table(found, (SAME, DEEP)), bounds,
                  ["fish has no clock of its own and is left out"])


def changed(bench):
    """G5: the prompt after a change of folder"""
    found = bench.once(_measure)
    bounds = [*_bounds(found, OTHER, 1200, 1), *_bounds(found, EQUAL, 1200, 1)]
    return Result("the prompt after a change of folder (the cd included)", *_table(found, (OTHER, EQUAL)), bounds)


# --- start of a shell --------------------------------------------------------------------------------

def _start_lines(bench, root, ready):
    """(name, script, environment) of each line that people put into their rc file."""
    ours = bench.ours(root)
    static = os.path.join(bench.work, "init.bash")
    with open(static, "w", encoding="utf-8") as out:
        out.write(bench.call("init", "-", "bash", env=ours))
    yield "cudaenv", f'eval "$("{bench.program}" init - bash)"', ours
    yield "cudaenv, its lines from a file", f'. "{static}"', ours
    asked = {"pyenv": 'eval "$({} init - bash)"', "rbenv": 'eval "$({} init - bash)"', "mise": 'eval "$({} activate bash)"',
             "direnv": 'eval "$({} hook bash)"'}
    places = {name: (program, env) for name, program, env, _ in ready}
    if peers.find("direnv"):
        places["direnv"] = (peers.find("direnv"), bench.env())
    for name, (program, env) in places.items():
        if name in asked:
            yield name, asked[name].format(program), env
    if peers.find("asdf"):
        yield "asdf", f'. "{os.path.dirname(os.path.dirname(os.path.realpath(peers.find("asdf"))))}/asdf.sh"', bench.env()
    for name in peers.MODULES:
        if peers.find(name):
            yield name, f". {peers.find(name)}", bench.env()


def start_line(bench):
    """G6: what the line in ~/.bashrc adds to the start of a shell"""
    bash, = peers.need("bash")
    root, names = bench.fake_root("start", 2)
    ready, notes = peers.managers(bench, names, "start")
    cwd = bench.project("start", names[0])
    lines = [("bash alone", ":", bench.env()), ("eval of a no-op", f'eval "$({bench.floor("noop")})"', bench.env()),
             *_start_lines(bench, root, ready)]
    rows = [Command(name, [bash, "--norc", "--noprofile", "-c", script], env, cwd) for name, script, env in lines]
    series = commands(rows, bench.rounds(41, 7))
    alone, no_op, ours = series[:3]
    header, table = wall_table(series, 1e3, "ms", alone, [("x no-op", lambda one: number(one.ratio(no_op)))])
    return Result("what the line in ~/.bashrc adds to the start of a shell", header, table,
                  [Bound("start-up line, x bash alone", ours.ratio(alone), 1.6),
                   Bound("start-up line, x eval of a no-op", ours.ratio(no_op), 1.15)], troubles(series) + notes)


# --- completion --------------------------------------------------------------------------------------

def _tab(words):
    return f"COMP_WORDS=({words}) COMP_CWORD=$(({len(words.split())} - 1))"


def _first_and_next(bench, root, names):
    """Each kind of TAB in a new shell: nothing is remembered the first time."""
    setup = f'eval "$("{bench.program}" completions bash)"\ncomplete=$(complete -p cudaenv); complete=${{complete##*-F }}; complete=${{complete%% *}}'
    kinds = [("a command", "cudaenv ver"), ("an option", "cudaenv install --s"), ("an installed version", f"cudaenv local {names[0][:2]}")]
    for kind, words in kinds:
        for label in ("first", "next"):
            before = _tab(words) if label == "first" else f"{_tab(words)}; $complete"
            yield Subject(f"{kind}, {label} TAB", setup, [Case("TAB", "$complete", before)], bench.ours(root), bench.work)


def completion(bench):
    """G7: one TAB"""
    if not peers.find("bash"):
        raise Unavailable("bash not installed")
    root, names = bench.fake_root("completion", 20)
    subjects = list(_first_and_next(bench, root, names))
    found = shells.measure(bench, subjects, 1, passes=bench.rounds(21, 5))
    rows, bounds = [], []
    for name, times in found.items():
        rows.append([name, number(times.median("TAB") * 1e3), number(times.part("TAB", 0.1) * 1e3),
                     number(times.part("TAB", 0.9) * 1e3), times.processes.get("TAB", "-")])
        is_version = "version" in name
        if is_version:
            bounds.append(Bound(f"{name}: ms", times.median("TAB") * 1e3, 1.5))
        if "TAB" in times.processes:
            bounds.append(Bound(f"{name}: processes", times.processes["TAB"], 1 if is_version else 0))
    pyenv = [one for one in peers.managers(bench, names, "completion")[0] if one[0] == "pyenv"]
    for _, program, env, _ in pyenv:
        one, = commands([Command("pyenv completions prefix", [program, "completions", "prefix"], env, bench.work)],
                        bench.rounds(11, 3))
        rows.append([one.name, number(one.median() * 1e3), number(one.part(0.1) * 1e3), number(one.part(0.9) * 1e3), "-"])
    return Result("one TAB in bash, 20 versions installed", ["", "median ms", "p10", "p90", "processes"], rows, bounds)


GOALS = {"G4": unchanged, "G5": changed, "G6": start_line, "G7": completion}
