# SPDX-License-Identifier: MIT
"""The goals by name, in order. Each is a function that measures and gives back a Result."""

from goals import growth, lists, memory, prompt, shim, transfer, unpack


def _order(name):
    return (0, int(name[1:])) if name[1:].isdigit() else (1, name)


_FOUND = {}
for _module in (shim, prompt, lists, unpack, transfer, memory, growth):
    _FOUND.update(_module.GOALS)
GOALS = {name: _FOUND[name] for name in sorted(_FOUND, key=_order)}
