"""Notices a stall, with a watcher for each kind."""

from __future__ import annotations

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


class QuietWatch:
    """Looks for rounds without a change."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.revision, self.round = 0, 0

    def look(self, round: int, revision: int) -> StallSignal | None:
        """A signal if the list stands still."""
        if revision != self.revision:
            self.revision, self.round = revision, round
        if revision > 0 and round >= self.round + self.limit:
            return StallSignal("quiet", f"the last change of the list was in round {self.round}, now it is {round}")
        return None


class ReopenWatch:
    """Looks for tasks that come back."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.counts: dict[str, int] = {}

    def look(self, counts: Mapping[str, int]) -> StallSignal | None:
        """A signal if a task has come back too often just now."""
        back = [task for task, times in counts.items() if self.limit <= times > self.counts.get(task, 0)]
        self.counts = dict(counts)
        return StallSignal("reopen", "open once more: " + ", ".join(back)) if back else None


class StallDetector:
    """Asks both."""

    def __init__(self, limits: StallLimits) -> None:
        self._quiet = QuietWatch(limits.quiet_rounds)
        self._reopen = ReopenWatch(limits.reopens)

    def check(self, round: int, revision: int, reopened: Mapping[str, int]) -> StallSignal | None:
        """Say whether the list stands still or goes round, after round number `round`."""
        quiet, reopen = self._quiet.look(round, revision), self._reopen.look(reopened)
        return reopen or quiet
