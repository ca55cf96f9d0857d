"""Notices an agent that is busy and gets nowhere, by the one thing that should move: its list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StallLimits:
    """When it is too much: rounds without a change of the list, and reopenings of one task."""

    quiet_rounds: int = 3
    reopens: int = 2


@dataclass(frozen=True, slots=True)
class StallSignal:
    """A hit: which kind, and a note that says to the model what was seen."""

    kind: Literal["quiet", "reopen"]
    note: str


class StallDetector:
    """Looks at the list after every round, and never at the calls: they may all differ."""

    def __init__(self, limits: StallLimits) -> None:
        self._limits = limits
        self._revision = 0
        self._changed_in = 0  # the round of the list's last change

    def check(self, round: int, revision: int, reopened: Mapping[str, int]) -> StallSignal | None:
        """Say whether the list stands still or goes round, after round number `round`.

        Quiet rounds are this round minus the round of the last change; from
        `limits.quiet_rounds` on, each is a hit. A task whose count in `reopened` has just risen
        to `limits.reopens` or beyond is a hit as well and comes first; the note names every such
        task by its id. A list that was never written (revision 0) is never a hit: not every job
        needs a plan.

        >>> detector = StallDetector(StallLimits())
        >>> [detector.check(n, 1, {}) is not None for n in (1, 2, 3, 4)]
        [False, False, False, True]
        """
        # TODO 4: two sentences of this are not true yet: the one on reopened tasks, and the last.
        if revision != self._revision:
            self._revision, self._changed_in = revision, round
        quiet = round - self._changed_in
        if quiet < self._limits.quiet_rounds:
            return None
        return StallSignal("quiet", f"the todo list has not moved for {quiet} rounds")
