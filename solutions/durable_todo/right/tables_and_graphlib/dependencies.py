from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from ..item import TodoItem

RANK = {"high": 2, "medium": 1, "low": 0}


def problem(items: Sequence[TodoItem]) -> str:
    graph = {item.id: item.depends_on for item in items}
    strangers = [(task, other) for task, others in graph.items() for other in others if other not in graph]
    if strangers:
        return "{} depends on {}, which is unknown".format(*strangers[0])
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        # It lists each task after what it depends on; the other way round it follows the dependencies.
        return " -> ".join(reversed(error.args[1]))
    return ""


def waits_for(items: Sequence[TodoItem], id: str) -> tuple[str, ...]:
    by_id = {item.id: item for item in items}
    return tuple(other for other in by_id[id].depends_on if by_id[other].status != "done")


def settle(items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    ready = {item.id for item in items if item.waiting and not waits_for(items, item.id)}
    return tuple(replace(i, status="todo", waiting=False, reason="") if i.id in ready else i for i in items)


def unreachable(items: Sequence[TodoItem]) -> tuple[str, ...]:
    by_id = {item.id: item for item in items}

    def lost(item: TodoItem) -> bool:
        others = [by_id[other] for other in item.depends_on]
        return item.status != "done" and (item.status == "cancelled" or any(map(lost, others)))

    return tuple(item.id for item in items if item.status != "cancelled" and lost(item))


def next_task(items: Sequence[TodoItem]) -> TodoItem | None:
    ready = [item for item in items if item.status == "todo" and not waits_for(items, item.id)]
    oldest_first = sorted(ready, key=lambda item: item.created_at)
    return max(oldest_first, key=lambda item: RANK[item.priority], default=None)
