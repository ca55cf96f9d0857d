"""Given: who pays for a call, and what was tried: an attempt for each approach to each requirement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belief_ledger.ledger.tables import Attempt, Observation, Requirement


class Journal:
    """Keeps the attempts of one piece of work, and counts the calls of the round that is under way.

    A call counts for the requirement in hand, which is what the model said it works on. Where it
    said nothing, it counts for the rows that it touches, and a call that touches none for those
    touched last. The model chooses who pays; that somebody pays it cannot change.
    """

    def __init__(self, make: Callable[..., Attempt], attempts: Iterable[Attempt] = ()) -> None:
        self._make = make
        self._last: tuple[str, ...] = ()
        self.attempts = list(attempts)
        self.in_hand = ""
        self.spent: Counter[str] = Counter()

    def start(self, row: Requirement, approach: str, round: int) -> None:
        """The model says what it tries now; the name that is tried already starts nothing new."""
        self.in_hand = row.id
        current = self._current(row.id)
        if current is None or current.approach.casefold() != approach.casefold():
            self.attempts.append(self._make(row.id, approach, (), round, round, row.left, row.left))

    def saw(self, seen: Observation, touched: Sequence[str], rows: Iterable[Requirement]) -> None:
        """A call was made: count it, and note it with the attempts that it belongs to; `rows` as they are after it."""
        self._last = tuple(touched) or self._last
        payers = [self.in_hand] if self.in_hand else self._last
        for row in rows:
            if row.id in payers:
                self.spent[row.id] += 1
                self._note(row, seen)
            if row.done and row.id == self.in_hand:
                self.in_hand = ""

    def end_round(self) -> Counter[str]:
        """How many calls were spent on which row in the round that is over."""
        spent, self.spent = self.spent, Counter()
        return spent

    def _note(self, row: Requirement, seen: Observation) -> None:
        attempt = self._current(row.id)
        if attempt is None:
            attempt = self._make(row.id, "", (), seen.round, seen.round, None, None)
            self.attempts.append(attempt)
        new = seen.looked and seen.source not in attempt.actions
        actions = (*attempt.actions, seen.source) if new else attempt.actions
        noted = replace(attempt, actions=actions, last=seen.round, after=row.left)
        self.attempts[self.attempts.index(attempt)] = noted

    def _current(self, row: str) -> Attempt | None:
        """The newest attempt on a row."""
        return next((each for each in reversed(self.attempts) if each.requirement == row), None)
