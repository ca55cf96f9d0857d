"""Rules on what students read: the marks in the starter, the lesson, the hints, the names of checks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.exceptions import Misuse
from grader.grading import load_checks
from grader.hints import TIERS, heading, sections
from grader.questions import LANGUAGES, questions_of
from grader.starter import starter_source
from mca.lab import Lab

FEWEST_WORDS, MOST_WORDS = 20, 160
"""Of one hint."""

QUESTIONS = 3
MOST_NAME_WORDS = 12
UNKIND = {"simply", "just", "obviously"}


def exercises_are_complete(lab: Lab) -> Iterator[str]:
    """Each exercise has its `# TODO n`, a section in the lesson, a hint of three tiers, and a check."""
    lesson, hints = (sections((lab.folder / name).read_text(encoding="utf-8")) for name in ("README.md", "hints.md"))
    checked = {check.exercise for check in load_checks(lab)}
    for number, exercise in enumerate(lab.exercises, 1):
        title = heading(lab, exercise)
        marks = re.findall(r"# TODO (\d+)", starter_source(lab, exercise))
        if marks != [str(number)]:
            yield f"{exercise.file} has the marks {marks} in the starter, expected one `# TODO {number}`"
        if exercise.name not in checked:
            yield f"no check belongs to exercise {exercise.name!r}"
        if title not in lesson:
            yield f"README.md has no section {title!r}"
        yield from _hint_problems(title, hints.get(title))


def goals_stand_in_the_lesson(lab: Lab) -> Iterator[str]:
    """The lesson has the goals of `lab.toml` to tick, and these rest on checks that there are."""
    lesson = (lab.folder / "README.md").read_text(encoding="utf-8")
    ticks = re.findall(r"^- \[ \] (.+?)(?: \(checks? .*\))?\.?$", lesson, flags=re.MULTILINE)
    if ticks != [goal.text for goal in lab.goals]:
        yield f"README.md has the goals {ticks}, lab.toml has {[goal.text for goal in lab.goals]}"
    numbers = {check.number for check in load_checks(lab)}
    for goal in lab.goals:
        if unknown := sorted(set(goal.checks) - numbers):
            yield f"the goal {goal.text!r} rests on checks {unknown}, which there are not"


def questions_are_complete(lab: Lab) -> Iterator[str]:
    """There are three questions, each whole, and the same in every language."""
    points = {}
    for language in LANGUAGES:
        try:
            points[language] = [len(question.points) for question in questions_of(lab, language)]
        except Misuse as problem:
            yield str(problem)
    if any(len(counts) != QUESTIONS or 0 in counts for counts in points.values()):
        yield f"questions.md has key points {points}, expected some for each of {QUESTIONS} questions"
    if len(set(map(tuple, points.values()))) > 1:
        yield f"questions.md has key points {points}, expected as many in each language"


def names_are_plain(lab: Lab) -> Iterator[str]:
    """Check names are unique, at most twelve words, and belittle nobody."""
    names = [check.name for check in load_checks(lab)]
    for name in names:
        words = re.findall(r"[\w'=/]+", name.lower())
        if not 1 <= len(words) <= MOST_NAME_WORDS:
            yield f"the check name {name!r} has {len(words)} words, expected 1 to {MOST_NAME_WORDS}"
        if UNKIND.intersection(words):
            yield f"the check name {name!r} has one of the words {', '.join(sorted(UNKIND))}"
        if names.count(name) > 1:
            yield f"two checks are called {name!r}"


def _hint_problems(title: str, hint: str | None) -> Iterator[str]:
    if hint is None:
        yield f"hints.md has no section {title!r}"
        return
    tiers = sections(hint, level="###")
    if tuple(tiers) != TIERS:
        yield f"hints.md, {title!r} has the tiers {list(tiers)}, expected {list(TIERS)}"
    for tier, text in tiers.items():
        count = len(text.split())
        if not FEWEST_WORDS <= count <= MOST_WORDS:
            yield f"hints.md, {title!r}, {tier} has {count} words, expected {FEWEST_WORDS} to {MOST_WORDS}"
