# SPDX-License-Identifier: MIT
"""Paired measuring. Every round runs each command once, so that whatever else the machine does meets
all of them alike; what is compared is the median of the ratios within the rounds."""

import dataclasses
import gc
import os
import shutil
import statistics
import subprocess
import time


@dataclasses.dataclass
class Command:
    """A program to start: a name for the table, argv (argv[0] an absolute path), environment, folder."""
    name: str
    argv: list
    env: dict
    cwd: str


@dataclasses.dataclass
class Job:
    """Work on an empty folder, as one shell command that finds it in $D. `check` looks at the folder
    afterwards and says what is wrong with it; `setup` gets the folder before the clock starts."""
    name: str
    shell: str
    env: dict
    check: object = None
    setup: object = None
    cpus: object = None


@dataclasses.dataclass
class Use:
    """What one run took: seconds, CPU seconds, peak KiB, bytes written and read, exit status."""
    wall: float
    cpu: float = 0.0
    peak_kib: int = 0
    written: int = 0
    sent_to_disk: int = 0
    read: int = 0
    status: int = 0


@dataclasses.dataclass
class Series:
    """All runs of one command, in the order of the rounds."""
    name: str
    uses: list = dataclasses.field(default_factory=list)
    trouble: str = ""

    def values(self, what="wall"):
        return [getattr(use, what) for use in self.uses]

    def median(self, what="wall"):
        return statistics.median(self.values(what))

    def part(self, fraction, what="wall"):
        values = sorted(self.values(what))
        return values[min(len(values) - 1, int(len(values) * fraction))]

    def ratio(self, reference, what="wall"):
        """Median of the ratios to what the other took in the same round."""
        pairs = zip(self.values(what), reference.values(what))
        return statistics.median(mine / theirs if theirs else float("inf") for mine, theirs in pairs)

    def ratio_to(self, limit):
        """The same against limit(round index)."""
        return statistics.median(use.wall / limit(index) for index, use in enumerate(self.uses))


def each_round(series, compute):
    """Median over the rounds of compute(wall of the first, of the second, …)."""
    return statistics.median(compute(*walls) for walls in zip(*(one.values() for one in series)))


def _start(command, actions):
    os.chdir(command.cwd)
    begin = time.perf_counter_ns()
    pid = os.posix_spawn(command.argv[0], command.argv, command.env, file_actions=actions)
    _, status, used = os.wait4(pid, 0)
    wall = (time.perf_counter_ns() - begin) / 1e9
    return Use(wall, used.ru_utime + used.ru_stime, status=os.waitstatus_to_exitcode(status))


def commands(rows, rounds, warmup=2):
    """Times short commands round-robin; their output is thrown away. A Series for each."""
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, target) for target in (0, 1, 2)]
    series = [Series(row.name) for row in rows]
    here = os.getcwd()
    gc.disable()
    try:
        for number in range(-warmup, rounds):
            for row, one in zip(rows, series):
                use = _start(row, actions)
                if use.status != 0:
                    one.trouble = f"exit {use.status}"
                if number >= 0:
                    one.uses.append(use)
    finally:
        gc.enable()
        os.chdir(here)
        os.close(null)
    return series


def peak_kib(bench, command):
    """Peak resident memory of one more run, of the process itself."""
    return measured(bench, command.argv, command.env, command.cwd).peak_kib


def measured(bench, argv, env, cwd=None, cpus=None, log=None):
    """One run under floor/measure.c, which is small enough not to show in what it measures."""
    out = os.path.join(bench.work, "measured")
    pin = (lambda: os.sched_setaffinity(0, cpus)) if cpus else None
    with open(log or os.devnull, "wb") as err:
        subprocess.run([bench.floor("measure"), out, *argv], env=env, cwd=cwd or bench.work, check=False,
                       stdin=subprocess.DEVNULL, stdout=err, stderr=err, preexec_fn=pin)
    with open(out, encoding="ascii") as stream:
        wall, user, system, peak, written, sent, read, status = map(int, stream.read().split())
    os.remove(out)
    return Use(wall / 1e9, (user + system) / 1e6, peak, written, sent, read, status)


def _run_job(bench, job):
    folder = os.path.join(bench.work, "job")
    target = os.path.join(folder, "d")
    os.makedirs(target)
    if job.setup:
        job.setup(target)
    os.sync()
    log = os.path.join(folder, "log")
    try:
        use = measured(bench, ["/bin/sh", "-c", job.shell], dict(job.env, D=target), target, job.cpus, log)
        trouble = ""
        if use.status != 0:
            with open(log, encoding="utf-8", errors="replace") as stream:
                trouble = f"exit {use.status}: {stream.read()[-160:].strip()}".replace("\n", " ")
        elif job.check:
            trouble = job.check(target) or ""
        return use, trouble
    finally:
        remove_tree(folder)


def jobs(bench, rows, rounds):
    """Times long jobs round-robin, each in a fresh folder that is removed untimed."""
    series = [Series(row.name) for row in rows]
    for number in range(rounds):
        for row, one in zip(rows, series):
            bench.say(f"  {number + 1}/{rounds} {row.name}")
            use, trouble = _run_job(bench, row)
            one.uses.append(use)
            one.trouble = one.trouble or trouble
    return series


def remove_tree(folder):
    """Removes a folder, also one with folders that are not writable."""
    for place, folders, _ in os.walk(folder):
        for name in folders:
            path = os.path.join(place, name)
            if not os.path.islink(path):
                os.chmod(path, 0o755)
    shutil.rmtree(folder)
