"""The list, divided among small classes: who names the tasks, who has the rules, who counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

STATUSES = ("pending", "in_progress", "done")

Status = str


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One task. An empty `id` asks the list to give it one."""

    id: str
    text: str
    status: Status = "pending"

    @property
    def label(self) -> str:
        """How it is called in a note."""
        return f"“{self.text}” [{self.id}]"


@dataclass(frozen=True, slots=True)
class TodoWrite:
    """What came of a write."""

    ok: bool
    changed: bool
    note: str

    @classmethod
    def refuse(cls, note: str) -> TodoWrite:
        """A refused write."""
        return cls(False, False, note)

    @classmethod
    def accept(cls, note: str, *, changed: bool) -> TodoWrite:
        """An accepted one."""
        return cls(True, changed, note)


class Clerk:
    """Gives ids to new tasks."""

    def __init__(self, present: Sequence[TodoItem], coming: Sequence[TodoItem]) -> None:
        said = {item.id.strip() for item in coming}
        self._by_text = {item.text: item.id for item in present if item.id not in said}
        self._reserved = said | {item.id for item in present}
        self._next = 0

    def name(self, item: TodoItem) -> TodoItem:
        """The task with an id."""
        if given := item.id.strip():
            return replace(item, id=given)
        if known := self._by_text.pop(item.text, ""):
            return replace(item, id=known)
        return replace(item, id=self._number())

    def _number(self) -> str:
        while True:
            self._next += 1
            if str(self._next) not in self._reserved:
                return str(self._next)


class Rules:
    """What a list must not be."""

    def complaints(self, items: Sequence[TodoItem]) -> Iterator[str]:
        """One sentence for each rule that is broken."""
        if wrong := [item for item in items if item.status not in STATUSES]:
            yield f"no such state: {self._labels(wrong)}"
        if wrong := [item for item in items if not item.text.strip()]:
            yield f"no text: {self._labels(wrong)}"
        ids = [item.id for item in items]
        if wrong := [item for item in items if ids.count(item.id) > 1]:
            yield f"the same id: {self._labels(wrong)}"
        wrong = [item for item in items if item.status == "in_progress"]
        if len(wrong) > 1:
            yield f"at most one in progress: {self._labels(wrong)}"

    @staticmethod
    def _labels(items: Sequence[TodoItem]) -> str:
        return ", ".join(item.label for item in items)


@dataclass
class Ledger:
    """Counts reopenings."""

    times: dict[str, int] = field(default_factory=dict)

    def enter(self, before: Sequence[TodoItem], after: Sequence[TodoItem]) -> None:
        """Note a change of the list."""
        states = {(item.id, item.text): item.status for item in before}
        times = {}
        for item in after:
            state = states.get((item.id, item.text))
            times[item.id] = self.times.get(item.id, 0) if state else 0
            if state == "done" and item.status != "done":
                times[item.id] += 1
        self.times = times


class TodoList:
    """The tasks of one user request."""

    def __init__(self) -> None:
        self.items: tuple[TodoItem, ...] = ()
        self.revision = 0
        self._rules = Rules()
        self._ledger = Ledger()

    @property
    def counts(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        return len(list(filter(lambda item: item.status == "done", self.items))), len(self.items)

    @property
    def reopened(self) -> Mapping[str, int]:
        """How often each task went from done back to another state, by id."""
        return self._ledger.times

    def replace(self, items: Sequence[TodoItem]) -> TodoWrite:
        """Take over a whole new list, or refuse it whole."""
        clerk = Clerk(self.items, items)
        return self._write(tuple(map(clerk.name, items)))

    def set_status(self, id: str, status: Status) -> TodoWrite:
        """Move one task to another state and leave the others alone."""
        if all(item.id != id for item in self.items):
            return TodoWrite.refuse(f"no task is called {id!r}")
        return self._write(tuple(replace(item, status=status) if item.id == id else item for item in self.items))

    def _write(self, items: tuple[TodoItem, ...]) -> TodoWrite:
        for complaint in self._rules.complaints(items):
            return TodoWrite.refuse(complaint)
        if items == self.items:
            return TodoWrite.accept("no difference", changed=False)
        self._ledger.enter(self.items, items)
        self.items = items
        self.revision += 1
        return TodoWrite.accept(f"written as revision {self.revision}", changed=True)
