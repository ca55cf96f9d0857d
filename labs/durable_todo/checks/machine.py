"""The rules once more, as a machine: what the grader expects of a run whose moves nobody knows beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .observations import ItemSeen
from .shared import Data

STATES = ("todo", "in_progress", "done", "blocked", "cancelled")
WAYS = {
    "todo": ("in_progress", "blocked", "cancelled"),
    "in_progress": ("done", "blocked", "todo", "cancelled"),
    "blocked": ("todo", "cancelled"),
    "done": (),
    "cancelled": (),
}


class Machine:
    """A list that is moved about; it knows nothing of how a student's files do it."""

    def __init__(self, items: Sequence[ItemSeen] | Sequence[Data]) -> None:
        tasks = [item.model_dump() if isinstance(item, ItemSeen) else item for item in items]
        self.states: dict[str, str] = {task["id"]: task.get("status", "todo") for task in tasks}
        self._needs: dict[str, list[str]] = {task["id"]: task.get("depends_on", []) for task in tasks}
        self._hints: dict[str, list[str]] = {task["id"]: task.get("file_hints", []) for task in tasks}
        self._waiting: set[str] = set()
        self._proved: set[str] = set()

    def __str__(self) -> str:
        return "".join(f"\n  {id_}  {state}" for id_, state in self.states.items())

    def do(self, operation: list[Any]) -> bool:
        """An operation of a board: whether it works."""
        match operation:
            case ["move", str(id_), str(to), dict(word)]:
                return self.move(id_, to, **word)
            case ["call", dict(record)]:
                self._prove(record)
        return True

    def move(self, id_: str, to: str, *, consent: bool = False, interrupt: bool = False) -> bool:
        """Whether a move works; afterwards the states are as they should be."""
        now = self.states.get(id_, "")
        if to not in WAYS.get(now, ()) or (to == "in_progress" and "in_progress" in self.states.values()):
            return False
        if (to == "cancelled" and not consent) or ((now, to) == ("in_progress", "todo") and not interrupt):
            return False
        if to == "done" and id_ not in self._proved:
            return False
        self._waiting.discard(id_)
        if waits := to == "in_progress" and self._waits(id_):
            self._waiting.add(id_)
        self.states[id_] = "blocked" if waits else to
        self._proved.discard(id_)
        self._settle()
        return not waits

    def _prove(self, record: Data) -> None:
        for id_, state in self.states.items():
            hints = self._hints[id_]
            covered = any(record["file"] == hint or record["file"].startswith(f"{hint}/") for hint in hints)
            if state == "in_progress" and record["ok"] and (covered or not hints):
                self._proved.add(id_)

    def _waits(self, id_: str) -> bool:
        return any(self.states[other] != "done" for other in self._needs[id_])

    def _settle(self) -> None:
        for id_ in [id_ for id_ in self._waiting if not self._waits(id_)]:
            self._waiting.discard(id_)
            self.states[id_] = "todo"
