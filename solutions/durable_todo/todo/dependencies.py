"""What waits for what: whether a list can be worked off at all, and what is next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    depends_on = {item.id: item.depends_on for item in items}
    for item in items:
        for id_ in item.depends_on:
            if id_ not in depends_on:
                return f"{item.id} depends on {id_}, which is not on the list"
    cycle = next(_cycles(depends_on), None)
    return f"the dependencies go round in a circle: {' -> '.join(cycle)}" if cycle else ""


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
        if item.waiting and not waits_for(items, item.id)
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
    # A task may stand before the one it depends on, so one pass is not enough.
    while more := {item.id for item in items if item.status != "done" and lost.intersection(item.depends_on)} - lost:
        lost |= more
    return tuple(item.id for item in items if item.id in lost and item.status != "cancelled")


def next_task(items: Sequence[TodoItem]) -> TodoItem | None:
    """The ready task of the highest priority; `None` if none is ready.

    Ready is a task in state todo whose dependencies are all done. Of two with the same priority the
    older one (`created_at`) comes first, of two of the same age the one that stands first.

    >>> next_task([TodoItem("T-001", "pour"), TodoItem("T-002", "boil", priority="high")]).id
    'T-002'
    """
    ready = [item for item in items if item.status == "todo" and not waits_for(items, item.id)]
    return min(ready, key=lambda item: (PRIORITIES.index(item.priority), item.created_at), default=None)


def _cycles(depends_on: dict[str, tuple[str, ...]]) -> Iterator[list[str]]:
    """Every cycle that a walk along the dependencies runs into, its first task repeated at its end."""
    finished: set[str] = set()

    def walk(id_: str, path: list[str]) -> Iterator[list[str]]:
        if id_ in path:
            # What leads to the cycle is not a part of it.
            yield [*path[path.index(id_) :], id_]
        elif id_ not in finished:
            for other in depends_on[id_]:
                yield from walk(other, [*path, id_])
            finished.add(id_)

    for start in depends_on:
        yield from walk(start, [])
