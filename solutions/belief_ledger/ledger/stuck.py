"""Says which requirements are stuck: much was done, and they did not come closer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .tables import Requirement


@dataclass(frozen=True, slots=True)
class StuckLimits:
    """The two numbers, both fixed: idle rounds in a row, and the calls that may be spent in them."""

    idle_rounds: int = 5
    calls: int = 10


class StuckDetector:
    """Judges rows by their counts after every round; it keeps no count of its own."""

    def __init__(self, limits: StuckLimits) -> None:
        self.limits = limits

    def check(self, rows: Sequence[Requirement]) -> tuple[Requirement, ...] | None:
        """The rows that are stuck, in their order; `None`, no verdict, if there are no rows.

        A row is stuck when it has been idle for `limits.idle_rounds` rounds or more and more than
        `limits.calls` calls were spent on it in them. One that is done is not.

        >>> tea = Requirement("tea", "the tea is hot", "python test_tea.py", idle=9, calls=30)
        >>> [row.id for row in StuckDetector(StuckLimits()).check([tea])]
        ['tea']
        """
        if not rows:
            return None
        return tuple(row for row in rows if self._is_stuck(row))

    def _is_stuck(self, row: Requirement) -> bool:
        # Both numbers are needed: many rounds with few calls are a row that waits its turn, many
        # calls in few rounds are a model that reads itself in.
        return not row.done and row.idle >= self.limits.idle_rounds and row.calls > self.limits.calls
