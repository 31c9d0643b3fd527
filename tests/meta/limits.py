#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long a file and a function may be. Warnings are printed and do not fail."""

import sys

from cpp_source import CPP, files, functions, report, root_from_arguments

SOURCE_LINES = 500
SOURCE_LINES_AS_A_RULE = 300
HEADER_LINES = 100
FUNCTION_LINES = 100
FUNCTION_LINES_WITHOUT_REASON = 60

FOLDERS = ["src", "shims", "tests"]


def has_reason(lines, function) -> bool:
    """A NOLINT for the function's size, with its reason, at its head or on the line before."""
    head = lines[max(function.first_line - 2, 0) : function.brace_line]
    return any("NOLINT" in line and "function-size): " in line for line in head)


def judge_file(path, rel_path, line_count):
    limit = HEADER_LINES if path.suffix == ".hpp" else SOURCE_LINES
    if line_count > limit:
        yield f"{rel_path}: {line_count} lines, at most {limit}"


def judge_functions(rel_path, text):
    lines = text.splitlines()
    for function in functions(text):
        where = f"{rel_path}:{function.first_line}: a function of {function.length} lines"
        if function.length > FUNCTION_LINES:
            yield f"{where}, at most {FUNCTION_LINES}"
        elif function.length > FUNCTION_LINES_WITHOUT_REASON and not has_reason(lines, function):
            yield f"{where}, over {FUNCTION_LINES_WITHOUT_REASON} without a NOLINT and its reason"


def problems(root):
    for path in files(root, FOLDERS, CPP):
        text = path.read_text(encoding="utf-8")
        rel_path = path.relative_to(root)
        yield from judge_file(path, rel_path, len(text.splitlines()))
        yield from judge_functions(rel_path, text)


def warnings(root):
    for path in files(root, FOLDERS, {".cpp"}):
        line_count = len(path.read_text(encoding="utf-8").splitlines())
        if SOURCE_LINES_AS_A_RULE < line_count <= SOURCE_LINES:
            yield f"warning: {path.relative_to(root)}: {line_count} lines"


if __name__ == "__main__":
    tree = root_from_arguments()
    report(warnings(tree))
    sys.exit(report(problems(tree)))
