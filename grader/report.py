"""The report: one versioned model, made once, that every renderer reads and none changes."""

from __future__ import annotations

import shlex
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from grader.shown import shown

VERSION = 1


class Status(StrEnum):
    """How a check came out, and with it whose turn it is."""

    PASSED = "passed"
    FAILED = "failed"  # student code did the wrong thing
    ERROR = "error"  # student code raised, exited, hung or flooded
    NOT_STARTED = "not_started"  # the stub is untouched
    BLOCKED = "blocked"  # an earlier check has to pass first
    GRADER_ERROR = "grader_error"  # ours; never counted against a student


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Where(_Data):
    """A place in a student's file: its name within the lab, a line counted from 1, and what is there."""

    file: str
    line: int
    symbol: str


class CheckResult(_Data):
    """One check's verdict. The texts are empty for a check that passed."""

    number: int
    exercise: str
    name: str
    status: Status
    did: str = ""
    expected: str = ""
    got: str = ""
    where: Where | None = None
    help: str = ""
    output: str = ""
    seconds: float


class ExerciseResult(_Data):
    """One exercise: its number, its name on the command line, its title and its points."""

    number: int
    name: str
    title: str
    score: int
    max_score: int


class Gain(_Data):
    """What is new since a student's last run: points more or fewer (`None` in the first run), first passes, goals.

    `finished` says that all checks of the lab were graded and passed.
    """

    gained: int | None
    first: list[int]
    goals: list[str]
    finished: bool


class Report(_Data):
    """The result of grading one submission.

    `folder` is where the student's files lie. `arguments` is the command line that grades the
    same again, without the part on what to check. `isolation` names how student code was kept
    apart, and `without` the limits that this system does not have. A `partial` report lacks
    checks, because the run was interrupted. `seconds` are wall-clock. `gain` is there for the
    student's own files only, and `solution` where the answers may be read: not before full marks.
    """

    version: int = VERSION
    lab: str
    title: str
    folder: str
    arguments: list[str]
    seed: int
    isolation: str
    without: list[str]
    partial: bool
    score: int
    max_score: int
    seconds: float
    exercises: list[ExerciseResult]
    checks: list[CheckResult]
    gain: Gain | None = None
    solution: str = ""

    @property
    def passed(self) -> tuple[int, ...]:
        """The numbers of the checks that passed."""
        return tuple(check.number for check in self.checks if check.status is Status.PASSED)

    @property
    def lost(self) -> tuple[int, ...]:
        """The numbers of the checks that did not."""
        return tuple(check.number for check in self.checks if check.status is not Status.PASSED)

    @property
    def first_open(self) -> CheckResult | None:
        """The first check that did not pass and is not waiting for another."""
        waiting = {Status.PASSED, Status.BLOCKED}
        return next((check for check in self.checks if check.status not in waiting), None)

    def exercise_of(self, check: CheckResult) -> ExerciseResult:
        """The exercise to go on with: the one whose file the check points to, if it was graded, or the check's own."""
        at_fault = check.where.file.rpartition("/")[2].removesuffix(".py") if check.where else ""
        named = {exercise.name: exercise for exercise in self.exercises}
        return named.get(at_fault, named[check.exercise])

    def path(self, where: Where) -> str:
        """The path of a student's file as a person would type it here."""
        return shown(f"{self.folder}/{where.file.rpartition('/')[2]}")

    def repeat(self, check: CheckResult) -> str:
        """The arguments that repeat one check with the same drawn values."""
        return shown(shlex.join([*self.arguments, "--only", str(check.number), "--seed", str(self.seed)]))

    @property
    def own_fault(self) -> bool:
        """Whether the grader itself failed somewhere."""
        return any(check.status is Status.GRADER_ERROR for check in self.checks)
