"""Notices an agent that gets nowhere; what was seen last is one named tuple."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple


class StallLimits(NamedTuple):
    """When it is too much."""

    quiet_rounds: int = 3
    reopens: int = 2


class StallSignal(NamedTuple):
    """A hit."""

    kind: Literal["quiet", "reopen"]
    note: str


class _Seen(NamedTuple):
    revision: int
    since: int
    reopened: frozenset[tuple[str, int]]


class StallDetector:
    """Compares each round with the last."""

    def __init__(self, limits: StallLimits) -> None:
        self._limits = limits
        self._last = _Seen(revision=0, since=0, reopened=frozenset())

    def check(self, round: int, revision: int, reopened: Mapping[str, int]) -> StallSignal | None:
        """Say whether the list stands still or goes round, after round number `round`."""
        last = self._last
        since = last.since if revision == last.revision else round
        self._last = _Seen(revision, since, frozenset(reopened.items()))
        before = dict(last.reopened)
        hits = [task for task, n in reopened.items() if n > before.get(task, 0) and n >= self._limits.reopens]
        if revision and hits:
            return StallSignal("reopen", f"{' and '.join(hits)} went back from done once more")
        if revision and round - since >= self._limits.quiet_rounds:
            return StallSignal("quiet", f"{round - since} rounds without any change of the list")
        return None
