# SPDX-License-Identifier: MIT
"""The goals by name, in order. Each is a function that measures and gives back a Result."""

from goals import lists, prompt, shim, transfer, unpack

_FOUND = {**shim.GOALS, **prompt.GOALS, **lists.GOALS, **unpack.GOALS, **transfer.GOALS}
GOALS = dict(sorted(_FOUND.items(), key=lambda item: (not item[0].startswith("G"), int(item[0][1:]) if item[0][1:].isdigit() else 0)))
