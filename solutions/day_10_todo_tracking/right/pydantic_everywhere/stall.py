"""Notices a stall; limits and signals are pydantic models' dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import NonNegativeInt, PositiveInt
from pydantic.dataclasses import dataclass


@dataclass(frozen=True)
class StallLimits:
    """When it is too much."""

    quiet_rounds: PositiveInt = 3
    reopens: PositiveInt = 2


@dataclass(frozen=True)
class StallSignal:
    """A hit."""

    kind: Literal["quiet", "reopen"]
    note: str


@dataclass
class _Memory:
    revision: NonNegativeInt = 0
    moved_in: int = 0


class StallDetector:
    """Looks at the list after every round."""

    def __init__(self, limits: StallLimits) -> None:
        self.limits = limits
        self.memory = _Memory()
        self.reopened: dict[str, int] = {}

    def check(self, round: int, revision: int, reopened: Mapping[str, int]) -> StallSignal | None:
        """Say whether the list stands still or goes round, after round number `round`."""
        before, self.reopened = self.reopened, {**reopened}
        if revision == 0:
            return None
        if revision != self.memory.revision:
            self.memory = _Memory(revision=revision, moved_in=round)
        back = {task for task in reopened if max(before.get(task, 0) + 1, self.limits.reopens) <= reopened[task]}
        if back:
            return StallSignal(kind="reopen", note=f"reopened too often: {', '.join(sorted(back))}")
        quiet = round - self.memory.moved_in
        if quiet >= self.limits.quiet_rounds:
            return StallSignal(kind="quiet", note=f"{quiet} rounds and the list is as it was")
        return None
