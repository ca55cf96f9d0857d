"""Notices a stall, with a generator that remembers by standing still."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Literal

Round = tuple[int, int, dict[str, int]]


@dataclass(frozen=True, slots=True)
class StallLimits:
    """When it is too much."""

    quiet_rounds: int = 3
    reopens: int = 2


@dataclass(frozen=True, slots=True)
class StallSignal:
    """A hit."""

    kind: Literal["quiet", "reopen"]
    note: str


def watching(limits: StallLimits) -> Generator[StallSignal | None, Round, None]:
    """Take rounds, give signals."""
    number, revision, counts = yield None
    since = number
    seen = 0
    before: dict[str, int] = {}
    while True:
        if revision != seen:
            seen, since = revision, number
        risen = {task for task, times in counts.items() if times > before.get(task, 0)}
        back = [task for task in counts if task in risen and counts[task] >= limits.reopens]
        before = counts
        if not revision:
            answer = None
        elif back:
            answer = StallSignal("reopen", f"again open: {', '.join(back)}")
        elif number - since >= limits.quiet_rounds:
            answer = StallSignal("quiet", f"round {number}, and the list is as it was in round {since}")
        else:
            answer = None
        number, revision, counts = yield answer


class StallDetector:
    """Hands each round to the generator."""

    def __init__(self, limits: StallLimits) -> None:
        self._watch = watching(limits)
        next(self._watch)

    def check(self, round: int, revision: int, reopened: Mapping[str, int]) -> StallSignal | None:
        """Say whether the list stands still or goes round, after round number `round`."""
        return self._watch.send((round, revision, dict(reopened)))
