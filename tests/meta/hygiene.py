#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How a source begins, and what may not be left in one."""

import re
import sys

from cpp_source import CPP, files, report, root_from_arguments

FOLDERS = ["src", "shims", "tests", "installers"]
LICENCE = re.compile(r"^(//|#) SPDX-License-Identifier: MIT$")
# A note of work to come names its issue: (#12). In pieces, so that this file passes itself.
PENDING = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b(?!\(#\d+\))")


def problems(root):
    for path in files(root, FOLDERS, CPP | {".py", ".sh"}):
        rel_path = path.relative_to(root)
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
        first = 1 if lines[0].startswith("#!") and len(lines) > 1 else 0
        if not LICENCE.match(lines[first]):
            yield f"{rel_path}:{first + 1}: no SPDX line"
        if path.suffix == ".hpp" and "#pragma once" not in lines:
            yield f"{rel_path}: no #pragma once"
        for number, line in enumerate(lines, 1):
            if PENDING.search(line):
                yield f"{rel_path}:{number}: a note of work to come without an issue number"


if __name__ == "__main__":
    sys.exit(report(problems(root_from_arguments())))
