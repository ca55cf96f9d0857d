"""Round numbers instead of a count."""

from __future__ import annotations

from collections.abc import Sequence


class TodoReminder:
    """Keeps the round of the last write and the round in which a reminder is due."""

    def __init__(self, after: int = 3) -> None:
        self._after = after
        self._round = 0
        self._due = -1

    def after_round(self, outcomes: Sequence[bool]) -> str | None:
        """A write sets the day of the next reminder; nothing else does."""
        self._round += 1
        if True in outcomes:
            self._due = self._round + self._after
        return f"`todo` was last written {self._after} rounds ago" if self._round == self._due else None
