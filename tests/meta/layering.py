#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A layer includes only what stands before it; a library's header stays in the folders it is for."""

import re
import sys

from cpp_source import CPP, files, report, root_from_arguments

# Members of one rank do not see each other.
RANKS = [
    {"base"},
    {"sys", "hot", "catalog"},
    {"probe", "inspect", "fetch", "unpack", "store"},
    {"compat"},
    {"plan", "recommend", "diagnose"},
    {"activate"},
    {"execute"},
    {"commands"},
    {"cli"},
    {"main"},
]
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}

# The shim is compiled from these alone, on a C library without the rest of libstdc++.
SHIM_LAYERS = {"base", "hot"}
NOT_IN_SHIM = re.compile(
    r"(i|o|f|s|io|string|file)stream|iostream|iomanip|locale|regex|filesystem|thread|mutex|future"
    r"|stdexcept|map|set|unordered_\w+|functional|pwd\.h|fmt/.*|nlohmann/.*"
)

# Header of a library: the folders that may include it, in .cpp files only.
C_LIBRARIES = {
    r"curl/.*": {"fetch"},
    r"sqlite3\.h": {"store"},
    r"archive(_entry)?\.h": {"unpack", "inspect"},
    r"openssl/.*": {"sys"},
    r"zlib\.h|zstd\.h|lzma\.h|bzlib\.h|lz4\w*\.h": {"unpack", "inspect"},
    r"isa-l(/.*|\.h)|igzip_lib\.h": {"unpack"},
    r"expat\.h": {"unpack"},
}
CPP_LIBRARIES = {
    r"toml\+\+/.*": {"catalog", "commands"},
    r"CLI/.*": {"cli"},
    r"nlohmann/.*": set(RANK) - SHIM_LAYERS,
    r"fmt/.*": set(RANK) - SHIM_LAYERS,
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def layer_of(rel_path) -> str:
    if rel_path.parts[0] == "shims":
        return "shims"
    return rel_path.parts[1] if len(rel_path.parts) > 2 else "main"


def judge_own(layer: str, included: str):
    """Why `layer` may not include our header `included`, or None."""
    folder, slash, _ = included.partition("/")
    if not slash:
        return "is not rooted at src/"
    if layer == "shims" and folder == "shims":
        return None  # its own headers are rooted at the top
    if folder not in RANK:
        return f"names no layer: {folder}"
    if layer == "shims":
        return None if folder in SHIM_LAYERS else "is not for the shim"
    if layer == folder or RANK[folder] < RANK[layer]:
        return None if layer != "hot" or folder in SHIM_LAYERS else "is not for hot/"
    return f"stands beside or behind {layer}/"


def judge_library(layer: str, suffix: str, included: str):
    """Why a file of `layer` may not include the library header `included`, or None."""
    if layer in SHIM_LAYERS and suffix == ".cpp" and NOT_IN_SHIM.fullmatch(included):
        return "is not there for the shim, which is compiled from this"
    for pattern, layers in (C_LIBRARIES | CPP_LIBRARIES).items():
        if not re.fullmatch(pattern, included):
            continue
        if layer not in layers:
            return f"is for {', '.join(sorted(layers))} only"
        if pattern in C_LIBRARIES and suffix == ".hpp":
            return "is a C header in a .hpp"
    return None


def problems(root):
    for path in files(root, ["src", "shims"], CPP):
        rel_path = path.relative_to(root)
        layer = layer_of(rel_path)
        if layer != "shims" and layer not in RANK:
            yield f"{rel_path}: the folder is no layer of the design"
            continue
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            own, library = match.groups()
            why = judge_own(layer, own) if own else judge_library(layer, path.suffix, library)
            if why:
                line = text.count("\n", 0, match.start()) + 1
                yield f"{rel_path}:{line}: {own or library} {why}"


if __name__ == "__main__":
    sys.exit(report(problems(root_from_arguments())))
