# SPDX-License-Identifier: MIT
"""Reading C++ well enough to count: files, comments and strings blanked, functions found."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

CPP = {".cpp", ".hpp"}

TOKEN = re.compile(
    r"""
    (?P<raw>R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
  | (?P<string>"(?:\\.|[^"\\\n])*")
  | (?P<separator>(?<=[0-9a-fA-F])'(?=[0-9a-fA-F]))
  | (?P<char>'(?:\\.|[^'\\\n])+')
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def files(root: Path, folders, suffixes):
    """The files below root's folders with one of the suffixes, in order of path."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path


def code_only(text: str) -> str:
    """The text with comments, strings and preprocessor lines blanked; lines stay where they are."""
    return TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


@dataclass
class Function:
    first_line: int  # of its head, from 1
    brace_line: int
    last_line: int

    @property
    def length(self) -> int:
        return self.last_line - self.first_line + 1


SCOPE_HEAD = re.compile(r"\b(?:namespace|class|struct|union|enum)\b[^()]*$")
FUNCTION_HEAD = re.compile(
    r"\)\s*(?:(?:const|noexcept|override|final|mutable|&&?)\s*|->.*|:(?!:).*|requires\b.*)*$",
    re.DOTALL,
)


def functions(text: str):
    """The functions outside of functions: free, members, lambdas at namespace scope, TESTs."""
    code = code_only(text)
    head_begin = 0
    open_braces = []  # Function begun here, or None for any other scope
    inside = 0
    for match in re.finditer(r"[{};]", code):
        position = match.start()
        sign = match.group()
        if sign == "{":
            head = code[head_begin:position]
            is_function = (
                inside == 0 and FUNCTION_HEAD.search(head) and not SCOPE_HEAD.search(head)
            )
            begun = None
            if is_function:
                head_start = head_begin + len(head) - len(head.lstrip())
                begun = (line_at(code, head_start), line_at(code, position))
                inside += 1
            open_braces.append(begun)
        elif sign == "}" and open_braces:
            begun = open_braces.pop()
            if begun:
                inside -= 1
                yield Function(*begun, line_at(code, position))
        head_begin = position + 1


def line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def report(problems) -> int:
    """Prints the problems, one a line; the exit status for a check."""
    problems = list(problems)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def root_from_arguments() -> Path:
    if len(sys.argv) != 2:
        sys.exit(f"usage: {Path(sys.argv[0]).name} SOURCE_TREE")
    return Path(sys.argv[1])
