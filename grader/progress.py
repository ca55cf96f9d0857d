"""What a student has reached so far: one small file for each lab, safe to delete, never submitted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from grader.exceptions import Misuse
from grader.files import read_regular
from grader.hints import TIERS
from grader.report import Gain, Report
from grader.starter import blob_id
from grader.submission import Submission
from mca.lab import LABS, Lab

LARGEST = 64 * 1024
"""Bytes of the file; many times what it ever has."""


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ExerciseProgress(_Kept):
    """One exercise: graded attempts, the file at the last of them, hints opened, and attempts by then.

    Grading a file that has not changed, or that is still the starter, is no attempt.
    """

    attempts: int = 0
    last_file: str = ""
    hints: int = 0
    attempts_at_hint: int = 0

    def open_hint(self) -> bool:
        """Open the next hint if there is one and an attempt was made since the last; the first is free."""
        due = self.hints == 0 or self.attempts > self.attempts_at_hint
        if self.hints == len(TIERS) or not due:
            return False
        self.hints += 1
        self.attempts_at_hint = self.attempts
        return True


class Progress(_Kept):
    """All of one lab: gradings so far, the checks passed in the last, and the grading that each first passed in."""

    gradings: int = 0
    passed: list[int] = []
    first_passed: dict[int, int] = {}
    goals: dict[str, bool] = {}
    exercises: dict[str, ExerciseProgress] = {}

    def of(self, exercise: str) -> ExerciseProgress:
        """One exercise's part."""
        return self.exercises.setdefault(exercise, ExerciseProgress())

    def record(self, lab: Lab, submission: Submission, report: Report, checks: int) -> Gain:
        """Take in one more grading of a lab that has so many checks, and say what is new."""
        finished = len(report.passed) == checks
        judged = {check.number for check in report.checks}
        before = judged.intersection(self.passed)
        gained = len(report.passed) - len(before) if self.gradings else None
        self.gradings += 1
        self.passed = sorted((set(self.passed) - judged) | set(report.passed))
        first = [number for number in report.passed if number not in self.first_passed]
        self.first_passed |= dict.fromkeys(first, self.gradings)
        self._count_attempts(lab, submission, report)
        return Gain(gained=gained, first=first, goals=list(self._tick(lab)), finished=finished)

    def _count_attempts(self, lab: Lab, submission: Submission, report: Report) -> None:
        graded = {exercise.name for exercise in report.exercises}
        for exercise in lab.exercises:
            file = blob_id(submission.sources.get(exercise.name, b"").replace(b"\r\n", b"\n"))
            part = self.of(exercise.name)
            if exercise.name in graded and file not in {exercise.starter, part.last_file}:
                part.attempts += 1
                part.last_file = file

    def _tick(self, lab: Lab) -> Iterator[str]:
        """Tick the goals whose checks have all passed at some time; those that are new."""
        for goal in lab.goals:
            reached = all(number in self.first_passed for number in goal.checks)
            if reached and not self.goals.get(goal.text):
                yield goal.text
            self.goals[goal.text] = reached


def student_place(lab: Lab) -> Path:
    """The folder for what is kept of a student's work on a lab; git passes it over."""
    return LABS.parent / ".student" / lab.slug


def read_progress(lab: Lab) -> Progress:
    """What was reached so far; nothing if there is no file. Raises `Misuse` for a file that is something else."""
    path = _path(lab)
    try:
        return Progress.model_validate_json(read_regular(path, LARGEST))
    except FileNotFoundError:
        return Progress()
    except (OSError, ValidationError) as error:
        raise Misuse(f"{path} is not a progress file any more; delete it, and counting begins anew") from error


def write_progress(lab: Lab, progress: Progress) -> None:
    """Keep it: the old file or the new one, never half of one. Raises `Misuse` if it cannot be written."""
    path = _path(lab)
    new = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(progress.model_dump_json(indent=2) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise Misuse(f"{path} cannot be written: {error.strerror}") from error


def _path(lab: Lab) -> Path:
    return student_place(lab) / "progress.json"
