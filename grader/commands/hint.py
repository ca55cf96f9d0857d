"""`python -m grader hint`: open the next hint of an exercise, if an attempt was made since the last."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.hints import exercise_of, heading, hints_of
from grader.progress import ExerciseProgress, read_progress, write_progress
from grader.show import show
from mca.lab import Exercise, Lab, find_lab


def run(arguments: argparse.Namespace) -> int:
    """Show the hints that are open. Raises `Misuse` or `LabError`."""
    show(*next_hint(find_lab(arguments.lab), arguments.exercise))
    return 0


def next_hint(lab: Lab, name: str) -> list[RenderableType]:
    """Open the next hint of an exercise if it is due; all that are open, and when the next will be."""
    exercise = exercise_of(lab, name)
    progress = read_progress(lab)
    part = progress.of(exercise.name)
    if part.open_hint():
        write_progress(lab, progress)
    return list(open_hints(lab, exercise, part))


def open_hints(lab: Lab, exercise: Exercise, part: ExerciseProgress) -> Iterator[RenderableType]:
    """The hints that are open, and when the next will be."""
    hints = list(hints_of(lab, exercise).items())
    yield Text(heading(lab, exercise), "bold")
    for number, (tier, text) in enumerate(hints[: part.hints], 1):
        yield Text(f"\nhint {number} of {len(hints)}: {tier.lower()}", "cyan")
        yield Padding(Text(text), (0, 0, 0, 2))
    left = f"The next hint opens when {lab.package}/{exercise.file} has been changed and graded again."
    yield f"\n{left if part.hints < len(hints) else 'That was the last hint.'}"
