"""The list, with pydantic: the rules are validators of a model of the whole list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic.dataclasses import dataclass

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


class Plan(BaseModel):
    """A list that keeps all the rules; any other cannot be made."""

    model_config = ConfigDict(frozen=True)

    items: tuple[TodoItem, ...] = ()

    @model_validator(mode="after")
    def known_states(self) -> Plan:
        """Each task is in one of three states."""
        for item in self.items:
            if item.status not in STATUSES:
                raise ValueError(f"task {item.id} has the state {item.status!r}, which is none of {STATUSES}")
        return self

    @model_validator(mode="after")
    def texts(self) -> Plan:
        """Each task says what is to be done."""
        for item in self.items:
            if not item.text or item.text.isspace():
                raise ValueError(f"task {item.id} has an empty text")
        return self

    @model_validator(mode="after")
    def different_ids(self) -> Plan:
        """No id stands twice."""
        seen: set[str] = set()
        for item in self.items:
            if item.id in seen:
                raise ValueError(f"the id {item.id} stands more than once")
            seen.add(item.id)
        return self

    @model_validator(mode="after")
    def one_in_progress(self) -> Plan:
        """At most one task is in progress."""
        active = [item.id for item in self.items if item.status == "in_progress"]
        if len(active) > 1:
            raise ValueError(f"the tasks {', '.join(active)} cannot be in progress together")
        return self


class TodoList:
    """The tasks of one user request."""

    def __init__(self) -> None:
        self._plan = Plan()
        self._revision = 0
        self._reopened: dict[str, int] = {}

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The tasks, in the model's order."""
        return self._plan.items

    @property
    def revision(self) -> int:
        """How often the list has changed."""
        return self._revision

    @property
    def counts(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        return sum(1 for item in self.items if item.status == "done"), len(self.items)

    @property
    def reopened(self) -> Mapping[str, int]:
        """How often each task went from done back to another state, by id."""
        return self._reopened

    def replace(self, items: Sequence[TodoItem]) -> TodoWrite:
        """Take over a whole new list, or refuse it whole."""
        try:
            plan = Plan(items=tuple(self._named(items)))
        except ValidationError as error:
            note = "; ".join(detail["msg"].removeprefix("Value error, ") for detail in error.errors())
            return TodoWrite(ok=False, changed=False, note=note)
        if plan == self._plan:
            return TodoWrite(ok=True, changed=False, note="no change")
        reopened = dict.fromkeys([item.id for item in plan.items], 0)
        for old in self.items:
            for new in plan.items:
                if (old.id, old.text) == (new.id, new.text):
                    reopened[new.id] = self._reopened.get(new.id, 0) + int(old.status == "done" != new.status)
        self._plan, self._reopened = plan, reopened
        self._revision += 1
        return TodoWrite(ok=True, changed=True, note=f"change number {self._revision}")

    def set_status(self, id: str, status: Status) -> TodoWrite:
        """Move one task to another state and leave the others alone."""
        tasks = {item.id: item for item in self.items}
        if id not in tasks:
            return TodoWrite(ok=False, changed=False, note=f"there is no task {id!r}")
        tasks[id] = TodoItem(id=id, text=tasks[id].text, status=status)
        return self.replace(list(tasks.values()))

    def _named(self, items: Sequence[TodoItem]) -> list[TodoItem]:
        mine = {item.id.strip() for item in items} - {""}
        texts = {item.text: item.id for item in self.items if item.id not in mine}
        taken = mine | {item.id for item in self.items}
        named = []
        for item in items:
            id_ = item.id.strip() or texts.pop(item.text, "")
            number = 0
            while not id_ or (not item.id.strip() and number and id_ in taken):
                number += 1
                id_ = str(number)
            taken.add(id_)
            named.append(TodoItem(id=id_, text=item.text, status=item.status))
        return named
