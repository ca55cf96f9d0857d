"""Given: what the model writes, as rows of the student's tables. What may be written, the tables decide."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from belief_ledger.ledger.tables import Write
    from belief_ledger.plugin import LedgerPlugin


class Writes:
    """Carries out the four tools on the tables of one plug-in."""

    def __init__(self, plugin: LedgerPlugin, module: ModuleType, clock: Callable[[], float]) -> None:
        self._plugin, self._make, self._clock = plugin, module, clock
        self._writers: dict[str, Callable[[Any], Write]] = {
            "record_fact": self._record_fact,
            "write_requirement": self._write_requirement,
            "start_approach": self._start_approach,
            "split_requirement": self._split_requirement,
        }

    def write(self, tool: str, arguments: Any) -> Write:
        """Carry out one call of a tool, by its name."""
        outcome = self._writers[tool](arguments)
        if not isinstance(outcome.note, str):
            raise TypeError(f"the note of a write is {outcome.note!r}, expected a text")
        return outcome

    def _record_fact(self, arguments: Any) -> Write:
        make, number = self._make, arguments.call
        evidence = make.Evidence(number, arguments.quote) if number else None
        seen = next((each for each in self._plugin.seen if each.number == number), None)
        # The time is the program's: a model has no clock.
        fact = make.Fact(arguments.id, arguments.text, evidence, self._clock())
        return self._plugin.tables.write_fact(fact, seen)

    def _write_requirement(self, row: Any) -> Write:
        return self._plugin.tables.write_requirement(row.id, row.text, row.command, row.files, row.blocked_by)

    def _start_approach(self, arguments: Any) -> Write:
        tables = self._plugin.tables
        row = tables.requirement(arguments.requirement)
        if row is None:
            known = ", ".join(row.id for row in tables.requirements) or "none"
            return self._outcome(f"refused: no requirement {arguments.requirement!r}; there are: {known}", ok=False)
        if not arguments.approach.strip():
            return self._outcome(f"refused: an approach to {row.id!r} needs a name", ok=False)
        self._plugin.journal.start(row, arguments.approach, self._plugin.rounds + 1)
        return self._outcome(f"{row.id!r} is in hand: {arguments.approach}", ok=True)

    def _split_requirement(self, arguments: Any) -> Write:
        parts = [self._make.Requirement(part.id, part.text, part.command, part.files) for part in arguments.parts]
        outcome = self._plugin.tables.split(arguments.id, parts)
        if outcome.ok and self._plugin.journal.in_hand == arguments.id:
            self._plugin.journal.in_hand = ""
        return outcome

    def _outcome(self, note: str, *, ok: bool) -> Write:
        outcome: Write = self._make.Write(ok, note)
        return outcome
