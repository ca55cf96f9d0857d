"""What must hold for every lab: `nox -s check_labs` asks each rule of each lab that is found.

A rule is a function of a lab that yields one sentence for each thing that is wrong. A new lab is
held to all of them without a line of test being written for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grader.rules.commands import shown_commands_run
from grader.rules.files import mirror_is_exact, nothing_unexpected, starter_is_recorded
from grader.rules.imports import who_imports_whom
from grader.rules.scores import known_submissions_score, solution_scores, starter_scores
from grader.rules.signatures import signatures_agree
from grader.rules.texts import (
    exercises_are_complete,
    goals_stand_in_the_lesson,
    names_are_plain,
    questions_are_complete,
)
from grader.rules.unique import every_check_is_needed
from mca.lab import Lab

Rule = Callable[[Lab], Iterator[str]]

RULES: tuple[Rule, ...] = (
    exercises_are_complete,
    names_are_plain,
    goals_stand_in_the_lesson,
    questions_are_complete,
    nothing_unexpected,
    mirror_is_exact,
    starter_is_recorded,
    signatures_agree,
    who_imports_whom,
    starter_scores,
    solution_scores,
    known_submissions_score,
    every_check_is_needed,
    shown_commands_run,
)
