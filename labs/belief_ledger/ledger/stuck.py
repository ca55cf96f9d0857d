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
        # TODO 3: a row that waits its turn is called stuck here.
        return tuple(row for row in rows if row.idle >= self.limits.idle_rounds)
