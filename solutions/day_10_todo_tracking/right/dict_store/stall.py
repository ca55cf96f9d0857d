"""Notices a list that does not move, or that goes round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class StallLimits:
    """When it is too much."""

    quiet_rounds: int = 3
    reopens: int = 2


@dataclass(frozen=True)
class StallSignal:
    """A hit."""

    kind: Literal["quiet", "reopen"]
    note: str


class StallDetector:
    """Keeps in which round each revision was seen first."""

    def __init__(self, limits: StallLimits) -> None:
        self._limits = limits
        self._first_seen: dict[int, int] = {}
        self._counts: Counter[str] = Counter()

    def check(self, round: int, revision: int, reopened: Mapping[str, int]) -> StallSignal | None:
        """Say whether the list stands still or goes round, after round number `round`."""
        counts = Counter(dict(reopened))
        risen = counts - self._counts  # a difference of counters keeps what is above zero
        self._counts = counts
        since = self._first_seen.setdefault(revision, round)
        if revision == 0:
            return None
        names = sorted(task for task in risen if counts[task] >= self._limits.reopens)
        if names:
            return StallSignal("reopen", f"done and open again: {', '.join(names)}")
        if round - since >= self._limits.quiet_rounds:
            return StallSignal("quiet", f"no change of the list since round {since}")
        return None
