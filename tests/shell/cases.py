# SPDX-License-Identifier: MIT
"""Runs the cases of one file in one shell: CASE.py --cudaenv PROGRAM SHELL [CASE...].

A case is a function whose name begins with `case_`; it gets a Sandbox and the shell's name. Exit
code 125, which CTest shows as skipped: the shell is missing here, or every case was skipped.
"""

import argparse
import shutil
import sys
import tempfile
import traceback

from sandbox import SYSTEM_PATH, Sandbox

SKIPPED = 125


class Skip(Exception):
    pass


def only(name, *shells):
    """For a case about something that other shells do not have."""
    if name not in shells:
        raise Skip(f"nothing of the kind in {name}")


def equal(found, wanted, what=""):
    if found != wanted:
        raise AssertionError(f"{what}\n  found: {found!r}\n  needs: {wanted!r}")


def holds(condition, what):
    if not condition:
        raise AssertionError(what)


def run_one(case, arguments):
    with tempfile.TemporaryDirectory(prefix="cudaenv-shell-", ignore_cleanup_errors=True) as folder:
        try:
            case(Sandbox(arguments.cudaenv, folder), arguments.shell)
        except Skip as reason:
            return f"skipped: {reason}"
        except Exception:  # a case's failure must not keep the others from running
            traceback.print_exc()
            return "FAILED"
    return "ok"


def main(names):
    parser = argparse.ArgumentParser()
    parser.add_argument("--cudaenv", required=True)
    parser.add_argument("shell", choices=["bash", "zsh", "fish"])
    parser.add_argument("case", nargs="*")
    arguments = parser.parse_args()
    if shutil.which(arguments.shell, path=SYSTEM_PATH) is None:
        print(f"{arguments.shell} is missing here")
        sys.exit(SKIPPED)
    cases = {name: case for name, case in names.items() if name.startswith("case_")}
    results = []
    for name in arguments.case or cases:
        results.append(run_one(cases[name], arguments))
        print(f"{arguments.shell} {name}: {results[-1]}", flush=True)
    if "FAILED" in results:
        sys.exit(1)
    sys.exit(0 if "ok" in results else SKIPPED)
