"""The list, made of named tuples: they compare by value and are changed by `_replace`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

STATUSES = ("pending", "in_progress", "done")

Status = str


class TodoItem(NamedTuple):
    """One task. An empty `id` asks the list to give it one."""

    id: str
    text: str
    status: Status = "pending"


class TodoWrite(NamedTuple):
    """What came of a write."""

    ok: bool
    changed: bool
    note: str


class _State(NamedTuple):
    """All that a write can change; a refused write leaves the old one in place."""

    items: tuple[TodoItem, ...] = ()
    revision: int = 0
    reopened: tuple[tuple[str, int], ...] = ()


class TodoList:
    """The tasks of one user request."""

    def __init__(self) -> None:
        self._state = _State()

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The tasks, in the model's order."""
        return self._state.items

    @property
    def revision(self) -> int:
        """How often the list has changed."""
        return self._state.revision

    @property
    def counts(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        return len([1 for _, _, status in self.items if status == "done"]), len(self.items)

    @property
    def reopened(self) -> Mapping[str, int]:
        """How often each task went from done back to another state, by id."""
        return dict(self._state.reopened)

    def replace(self, items: Sequence[TodoItem]) -> TodoWrite:
        """Take over a whole new list, or refuse it whole."""
        new = tuple(self._identified(items))
        for rule in (_states, _texts, _ids, _progress):
            if why := rule(new):
                return TodoWrite(False, False, why)
        if new == self.items:
            return TodoWrite(True, False, "as before")
        old = {(item.id, item.text): item.status for item in self.items}
        times = self.reopened
        reopened = tuple(
            (item.id, times.get(item.id, 0) + (old[item[:2]] == "done" != item.status) if item[:2] in old else 0)
            for item in new
        )
        self._state = _State(new, self.revision + 1, reopened)
        return TodoWrite(True, True, f"now at revision {self.revision}")

    def set_status(self, id: str, status: Status) -> TodoWrite:
        """Move one task to another state and leave the others alone."""
        if not any(item.id == id for item in self.items):
            return TodoWrite(False, False, f"unknown id: {id}")
        return self.replace([item._replace(status=status) if item.id == id else item for item in self.items])

    def _identified(self, items: Sequence[TodoItem]) -> Iterable[TodoItem]:
        kept = {item.id.strip() for item in items}
        free = {item.text: item.id for item in self.items if item.id not in kept}
        used = kept.union(item.id for item in self.items)
        fresh = filter(lambda number: number not in used, map(str, itertools.count(1)))
        for item in items:
            yield item._replace(id=item.id.strip() or free.pop(item.text, None) or next(fresh))


def _states(items: Sequence[TodoItem]) -> str:
    bad = [f"{id_} ({status})" for id_, _, status in items if status not in STATUSES]
    return f"unknown state: {', '.join(bad)}" if bad else ""


def _texts(items: Sequence[TodoItem]) -> str:
    bad = [id_ for id_, text, _ in items if not text.strip()]
    return f"no text: {', '.join(bad)}" if bad else ""


def _ids(items: Sequence[TodoItem]) -> str:
    ordered = sorted(items)
    twins = [pair for pair in itertools.pairwise(ordered) if pair[0].id == pair[1].id]
    return "; ".join(f"one id for two tasks: {one.text} and {two.text}" for one, two in twins)


def _progress(items: Sequence[TodoItem]) -> str:
    active = [item.text for item in items if item.status == "in_progress"]
    return f"too much at once: {' / '.join(active)}" if len(active) > 1 else ""
