"""The list that the model writes, and the one place that knows what a good list is."""

from __future__ import annotations

from collections.abc import Sequence

from ..items import MARKS, TodoItem


class TodoManager:
    """Holds the items of one user request, in the model's order.

    >>> todos = TodoManager()
    >>> print(todos.update([TodoItem("a", "boil water", "completed"), TodoItem("b", "make tea", "in_progress")]))
    [x] a: boil water
    [>] b: make tea
    1/2 completed
    """

    def __init__(self) -> None:
        self._items: list[TodoItem] = []

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The items that hold now."""
        return tuple(self._items)

    def update(self, items: Sequence[TodoItem]) -> str:
        """Take over a whole new list in place of the old one, and return it as `render` shows it.

        Raises `ValueError` for a list in which an item has a status that is not one of `MARKS`
        (the message quotes the status and says which are allowed), a text is empty or blank, an
        id stands twice, or more than one item is in progress. The message names the items that
        are wrong by their ids, and no other. A refused list changes nothing: the old one holds.

        >>> TodoManager().update([TodoItem("a", "boil water", "done")])
        Traceback (most recent call last):
        ValueError: item 'a' has status 'done'; allowed: pending, in_progress, completed
        """
        # TODO 1: two of these promises are not kept yet. Which list is let through that should be
        # refused? And what do the items look like after a list was refused at its last item?
        self._items = []
        for item in items:
            self._refuse(item)
            self._items.append(item)
        return self.render()

    def render(self) -> str:
        """One row an item (its mark, its id, its text), then how many are completed.

        >>> TodoManager().render()
        '0/0 completed'
        """
        rows = [f"{MARKS[item.status]} {item.id}: {item.text}" for item in self._items]
        completed = sum(item.status == "completed" for item in self._items)
        return "\n".join([*rows, f"{completed}/{len(self._items)} completed"])

    def _refuse(self, item: TodoItem) -> None:
        """Raise `ValueError` if the item is wrong, by itself or beside those before it."""
        if item.status not in MARKS:
            raise ValueError(f"item {item.id!r} has status {item.status!r}; allowed: {', '.join(MARKS)}")
        if not item.text.strip():
            raise ValueError(f"item {item.id!r} has no text")
        for other in self._items:
            if item.id == other.id:
                raise ValueError(f"id {item.id!r} stands twice: {other.text!r} and {item.text!r}")
