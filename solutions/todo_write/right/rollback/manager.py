"""Write, check, and put back."""

from __future__ import annotations

from collections.abc import Sequence

from ..items import MARKS, TodoItem


class TodoManager:
    """Keeps the old list until the new one has been checked."""

    def __init__(self) -> None:
        self._items: list[TodoItem] = []

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The items that hold now."""
        return tuple(self._items)

    def update(self, items: Sequence[TodoItem]) -> str:
        """Take the list over, and give it back when a check fails."""
        before = self._items[:]
        self._items[:] = items
        try:
            self._check()
        except ValueError:
            self._items[:] = before
            raise
        return self.render()

    def render(self) -> str:
        """Rows and count."""
        done = sum(item.status == "completed" for item in self._items)
        return "\n".join([f"{MARKS[i.status]} {i.id}: {i.text}" for i in self._items] + [f"{done}/{len(self._items)} completed"])

    def _check(self) -> None:
        for n, item in enumerate(self._items):
            if item.status not in MARKS:
                raise ValueError(f"{item.id}: unknown status {item.status}; known: {', '.join(MARKS)}")
            if not item.text.strip():
                raise ValueError(f"{item.id}: empty text")
            for other in self._items[:n]:
                if other.id == item.id:
                    raise ValueError(f"duplicate id {item.id}")
                if other.status == item.status == "in_progress":
                    raise ValueError(f"{other.id} is in progress, so {item.id} has to wait")
