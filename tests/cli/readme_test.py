#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the README's tour as it is written and compare what it prints.

  readme_test.py CUDAENV

Small toolkits of our own stand in for NVIDIA's, so sizes, times and free space differ: those are
compared by their form. Everything else must be the same to the letter.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
RELEASES = ("11.8.0", "12.4.1")


def tour(readme):
    """(command, expected output) for each `$` line of the console block."""
    block = re.search(r"```console\n(.*?)```", readme, re.DOTALL).group(1)
    steps = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        else:
            steps[-1][1].append(line)
    return [(command, "\n".join(lines)) for command, lines in steps]


def in_form(text, home):
    text = text.replace(str(home), "~")
    text = re.sub(r"\b\d+(\.\d+)? (B|KiB|MiB|GiB|TiB)\b", "N bytes", text)
    return re.sub(r"\(\d+ s\)", "(N s)", text)


def make_catalog(home):
    mirror, catalog = home / "mirror", home / "catalog"
    catalog.mkdir()
    rows = ["schema = 1"]
    for release in RELEASES:
        made = subprocess.run([sys.executable, SOURCE / "tests/fixtures/make_fixtures.py", mirror, "--toolkit", release],
                              capture_output=True, text=True, check=True)
        name, size, sha256, _ = made.stdout.split()
        rows += ["[[release]]", f'version = "{release}"', "[[release.runfile]]", f'platform = "{platform()}"',
                 f'url = "file://{mirror}/{name}"', f"size = {size}", f'sha256 = "{sha256}"']
    (catalog / "tour.toml").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return catalog


def platform():
    machine = os.uname().machine
    return "linux-sbsa" if machine == "aarch64" else "linux-" + machine


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    steps = tour((SOURCE / "README.md").read_text(encoding="utf-8"))
    assert len(steps) >= 5, "the tour has five commands at least"
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder).resolve()
        (home / "work/nerf").mkdir(parents=True)
        (home / "bin").mkdir()
        (home / "bin/cudaenv").symlink_to(binary)
        machine = home / "machine.json"  # nothing is known of driver and GPU
        machine.write_text('{"schema": 1}', encoding="utf-8")
        env = {"HOME": str(home), "CUDAENV_PROBE": str(machine), "PATH": f"{home}/bin:/usr/bin:/bin", "LC_ALL": "C",
               "CUDAENV_CATALOG": str(make_catalog(home)), "TERM": "dumb"}
        # One shell for all, since the tour changes folders; a line of its own ends each output.
        script = "cd ~\n" + "".join(f"{{ {command}; }} 2>&1; printf '\\n=====%s\\n' $?\n" for command, _ in steps)
        run = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, env=env, check=False)
        parts = re.split(r"\n?=====(\d+)\n", run.stdout)
        for index, (command, expected) in enumerate(steps):
            got, status = parts[2 * index].strip("\n"), parts[2 * index + 1]
            if status != "0" or in_form(got, home) != in_form(expected, home):
                failures += 1
                print(f"README: $ {command}\n--- exit {status}, printed\n{got}\n--- the README says\n{expected}\n")
    print(f"{len(steps) - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
