"""Notices a stall with counters that go up, and go back to zero when the list moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


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


class StallDetector:
    """Counts quiet rounds, also those in which nobody asked."""

    def __init__(self, limits: StallLimits) -> None:
        self._limits = limits
        self._quiet_for = 0
        self._last_round = 0
        self._last_revision = 0
        self._reopened: defaultdict[str, int] = defaultdict(int)

    def check(self, round: int, revision: int, reopened: Mapping[str, int]) -> StallSignal | None:
        """Say whether the list stands still or goes round, after round number `round`."""
        self._quiet_for += round - self._last_round
        self._last_round = round
        if revision != self._last_revision or revision == 0:
            self._quiet_for = 0
        self._last_revision = revision

        hits = []
        for task in reopened:
            if reopened[task] > self._reopened[task] and reopened[task] >= self._limits.reopens:
                hits.append(f"{task} (for the {reopened[task]}. time)")
        self._reopened = defaultdict(int, reopened)

        if hits:
            return StallSignal("reopen", "went back from done: " + ", ".join(hits))
        if revision != 0 and self._quiet_for >= self._limits.quiet_rounds:
            return StallSignal("quiet", f"the plan has been the same for {self._quiet_for} rounds")
        return None
