"""What a lab's `checks.py` is written in; the only module of the grader that it imports.

A check is a function of a `Trial`. It draws inputs, lets scenarios act on them in child processes,
and compares what they observed with what it expects. Its docstring is its name for the student.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from grader.draw import Draw
from grader.exceptions import Failed
from grader.scenario import Job, Outcome
from grader.side_by_side import Look, SideBySide
from grader.transcript import Transcript

__all__ = ["Check", "Draw", "Look", "Observation", "Observed", "SideBySide", "Transcript", "Trial", "check"]


class Observation(BaseModel):
    """Base of what a scenario observes: exact types, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


T = TypeVar("T", bound=Observation)


@dataclass(frozen=True, slots=True)
class Observed(Generic[T]):
    """What came of one scenario.

    `project` holds the texts of the sample project's files afterwards, by path.
    """

    seen: T
    transcript: Transcript
    project: dict[str, str]


class Trial:
    """One run of one check."""

    def __init__(self, check: Check, run: Callable[[Job], Outcome], seed: str) -> None:
        self.draw = Draw(seed)
        self.did = ""
        self.output = ""
        self._check = check
        self._run = run

    def act(self, did: str, scenario: str, shape: type[T], *, mode: str | None = None, **inputs: Any) -> Observed[T]:
        """Let a scenario act in a child process and return what it observed.

        `did` says to the student what was done. `mode` is the `INJECT` mode of a scripted model;
        without one there is none. Ends the check if the scenario does not come to its end, or
        observes something that is not of the given shape.
        """
        self.did = did
        job = Job(scenario, self._check.needs, inputs, mode, self.draw.randrange(2**32))
        outcome = self._run(job)
        self.output += outcome.output
        if outcome.trouble:
            raise outcome.trouble
        try:
            seen = shape.model_validate(outcome.observation)
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            steps = ".".join(str(step) for step in detail["loc"])
            place = f"`{steps}`" if steps else "what was observed"
            self.fail(f"{place}: {detail['msg'].removeprefix('Input should be ')}", f"{place}: {detail['input']!r}")
        return Observed(seen, Transcript(outcome.exchanges), outcome.project)

    def same(self, what: str, got: object, expected: object, *, did: str = "", help: str = "") -> None:
        """End the check unless both values are equal; `what` names them."""
        self.true(got == expected, f"{what} {expected!r}", f"{what} {got!r}", did=did, help=help)

    def true(self, condition: object, expected: str, got: str, *, did: str = "", help: str = "") -> None:
        """End the check unless the condition holds."""
        if not condition:
            self.fail(expected, got, did=did, help=help)

    def fail(self, expected: str, got: str, *, did: str = "", help: str = "", place: str = "") -> NoReturn:
        """End the check: say what was expected and what was got.

        `did` is the last act if left out, `place` the check's own place; `help` is one more line,
        for a mistake that the check recognises.
        """
        raise Failed(did or self.did, expected, got, help, place or self._check.place)


@dataclass(frozen=True, slots=True)
class Check:
    """One check, worth one point.

    `needs` names the exercises whose files it cannot do without. `place` is the function that a
    failure points to, in the file of `exercise`. `after` is a check that has to pass before this
    one makes sense. `reason` says why a check is there that catches nothing alone.
    """

    number: int
    exercise: str
    needs: tuple[str, ...]
    place: str
    after: int | None
    judge: Callable[[Trial], None]
    reason: str = ""

    @property
    def name(self) -> str:
        """What it verifies, as a behaviour."""
        return (self.judge.__doc__ or "").partition("\n")[0]


def check(
    number: int, exercise: str, *, needs: tuple[str, ...], place: str, after: int | None = None, reason: str = ""
) -> Callable[[Callable[[Trial], None]], Check]:
    """Make a check of a function; see `Check` for the arguments."""

    def make(judge: Callable[[Trial], None]) -> Check:
        return Check(number, exercise, needs, place, after, judge, reason)

    return make
