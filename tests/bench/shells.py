# SPDX-License-Identifier: MIT
"""Timing inside a running bash or zsh, the way a prompt or a TAB pays, and counting the processes it takes."""

import collections
import dataclasses
import os
import re
import statistics
import subprocess

import peers
from bench import Unavailable

PROMPT = {"bash": 'prompt() { local each; for each in "${PROMPT_COMMAND[@]}"; do eval "$each"; done; }',
          "zsh": "prompt() { local each; for each in $precmd_functions; do $each; done; }"}
CLOCK = {"bash": "", "zsh": "zmodload zsh/datetime"}
QUIET = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"]}
MARK = "/no/such/place"


@dataclasses.dataclass
class Case:
    """What is timed: `action`, after `before`, which may look at the number of the round, $i."""
    label: str
    action: str
    before: str = ":"


@dataclasses.dataclass
class Subject:
    """A shell made ready by `setup`, and the cases that are timed in it."""
    name: str
    setup: str
    cases: list
    env: dict
    cwd: str
    shell: str = "bash"


class Times:
    """Seconds by case, and processes made in one run of the case."""

    def __init__(self):
        self.seconds = collections.defaultdict(list)
        self.processes = {}

    def median(self, label):
        return statistics.median(self.seconds[label])

    def part(self, label, fraction):
        values = sorted(self.seconds[label])
        return values[min(len(values) - 1, int(len(values) * fraction))]


def _argv(subject, script):
    return [*peers.need(subject.shell), *QUIET[subject.shell], "-c", script]


def _head(subject):
    return f"exec 3>&1 >/dev/null 2>&1\n{CLOCK[subject.shell]}\n{PROMPT[subject.shell]}\n{subject.setup}\n"


def _timed(subject, rounds):
    script = _head(subject)
    for case in subject.cases:
        script += (f"for ((i = 0; i < {rounds}; i++)); do {case.before}; t=$EPOCHREALTIME; {case.action}; u=$EPOCHREALTIME\n"
                   f"printf '%s|%s|%s\\n' '{case.label}' \"$t\" \"$u\" >&3; done\n")
    done = subprocess.run(_argv(subject, script), env=subject.env, cwd=subject.cwd, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=600, check=False)
    for line in done.stdout.splitlines():
        label, begin, end = line.split("|")
        yield label, float(end.replace(",", ".")) - float(begin.replace(",", "."))


def _processes(bench, subject, tries):
    """Processes by case: between two files that are asked for in vain, the least of some rounds."""
    strace, = peers.need("strace")
    log = os.path.join(bench.work, "strace")
    script = _head(subject)
    for number, case in enumerate(subject.cases):
        script += (f"for ((i = 0; i < {tries}; i++)); do {case.before}; [[ -e {MARK}-{number} ]]; {case.action}; "
                   f"[[ -e {MARK}-end ]]; done\n")
    subprocess.run([strace, "-f", "-qq", "-o", log, "-e", "trace=fork,vfork,clone,clone3,stat,newfstatat,faccessat,faccessat2,access",
                    *_argv(subject, script)], env=subject.env, cwd=subject.cwd, capture_output=True, stdin=subprocess.DEVNULL,
                   timeout=600, check=False)
    with open(log, encoding="utf-8", errors="replace") as stream:
        lines = stream.read().splitlines()
    os.remove(log)
    counted, now = collections.defaultdict(list), None
    for line in lines:
        mark = re.search(re.escape(MARK) + r"-(\w+)", line)
        if mark:
            now = None if mark.group(1) == "end" else subject.cases[int(mark.group(1))].label
            if now:
                counted[now].append(0)
        elif now and re.match(r"\d+ +(v?fork|clone3?)\(", line) and "CLONE_THREAD" not in line:
            counted[now][-1] += 1
    return {label: min(values) for label, values in counted.items()}


def measure(bench, subjects, rounds, passes=3):
    """Times by name of the subject: some passes over all subjects, each of so many rounds."""
    found = {subject.name: Times() for subject in subjects}
    for _ in range(passes):
        for subject in subjects:
            for label, seconds in _timed(subject, rounds):
                found[subject.name].seconds[label].append(seconds)
    for subject in subjects:
        missing = [case.label for case in subject.cases if not found[subject.name].seconds[case.label]]
        if missing:
            raise RuntimeError(f"{subject.name} in {subject.shell} ended before {', '.join(missing)}")
        try:
            found[subject.name].processes = _processes(bench, subject, min(rounds, 4))
        except Unavailable:
            pass
    return found
