"""What was changed, exercise by exercise."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator

from rich.text import Text

from grader.shown import shown
from grader.submission import Submission
from mca.lab import Exercise, Lab

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def comparison(
    lab: Lab, old: Callable[[Exercise], str], new: Callable[[Exercise], str], *, names: tuple[str, str]
) -> Iterator[Text]:
    """The difference between two versions of each exercise's file, line by line; `names` is what they are called."""
    for number, exercise in enumerate(lab.exercises, 1):
        yield Text(f"exercise {number}: {exercise.title} ({lab.package}/{exercise.file})", "bold")
        lines = list(
            difflib.unified_diff(
                old(exercise).splitlines(),
                new(exercise).splitlines(),
                f"{names[0]}/{exercise.file}",
                f"{names[1]}/{exercise.file}",
                lineterm="",
            )
        )
        yield from (Text(shown(line), COLOURS.get(line[:1], "")) for line in lines)
        yield Text("" if lines else "no difference\n")


def source_of(submission: Submission) -> Callable[[Exercise], str]:
    """Looks up an exercise's source in a submission."""
    return lambda exercise: submission.text(exercise.name)
