"""The hints of an exercise, opened one by one."""

from __future__ import annotations

import re

from grader.exceptions import Misuse
from mca.lab import Exercise, Lab

TIERS = ("Where", "What", "How")
"""What a hint is called, from a pointer to the steps in words."""


def exercise_of(lab: Lab, name: str) -> Exercise:
    """The exercise that a number or a name means. Raises `Misuse` if there is none."""
    for number, exercise in enumerate(lab.exercises, 1):
        if name in {str(number), exercise.name}:
            return exercise
    known = ", ".join(f"{number} {exercise.name}" for number, exercise in enumerate(lab.exercises, 1))
    asked = f"there is no exercise {name!r} in {lab.slug}" if name else "no exercise was named"
    raise Misuse(f"{asked}; the exercises are {known}")


def heading(lab: Lab, exercise: Exercise) -> str:
    """What the exercise's section is called, in the lesson and in the hints."""
    return f"Exercise {lab.exercises.index(exercise) + 1}: {exercise.title}"


def hints_of(lab: Lab, exercise: Exercise) -> dict[str, str]:
    """The exercise's hints by tier, as `hints.md` has them. Raises `Misuse` if it has none."""
    hints = sections((lab.folder / "hints.md").read_text(encoding="utf-8")).get(heading(lab, exercise))
    if hints is None:
        raise Misuse(f"{lab.slug} has no hints for {exercise.name}")
    return {tier: text.strip() for tier, text in sections(hints, level="###").items()}


def sections(text: str, level: str = "##") -> dict[str, str]:
    """The sections of a Markdown text below its headings of one level."""
    _, *parts = re.split(rf"^{level} (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))
