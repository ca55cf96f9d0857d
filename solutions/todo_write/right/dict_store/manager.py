"""The list, by id."""

from __future__ import annotations

from collections.abc import Sequence

from ..items import MARKS, TodoItem


class TodoManager:
    """Holds the items by their ids; a dict keeps the order."""

    def __init__(self) -> None:
        self._by_id: dict[str, TodoItem] = {}

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The items that hold now."""
        return tuple(self._by_id.values())

    def update(self, items: Sequence[TodoItem]) -> str:
        """Fill a new dict, and swap it in once it is whole."""
        fresh: dict[str, TodoItem] = {}
        holder = None
        for item in items:
            if fresh.setdefault(item.id, item) is not item:
                raise ValueError(f"{item.id} is taken by {fresh[item.id].text!r}")
            if item.status not in MARKS:
                raise ValueError(f"{item.id}: {item.status!r} is none of {list(MARKS)}")
            if not item.text or item.text.isspace():
                raise ValueError(f"{item.id} has an empty text")
            if item.status == "in_progress":
                if holder:
                    raise ValueError(f"{item.id} cannot be in progress while {holder} is")
                holder = item.id
        self._by_id = fresh
        return self.render()

    def render(self) -> str:
        """Rows and count."""
        done = [item for item in self.items if item.status == "completed"]
        rows = "".join(f"{MARKS[item.status]} {item.id}: {item.text}\n" for item in self.items)
        return f"{rows}{len(done)}/{len(self._by_id)} completed"
