"""The list, kept as a dictionary from id to task; a dictionary remembers the order of its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

STATUSES = ("pending", "in_progress", "done")

Status = str


@dataclass(frozen=True)
class TodoItem:
    """One task. An empty `id` asks the list to give it one."""

    id: str
    text: str
    status: Status = "pending"


@dataclass(frozen=True)
class TodoWrite:
    """What came of a write."""

    ok: bool
    changed: bool
    note: str


class TodoList:
    """The tasks of one user request, by id."""

    def __init__(self) -> None:
        self._tasks: dict[str, TodoItem] = {}
        self._reopened: dict[str, int] = {}
        self._writes = 0

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The tasks, in the model's order."""
        return tuple(self._tasks.values())

    @property
    def revision(self) -> int:
        """How often the list has changed."""
        return self._writes

    @property
    def counts(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        states = [task.status for task in self._tasks.values()]
        return states.count("done"), len(states)

    @property
    def reopened(self) -> Mapping[str, int]:
        """How often each task went from done back to another state, by id."""
        return MappingProxyType(self._reopened)

    def replace(self, items: Sequence[TodoItem]) -> TodoWrite:
        """Take over a whole new list, or refuse it whole."""
        ids = self._ids_for(items)
        tasks: dict[str, TodoItem] = {}
        for id_, item in zip(ids, items, strict=True):
            if id_ in tasks:
                return _refused(f"{id_} stands for both {tasks[id_].text!r} and {item.text!r}")
            tasks[id_] = TodoItem(id_, item.text, item.status)
        return self._store(tasks)

    def set_status(self, id: str, status: Status) -> TodoWrite:
        """Move one task to another state and leave the others alone."""
        if id not in self._tasks:
            return _refused(f"there is no task {id!r}")
        return self._store(self._tasks | {id: TodoItem(id, self._tasks[id].text, status)})

    def _store(self, tasks: dict[str, TodoItem]) -> TodoWrite:
        for task in tasks.values():
            if task.status not in STATUSES:
                return _refused(f"{task.id} cannot be {task.status!r}, only one of {STATUSES}")
            if task.text.strip() == "":
                return _refused(f"{task.id} needs a text")
        running = [id_ for id_, task in tasks.items() if task.status == "in_progress"]
        if len(running) >= 2:
            return _refused(f"one at a time, please; in progress would be {', '.join(running)}")
        if [*tasks.items()] == [*self._tasks.items()]:
            return TodoWrite(ok=True, changed=False, note="that is the list already")
        self._reopened = {id_: self._times(id_, task) for id_, task in tasks.items()}
        self._tasks = tasks
        self._writes += 1
        return TodoWrite(ok=True, changed=True, note=f"revision {self._writes}")

    def _times(self, id_: str, task: TodoItem) -> int:
        before = self._tasks.get(id_)
        if before is None or before.text != task.text:
            return 0
        return self._reopened[id_] + (before.status == "done" and task.status != "done")

    def _ids_for(self, items: Sequence[TodoItem]) -> list[str]:
        taken = {item.id.strip() for item in items}
        by_text = {task.text: id_ for id_, task in self._tasks.items() if id_ not in taken}
        taken |= self._tasks.keys()
        ids = []
        for item in items:
            id_ = item.id.strip() or by_text.pop(item.text, "")
            if not id_:
                number = 1
                while str(number) in taken:
                    number += 1
                id_ = str(number)
            taken.add(id_)
            ids.append(id_)
        return ids


def _refused(why: str) -> TodoWrite:
    return TodoWrite(ok=False, changed=False, note=f"refused: {why}")
