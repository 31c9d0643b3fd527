#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The completion scripts cover every command and option: they are what generate.py makes of
`cudaenv --json commands`. Usage: completions_test.py SOURCE_FOLDER CUDAENV
"""

import json
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "completions"))
import generate  # noqa: E402


def commands_of(program):
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C"}
    done = subprocess.run([program, "--json", "commands"], env=env, capture_output=True, check=True, timeout=60)
    return json.loads(done.stdout)["data"]


def missing(script, data):
    """Spellings that stand nowhere in a script, whatever it was made from."""
    groups = [data["global_options"]] + [command["options"] for command in data["commands"]]
    names = {command["name"] for command in data["commands"]}
    for option in (option for group in groups for option in group):
        long = option["long"]
        names.add(f"-l {long[2:]}" if long and script.endswith(".fish") else long or option["short"])
    text = (SOURCE / "completions" / script).read_text()
    return sorted(name for name in names if name not in text)


def main():
    data = commands_of(sys.argv[2])
    if len(data["commands"]) < 10:
        sys.exit("the program names hardly any commands; this test would prove nothing")
    faults = []
    for script in generate.SCRIPTS:
        faults += [f"{script} lacks {name}" for name in missing(script, data)]
        if (SOURCE / "completions" / script).read_text() != generate.script(script, data):
            faults.append(f"{script} is stale: cudaenv --json commands | completions/generate.py")
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main()
