"""Given: what a task is. Items are frozen, so a list of them is a value that can be kept and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

STATES = ("todo", "in_progress", "done", "blocked", "cancelled")
PRIORITIES = ("high", "medium", "low")

Status = Literal["todo", "in_progress", "done", "blocked", "cancelled"]
Priority = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call of a tool that is not one of the list's own: which tool, on which file, and did it work.

    `file` is empty for a tool that takes no path. `at` is the moment when the call was over.
    """

    tool: str
    file: str
    summary: str
    ok: bool
    at: str


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One task.

    All moments are UTC times as text of one fixed width, so that comparing the texts compares the
    times. `started_at` is the last start; a task that is started again gets a new one. `reason`
    says why a task is blocked; `waiting` is true when that is for its dependencies alone.
    `evidence` holds the calls that were noted on the task, oldest first.
    """

    id: str
    summary: str
    detail: str = ""
    status: Status = "todo"
    priority: Priority = "medium"
    depends_on: tuple[str, ...] = ()
    file_hints: tuple[str, ...] = ()
    created_at: str = ""
    updated_at: str = ""
    started_at: str = ""
    reason: str = ""
    waiting: bool = False
    evidence: tuple[CallRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class NewTodo:
    """A task that somebody wants on the list. `depends_on` is `None` where it was not stated."""

    summary: str
    detail: str = ""
    priority: Priority = "medium"
    depends_on: tuple[str, ...] | None = None
    file_hints: tuple[str, ...] = ()


def numbered(items: Sequence[TodoItem], entries: Sequence[NewTodo], at: str) -> tuple[TodoItem, ...]:
    """The entries as tasks with the next ids. Nothing ever leaves the list, so an id is never given twice.

    >>> [item.id for item in numbered([TodoItem("T-001", "boil the water")], [NewTodo("make the tea")], "")]
    ['T-002']
    """
    return tuple(
        TodoItem(
            id=f"T-{number:03}",
            summary=entry.summary.strip(),
            detail=entry.detail,
            priority=entry.priority,
            depends_on=tuple(entry.depends_on or ()),
            file_hints=entry.file_hints,
            created_at=at,
            updated_at=at,
        )
        for number, entry in enumerate(entries, len(items) + 1)
    )
