"""What may come onto the list: how many at a time, how they are said, and what they must state."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from ..item import NewTodo

MOST_AT_ONCE = 10
FEWEST_CELLS, MOST_CELLS = 10, 40
"""Of a summary, in cells of a terminal: a Chinese character takes two."""


def refusal(entries: Sequence[NewTodo]) -> str:
    """Say why these tasks may not come onto the list; empty if they may.

    They come all together or not at all. Refused are none at all and more than `MOST_AT_ONCE` (the
    answer gives the number), a task whose `depends_on` is `None` (not stated; an empty one is
    fine), and a summary of fewer cells than `FEWEST_CELLS` or more than `MOST_CELLS`, white space
    at its ends left out of account (the answer gives its width). An answer about one task quotes
    that task's summary.

    >>> refusal([NewTodo("make tea", depends_on=())])
    "'make tea' is 8 cells wide; a summary has 10 to 40"
    """
    if not 1 <= len(entries) <= MOST_AT_ONCE:
        return f"{len(entries)} tasks at once; send 1 to {MOST_AT_ONCE}, none of these was added"
    return next(filter(None, map(_problem, entries)), "")


def _problem(entry: NewTodo) -> str:
    """What is wrong with one task."""
    summary = entry.summary.strip()
    width = cell_len(summary)
    if not FEWEST_CELLS <= width <= MOST_CELLS:
        return f"{summary!r} is {width} cells wide; a summary has {FEWEST_CELLS} to {MOST_CELLS}"
    # Not the same as an empty one: whoever leaves it out has not thought about it.
    if entry.depends_on is None:
        return f"{summary!r} does not state `depends_on`; send an empty list if it depends on nothing"
    return ""
