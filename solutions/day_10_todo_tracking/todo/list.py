"""The list that the model keeps: what is to be done, what is under way, what is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

STATUSES = ("pending", "in_progress", "done")

Status = str
"""One of `STATUSES`. A plain string, because a model can write anything: to refuse is the list's business."""


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One task. An empty `id` asks the list to give it one."""

    id: str
    text: str
    status: Status = "pending"


@dataclass(frozen=True, slots=True)
class TodoWrite:
    """What came of a write: was it accepted, did it change anything, and what to tell the model."""

    ok: bool
    changed: bool
    note: str


class TodoList:
    """The tasks of one user request.

    `revision` starts at 0 and moves by one on every write that changes something, and only then:
    whoever wants to know whether the plan still moves reads it there.

    >>> todos = TodoList()
    >>> todos.replace([TodoItem("a", "boil water", "in_progress"), TodoItem("b", "make tea")]).ok
    True
    >>> todos.revision, todos.counts
    (1, (0, 2))
    """

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
        """Take over a whole new list, or refuse it whole.

        Refused is a list with an unknown state, an empty text, an id that stands twice, or more
        than one task in progress; the note names the tasks that are wrong, and only those.
        A refusal changes nothing at all. A list equal to the present one is accepted as no
        change: the revision stays.
        """
        named = self._with_ids(items)
        problem = _problem(named)
        if problem:
            return TodoWrite(ok=False, changed=False, note=f"refused: {problem}")
        # The model repeats itself. If that counted as a change, a list that stands still
        # would look like one that moves.
        if named == self._items:
            return TodoWrite(ok=True, changed=False, note="nothing changed")
        self._reopened = {item.id: self._reopens(item) for item in named}
        self._items = named
        self._revision += 1
        return TodoWrite(ok=True, changed=True, note=f"the list is at revision {self._revision}")

    def set_status(self, id: str, status: Status) -> TodoWrite:
        """Move one task to another state and leave the others alone.

        The same rules hold as for a whole list, because it becomes one: there is one door.
        """
        if id not in {item.id for item in self._items}:
            return TodoWrite(ok=False, changed=False, note=f"refused: there is no task {id!r}")
        return self.replace([replace(item, status=status) if item.id == id else item for item in self._items])

    def _with_ids(self, items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
        """Give a task without an id the one that its text had, or the next number."""
        given = {item.id.strip() for item in items}
        same_text = {item.text: item.id for item in self._items if item.id not in given}
        used = given | {item.id for item in self._items}
        numbers = (str(number) for number in count(1) if str(number) not in used)
        return tuple(
            replace(item, id=item.id.strip() or same_text.pop(item.text, "") or next(numbers)) for item in items
        )

    def _reopens(self, new: TodoItem) -> int:
        """The count for one task of a new list; an id given to another task starts at 0."""
        for old in self._items:
            if (old.id, old.text) == (new.id, new.text):
                went_back = old.status == "done" and new.status != "done"
                return self._reopened[new.id] + went_back
        return 0


def _problem(items: Sequence[TodoItem]) -> str:
    """What is wrong with a list, naming the tasks concerned; empty if nothing is."""
    ids = [item.id for item in items]
    for item in items:
        if item.status not in STATUSES:
            return f"{_named(item)} has state {item.status!r}; allowed: {', '.join(STATUSES)}"
        if not item.text.strip():
            return f"task {item.id!r} has no text"
        if ids.count(item.id) > 1:
            return f"id {item.id!r} stands twice: {', '.join(_named(twin) for twin in items if twin.id == item.id)}"
    # At most one, not exactly one: between two tasks nothing is in progress.
    active = [item for item in items if item.status == "in_progress"]
    if len(active) > 1:
        return f"only one task may be in progress, not {' and '.join(map(_named, active))}"
    return ""


def _named(item: TodoItem) -> str:
    return f"{item.text!r} ({item.id})"
