"""The list, with tasks that can be changed: whoever asks for them gets copies."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

STATUSES = ("pending", "in_progress", "done")

Status = str


@dataclass
class TodoItem:
    """One task. An empty `id` asks the list to give it one."""

    id: str
    text: str
    status: Status = "pending"


@dataclass
class TodoWrite:
    """What came of a write."""

    ok: bool = True
    changed: bool = False
    note: str = ""


class TodoList:
    """The tasks of one user request."""

    def __init__(self) -> None:
        self._items: list[TodoItem] = []
        self._revision = 0
        self._reopened: dict[str, int] = {}

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The tasks, in the model's order."""
        return tuple(copy.copy(item) for item in self._items)

    @property
    def revision(self) -> int:
        """How often the list has changed."""
        return self._revision

    @property
    def counts(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        return len([item for item in self._items if item.status == "done"]), len(self._items)

    @property
    def reopened(self) -> Mapping[str, int]:
        """How often each task went from done back to another state, by id."""
        return self._reopened.copy()

    def replace(self, items: Sequence[TodoItem]) -> TodoWrite:
        """Take over a whole new list, or refuse it whole."""
        new = [copy.copy(item) for item in items]
        self._fill_in_ids(new)
        outcome = TodoWrite()
        self._check(new, outcome)
        if outcome.ok and new != self._items:
            self._take_over(new)
            outcome.changed = True
            outcome.note = f"list changed, revision {self._revision}"
        return outcome

    def set_status(self, id: str, status: Status) -> TodoWrite:
        """Move one task to another state and leave the others alone."""
        new = [copy.copy(item) for item in self._items]
        for item in new:
            if item.id == id:
                item.status = status
                return self.replace(new)
        return TodoWrite(ok=False, note=f"no task has the id {id!r}")

    def _fill_in_ids(self, new: list[TodoItem]) -> None:
        for item in new:
            item.id = item.id.strip()
        used = [item.id for item in new]
        spare = [item for item in self._items if item.id not in used]
        used += [item.id for item in self._items]
        for item in new:
            if item.id:
                continue
            same = [old for old in spare if old.text == item.text]
            if same:
                spare.remove(same[-1])
                item.id = same[-1].id
            else:
                item.id = next(str(n) for n in range(1, len(used) + 2) if str(n) not in used)
                used.append(item.id)

    def _check(self, new: list[TodoItem], outcome: TodoWrite) -> None:
        problems = []
        owners: dict[str, list[TodoItem]] = {}
        for item in new:
            owners.setdefault(item.id, []).append(item)
            if item.status not in STATUSES:
                problems.append(f"{item.id}: the state {item.status!r} is unknown")
            if not item.text.strip():
                problems.append(f"{item.id}: the text is empty")
        problems += [f"{id_}: used {len(same)} times" for id_, same in owners.items() if len(same) > 1]
        active = [item.id for item in new if item.status == "in_progress"]
        if len(active) > 1:
            problems.append(f"{' + '.join(active)}: in progress at the same time")
        if problems:
            outcome.ok = False
            outcome.note = "not accepted. " + "; ".join(problems)
        else:
            outcome.note = "nothing to change"

    def _take_over(self, new: list[TodoItem]) -> None:
        reopened = dict.fromkeys((item.id for item in new), 0)
        for item in new:
            for old in self._items:
                if old.id == item.id and old.text == item.text:
                    reopened[item.id] = self._reopened[item.id]
                    if old.status == "done" and item.status != "done":
                        reopened[item.id] += 1
        self._reopened.clear()
        self._reopened.update(reopened)
        self._items[:] = new
        self._revision += 1
