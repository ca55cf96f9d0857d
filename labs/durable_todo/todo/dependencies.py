"""What waits for what: whether a list can be worked off at all, and what is next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..item import PRIORITIES, TodoItem


def problem(items: Sequence[TodoItem]) -> str:
    """Say what is wrong with the dependencies of a list; empty if nothing is.

    Wrong are an id that is not on the list (the answer names it and the task that depends on it),
    a task that depends on itself, and a cycle: the answer prints it, in the order of the
    dependencies and back to where it started. It does not name tasks that are not on the cycle.

    >>> problem([TodoItem("T-001", "boil", depends_on=("T-002",)), TodoItem("T-002", "pour", depends_on=("T-001",))])
    'the dependencies go round in a circle: T-001 -> T-002 -> T-001'
    """
    # TODO 2: three promises in this file hold for the simplest case alone: a cycle may be longer
    # than this, a task may be blocked for another reason, and a cancelled task may be further away.
    known = {item.id for item in items}
    for item in items:
        for id_ in item.depends_on:
            if id_ not in known:
                return f"{item.id} depends on {id_}, which is not on the list"
            if id_ == item.id:
                return f"the dependencies go round in a circle: {id_} -> {id_}"
    return ""


def waits_for(items: Sequence[TodoItem], id: str) -> tuple[str, ...]:
    """The dependencies of the task `id` that are not done, in the order in which it states them.

    >>> waits_for([TodoItem("T-001", "boil"), TodoItem("T-002", "pour", depends_on=("T-001",))], "T-002")
    ('T-001',)
    """
    done = {item.id for item in items if item.status == "done"}
    return tuple(other for item in items if item.id == id for other in item.depends_on if other not in done)


def settle(items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    """The list with each task back at todo that was blocked for its dependencies and has them all done.

    Such a task has `waiting` set, and loses it together with its `reason`. A task that is blocked
    for anything else stays as it is, whatever it depends on.
    """
    return tuple(
        replace(item, status="todo", waiting=False, reason="")
        if item.status == "blocked" and not waits_for(items, item.id)
        else item
        for item in items
    )


def unreachable(items: Sequence[TodoItem]) -> tuple[str, ...]:
    """The tasks, in the list's order, that can never start: a cancelled task stands in their way.

    It may stand there directly or behind others. A task that is itself done or cancelled is not
    one of them.

    >>> lost = TodoItem("T-001", "boil", status="cancelled")
    >>> unreachable([lost, TodoItem("T-002", "pour", depends_on=("T-001",))])
    ('T-002',)
    """
    lost = {item.id for item in items if item.status == "cancelled"}
    open_items = [item for item in items if item.status not in {"done", "cancelled"}]
    return tuple(item.id for item in open_items if lost.intersection(item.depends_on))


def next_task(items: Sequence[TodoItem]) -> TodoItem | None:
    """The ready task of the highest priority; `None` if none is ready.

    Ready is a task in state todo whose dependencies are all done. Of two with the same priority the
    older one (`created_at`) comes first, of two of the same age the one that stands first.

    >>> next_task([TodoItem("T-001", "pour"), TodoItem("T-002", "boil", priority="high")]).id
    'T-002'
    """
    ready = [item for item in items if item.status == "todo" and not waits_for(items, item.id)]
    return min(ready, key=lambda item: (PRIORITIES.index(item.priority), item.created_at), default=None)
