# SPDX-License-Identifier: MIT
"""What a goal gives back, and how it is written down."""

import dataclasses

FAILED = "FAILED: "


@dataclasses.dataclass
class Bound:
    """One promise: a measured value and what it may be at most (or at least)."""
    what: str
    value: float
    limit: float
    unit: str = ""
    at_least: bool = False
    is_void: bool = False  # what was measured has failed

    @property
    def is_met(self):
        if self.is_void:
            return False
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def verdict(self):
        sign = ">=" if self.at_least else "<="
        told = f"{self.what}: {number(self.value)}{self.unit}, goal {sign} {number(self.limit)}{self.unit}: "
        if self.is_met:
            return told + "met"
        if self.is_void:
            return told + "**void: a run failed**"
        if not self.limit or not self.value:
            return told + "**missed**"
        excess = self.limit / self.value if self.at_least else self.value / self.limit
        return told + f"**missed by {(excess - 1) * 100:.0f} %**"


@dataclasses.dataclass
class Result:
    """One goal's table, its bounds and what has to be said about them."""
    title: str
    header: list = dataclasses.field(default_factory=list)
    rows: list = dataclasses.field(default_factory=list)
    bounds: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)
    is_skipped: bool = False

    def __post_init__(self):
        if any(note.startswith(FAILED) for note in self.notes):
            for bound in self.bounds:
                bound.is_void = True

    def markdown(self, goal):
        lines = [f"### {goal}: {self.title}", ""]
        if self.rows:
            lines += ["| " + " | ".join(self.header) + " |", "|" + "---|" * len(self.header)]
            lines += ["| " + " | ".join(map(str, row)) + " |" for row in self.rows] + [""]
        lines += [f"- {bound.verdict()}" for bound in self.bounds]
        lines += [f"- {note}" for note in self.notes]
        return "\n".join(lines) + "\n"


def skipped(title, why):
    """A goal that cannot be measured here."""
    return Result(title, notes=[f"not measured: {why}"], is_skipped=True)


def number(value):
    """Three digits that count."""
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    if value == int(value) and abs(value) < 1e6:
        return str(int(value))
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}"


def wall_table(series, scale, unit, reference=None, more=()):
    """Header and rows: median, p10, p90, ratio to the reference (the first, if not named), CPU.
    `more`: (heading, function of a Series)."""
    reference = reference or series[0]
    header = ["", f"median {unit}", "p10", "p90", f"CPU {unit}", f"x {reference.name}"]
    header += [heading for heading, _ in more]
    rows = []
    for one in series:
        cells = [one.median() * scale, one.part(0.1) * scale, one.part(0.9) * scale, one.median("cpu") * scale,
                 one.ratio(reference)]
        name = one.name + (f" ({one.trouble})" if one.trouble else "")
        rows.append([name, *map(number, cells), *(str(tell(one)) for _, tell in more)])
    return header, rows


def troubles(series, ours="cudaenv"):
    """Runs of the program under test that failed make every bound of theirs void."""
    return [f"{FAILED}{one.name}: {one.trouble}" for one in series if one.trouble and one.name.startswith(ours)]


def summary(results):
    """One line for each bound, for the top of the document."""
    lines = ["| goal | what | measured | goal | |", "|---|---|---|---|---|"]
    for goal, result in results.items():
        if result.is_skipped:
            lines.append(f"| {goal} | {result.title} | - | - | {result.notes[0]} |")
        for bound in result.bounds:
            sign = "≥" if bound.at_least else "≤"
            lines.append(f"| {goal} | {bound.what} | {number(bound.value)}{bound.unit} | {sign} "
                         f"{number(bound.limit)}{bound.unit} | {'met' if bound.is_met else '**missed**'} |")
    return "\n".join(lines) + "\n"
