"""Looks back at the last rounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


class TodoReminder:
    """Speaks when an accepted call is about to be forgotten: when it is the oldest of the rounds kept."""

    def __init__(self, after: int = 3) -> None:
        self._rounds: deque[bool] = deque(maxlen=after + 1)

    def after_round(self, outcomes: Sequence[bool]) -> str | None:
        """The oldest round wrote the list, and none since."""
        self._rounds.append(any(outcomes))
        full = len(self._rounds) == self._rounds.maxlen
        if full and self._rounds[0] and sum(self._rounds) == 1:
            return "the list is old: call todo"
        return None
