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
        self._items: tuple[TodoItem, ...] = ()

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The items that hold now."""
        return self._items

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
        # Everything that can be refused is refused before the one line that writes, so that there
        # is nothing to undo.
        if problem := _problem(items):
            raise ValueError(problem)
        self._items = tuple(items)
        return self.render()

    def render(self) -> str:
        """One row an item (its mark, its id, its text), then how many are completed.

        >>> TodoManager().render()
        '0/0 completed'
        """
        rows = [f"{MARKS[item.status]} {item.id}: {item.text}" for item in self._items]
        completed = sum(item.status == "completed" for item in self._items)
        return "\n".join([*rows, f"{completed}/{len(self._items)} completed"])


def _problem(items: Sequence[TodoItem]) -> str:
    """What is wrong with a list, naming the items concerned; empty if nothing is."""
    texts: dict[str, str] = {}
    for item in items:
        if item.status not in MARKS:
            return f"item {item.id!r} has status {item.status!r}; allowed: {', '.join(MARKS)}"
        if not item.text.strip():
            return f"item {item.id!r} has no text"
        if item.id in texts:
            return f"id {item.id!r} stands twice: {texts[item.id]!r} and {item.text!r}"
        texts[item.id] = item.text
    # At most one, not exactly one: between two items there is none, and a finished list has none.
    active = [item.id for item in items if item.status == "in_progress"]
    if len(active) > 1:
        return f"{len(active)} items are in progress, {', '.join(map(repr, active))}; leave one"
    return ""
