#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares cudaenv with the floor and with its peers, goal by goal, paired in one run.

  run.py [--quick] [--only G8,G12] [--rounds N] [--work DIR] [--tree DIR] [--out FILE] [--write-docs] [--check] [CUDAENV]

Prints a Markdown document: medians, ratios, and for each goal whether it is met or by how much it is
missed. docs/PERFORMANCE.md says what the goals are and how to read the figures.
"""
import argparse
import datetime
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback

import machine
import peers
from bench import HERE, Bench, Unavailable
from goals import GOALS
from tables import Bound, Result, skipped, summary
from timing import remove_tree

DOCS = os.path.join(HERE, "../../docs/PERFORMANCE.md")
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
WANTED_BYTES = {False: 20e9, True: 2e9}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", metavar="CUDAENV", default=shutil.which("cudaenv"), help="default: the one on PATH")
    parser.add_argument("--quick", action="store_true", help="small inputs and few rounds: does it work? not: how fast is it?")
    parser.add_argument("--only", metavar="GOALS", help="names separated by commas: " + ", ".join(GOALS))
    parser.add_argument("--work", metavar="DIR", help="where everything is made and installed; its file system is what is measured"
                        " (default: a tmpfs with room, else TMPDIR). Packed inputs stay there for the next run; otherwise all is removed")
    parser.add_argument("--rounds", type=int, metavar="N", help="this many rounds of each comparison, whatever is usual for it")
    parser.add_argument("--tree", metavar="DIR", default="/usr/local/cuda", help="a real toolkit (default: %(default)s, else a made-up one)")
    parser.add_argument("--out", metavar="FILE", help="write the document here as well")
    parser.add_argument("--write-docs", action="store_true", help="put it between the marks in docs/PERFORMANCE.md")
    parser.add_argument("--check", action="store_true", help="exit 1 if a goal is missed")
    options = parser.parse_args()
    if not options.program or not os.access(options.program, os.X_OK):
        parser.error("which cudaenv?")
    unknown = [name for name in (options.only or "").split(",") if name and name not in GOALS]
    if unknown:
        parser.error(f"no goal {', '.join(unknown)}; there are {', '.join(GOALS)}")
    return options


def measure(bench, names):
    """Result by goal. What cannot be measured here is named, and a fault in one goal hinders no other."""
    results = {}
    for name in names:
        begin = time.monotonic()
        bench.say(f"{name} …")
        try:
            results[name] = GOALS[name](bench)
        except Unavailable as problem:
            results[name] = skipped(GOALS[name].__doc__.split(": ", 1)[-1].strip(), str(problem))
        except Exception as problem:  # told, and the exit code with it
            bench.say(traceback.format_exc())
            results[name] = Result("broken", bounds=[Bound(f"ran ({type(problem).__name__}: {problem})", 0, 1, at_least=True)])
        bench.say(results[name].markdown(name) + f"({time.monotonic() - begin:.0f} s)\n")
    return results


def document(bench, results, load_before):
    parts = ["## Last run", "", f"{datetime.date.today()}, `cudaenv {bench.call('--version', env=bench.env()).split()[-1]}`"
             + (", **--quick: the figures mean nothing**" if bench.is_quick else "") + ".", ""]
    parts += machine.facts(bench.work, load_before)
    parts.append("- peers: " + "; ".join(peers.version_of(name) for name in peers.MANAGERS + peers.TOOLS if peers.find(name)))
    parts.append("- not installed here: " + (", ".join(peers.missing()) or "none"))
    parts += ["", summary(results)]
    parts += [result.markdown(name) for name, result in results.items()]
    return "\n".join(parts)


def write_docs(text):
    with open(DOCS, encoding="utf-8") as stream:
        before, rest = stream.read().split(BEGIN)
    after = rest.split(END)[1]
    with open(DOCS, "w", encoding="utf-8") as out:
        out.write(f"{before}{BEGIN}\n\n{text}\n{END}{after}")


def main():
    options = arguments()
    names = options.only.split(",") if options.only else list(GOALS)
    parent = options.work or machine.default_work(WANTED_BYTES[options.quick])
    os.makedirs(parent, exist_ok=True)
    work = os.path.realpath(tempfile.mkdtemp(prefix="cudaenv-bench-", dir=parent))
    options.inputs = os.path.join(os.path.realpath(parent), "inputs") if options.work else None
    load_before = machine.load()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was made is removed then, too
    try:
        bench = Bench(os.path.abspath(options.program), work, options)
        results = measure(bench, names)
        text = document(bench, results, load_before)
    finally:
        remove_tree(work)
    print(text)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as out:
            out.write(text)
    if options.write_docs:
        write_docs(text)
    is_missed = any(not bound.is_met for result in results.values() for bound in result.bounds)
    return 1 if options.check and is_missed else 0


if __name__ == "__main__":
    sys.exit(main())
