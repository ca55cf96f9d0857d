"""Given: the list as text, for the person who watches and for the model that keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mca.render import one_line

if TYPE_CHECKING:
    from day_10_todo_tracking.todo.list import TodoList

MARKS = {"pending": "[ ]", "in_progress": "[>]", "done": "[x]"}


def panel_rows(todos: TodoList, width: int) -> list[str]:
    """The block that a person sees: a heading and a row a task, nothing for an empty list.

    A long task makes a row longer than `width`: cutting is the business of whoever shows it.
    """
    done, total = todos.counts
    if not total:
        return []
    heading = f"── todo {done}/{total} "
    return [heading.ljust(width - 1, "─"), *(f"{MARKS[item.status]} {one_line(item.text)}" for item in todos.items)]


def answer(note: str, todos: TodoList) -> str:
    """What the model is told after a write: the note, then the list with its ids, then the counts."""
    rows = [f"{MARKS[item.status]} {item.id}: {one_line(item.text)}" for item in todos.items]
    done, total = todos.counts
    return "\n".join([one_line(note), *rows, f"{done}/{total} done"])
