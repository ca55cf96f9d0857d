"""`python -m grader diff`: show what was changed in a student's files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from rich.text import Text

from grader.compare import comparison, source_of
from grader.show import show
from grader.starter import starter_source
from grader.submission import solution_folder, take
from mca.lab import Lab, find_lab


def run(arguments: argparse.Namespace) -> int:
    """Compare with the starter, or with the solution. Raises `Misuse` or `LabError`."""
    lab = find_lab(arguments.lab)
    if arguments.solution:
        solution = source_of(take(lab, solution_folder(lab)))
        theirs = source_of(take(lab, arguments.path))
        lines = comparison(lab, theirs, solution, names=(_named(arguments.path), "solution"))
    else:
        lines = changes(lab, arguments.path)
    show(*lines, wrap=False)
    return 0


def changes(lab: Lab, path: Path | None) -> Iterator[Text]:
    """What was changed since the starter, in a submission or in the lab's own files."""
    theirs = source_of(take(lab, path))
    return comparison(lab, partial(starter_source, lab), theirs, names=("starter", _named(path)))


def _named(path: Path | None) -> str:
    return "yours" if path is None else "submission"
