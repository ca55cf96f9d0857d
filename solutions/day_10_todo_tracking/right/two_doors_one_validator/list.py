"""The list with two ways in, each of which asks the same validator before it changes anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

STATUSES = ("pending", "in_progress", "done")

Status = str


class Refused(Exception):
    """A write that breaks a rule."""


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One task. An empty `id` asks the list to give it one."""

    id: str
    text: str
    status: Status = "pending"


@dataclass(frozen=True, slots=True)
class TodoWrite:
    """What came of a write."""

    ok: bool
    changed: bool
    note: str


class TodoList:
    """The tasks of one user request."""

    def __init__(self) -> None:
        self._items: tuple[TodoItem, ...] = ()
        self._revision = 0
        self._reopened: dict[str, int] = {}

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The tasks, in the model's order."""
        return self._items

    @property
    def revision(self) -> int:
        """How often the list has changed."""
        return self._revision

    @property
    def counts(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        return sum(item.status == "done" for item in self._items), len(self._items)

    @property
    def reopened(self) -> Mapping[str, int]:
        """How often each task went from done back to another state, by id."""
        return self._reopened

    def replace(self, items: Sequence[TodoItem]) -> TodoWrite:
        """Take over a whole new list, or refuse it whole."""
        items = self._with_ids(items)
        try:
            validate(items)
        except Refused as refused:
            return TodoWrite(ok=False, changed=False, note=str(refused))
        if items == self._items:
            return TodoWrite(ok=True, changed=False, note="the list was like that already")
        reopened = {}
        for item in items:
            twin = next((old for old in self._items if old.id == item.id and old.text == item.text), None)
            reopened[item.id] = 0 if twin is None else self._reopened.get(item.id, 0) + _goes_back(twin, item.status)
        self._items, self._reopened = items, reopened
        return self._changed()

    def set_status(self, id: str, status: Status) -> TodoWrite:
        """Move one task to another state and leave the others alone."""
        try:
            place = [item.id for item in self._items].index(id)
        except ValueError:
            return TodoWrite(ok=False, changed=False, note=f"the list has no task {id!r}")
        old = self._items[place]
        moved = (*self._items[:place], replace(old, status=status), *self._items[place + 1 :])
        try:
            validate(moved)
        except Refused as refused:
            return TodoWrite(ok=False, changed=False, note=str(refused))
        if old.status == status:
            return TodoWrite(ok=True, changed=False, note=f"{id} is {status} already")
        self._reopened[id] += _goes_back(old, status)
        self._items = moved
        return self._changed()

    def _changed(self) -> TodoWrite:
        self._revision += 1
        return TodoWrite(ok=True, changed=True, note=f"revision {self._revision}")

    def _with_ids(self, items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
        given = {item.id.strip() for item in items}
        same_text = {item.text: item.id for item in self._items if item.id not in given}
        used = given | {item.id for item in self._items}
        numbers = (str(number) for number in count(1) if str(number) not in used)
        return tuple(
            replace(item, id=item.id.strip() or same_text.pop(item.text, "") or next(numbers)) for item in items
        )


def validate(items: Sequence[TodoItem]) -> None:
    """Raise `Refused` for a list that breaks a rule."""
    holder: TodoItem | None = None
    owners: dict[str, TodoItem] = {}
    for item in items:
        if item.status not in STATUSES:
            raise Refused(f"{item.text!r} has an unknown state, {item.status!r}; use {' or '.join(STATUSES)}")
        if not item.text.strip():
            raise Refused(f"{item.id!r} has no text")
        if item.id in owners:
            raise Refused(f"{owners[item.id].text!r} and {item.text!r} have the same id")
        owners[item.id] = item
    for item in items:
        if item.status == "in_progress":
            if holder is not None:
                raise Refused(f"{holder.text!r} is in progress, so {item.text!r} cannot be")
            holder = item


def _goes_back(old: TodoItem, status: Status) -> bool:
    return old.status == "done" and status != "done"
