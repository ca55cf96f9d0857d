"""What to do about a requirement that is stuck: it depends on why, and never is it more of the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .stuck import StuckDetector
from .tables import CONFIRMED, TO_REVIEW, Attempt, Requirement, Tables

PAGE_LINES = 40
"""The page for a person has at most so many lines."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What is to be done; `text` goes to the model, and with `hand_back` to the person, as the page."""

    kind: Literal["refetch", "split", "hand_back"]
    text: str


class Recovery:
    """Finds the remedy for a stuck row. The limits of `detector` may be told, and stay what they are."""

    def __init__(self, detector: StuckDetector) -> None:
        self._detector = detector

    def on(self, row: Requirement, tables: Tables, attempts: Sequence[Attempt]) -> Remedy:
        """Choose by kind, each remedy once for a row (`row.recoveries` has the kinds that it had).

        1. `refetch`: the fact that blocks the row is under review. The text names the fact and the
           `source` to ask again; the fact stays under review until new evidence is written.
        2. `hand_back`: two different approaches were idle, or the row is a part or had a `split`.
           Idle are the attempts on the row that have a name, called anything, and lasted beyond the
           round in which the row last came closer. Two of them differ if both their names (whatever
           the case) and their calls do (in whatever order). The text is a page of at most
           `PAGE_LINES` lines: a heading that names the row, then a line for each attempt on it, or
           on the row that it is a part of, with approach, first and last round, how many different
           calls, and the counts before and after; where there are too many, the newest, and how
           many were left out.
        3. `split`: everything else. The text names the row and asks for two smaller ones.

        >>> tea = Requirement("tea", "the tea is hot", "python test_tea.py", idle=5, calls=11)
        >>> Recovery(StuckDetector(StuckLimits())).on(tea, Tables(), []).kind
        'split'
        """
        # TODO 4: of the three remedies one is missing, one comes too rarely, and two lines make the
        # problem disappear instead of solving it.
        fact = tables.fact(row.blocked_by)
        if fact is not None and fact.state == TO_REVIEW:
            tables.put(replace(fact, state=CONFIRMED))
        limits = self._detector.limits
        self._detector.limits = replace(limits, idle_rounds=limits.idle_rounds + 5)
        if row.part_of:
            return Remedy("hand_back", self._page(row, attempts))
        return Remedy("split", f"{_idle(row)}: split it into two smaller requirements, each with a command of its own")

    def _page(self, row: Requirement, attempts: Sequence[Attempt]) -> str:
        limits = self._detector.limits
        heading = f"{_idle(row)} (limits: {limits.idle_rounds} rounds, {limits.calls} calls). What was tried:"
        lines = [_line(each) for each in attempts if each.requirement in {row.id, row.part_of}]
        most = PAGE_LINES - 1
        if len(lines) > most:
            lines = [f"- {len(lines) - most + 1} earlier attempts left out", *lines[-most + 1 :]]
        return "\n".join([heading, *lines])


def _idle(row: Requirement) -> str:
    return f"{row.id!r} came no closer in {row.idle} rounds and {row.calls} calls"


def _line(attempt: Attempt) -> str:
    before, after = ("not counted" if left is None else f"{left} left" for left in (attempt.before, attempt.after))
    name = " ".join(attempt.approach.split()) or "without a name"
    when = f"rounds {attempt.first} to {attempt.last}, different calls {len(attempt.actions)}"
    return f"- {attempt.requirement}, {name}: {when}; {before} before, {after} after"
