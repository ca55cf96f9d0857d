from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..item import PRIORITIES, TodoItem

WHITE, GREY, BLACK = range(3)


class _Search:
    """Depth first; what is grey is on the way from the start to here."""

    def __init__(self, items: Sequence[TodoItem]) -> None:
        self.needs = {item.id: item.depends_on for item in items}
        self.colour = dict.fromkeys(self.needs, WHITE)
        self.way: list[str] = []

    def visit(self, task: str) -> list[str]:
        if self.colour[task] == BLACK:
            return []
        if self.colour[task] == GREY:
            while self.way[0] != task:
                self.way.pop(0)
            return [*self.way, task]
        self.colour[task] = GREY
        self.way.append(task)
        for other in self.needs[task]:
            if ring := self.visit(other):
                return ring
        self.way.pop()
        self.colour[task] = BLACK
        return []


def problem(items: Sequence[TodoItem]) -> str:
    search = _Search(items)
    for task, others in search.needs.items():
        for other in others:
            if other not in search.needs:
                return f"{task}: no task {other}"
    for task in search.needs:
        if ring := search.visit(task):
            return "circle: " + " -> ".join(ring)
    return ""


def waits_for(items: Sequence[TodoItem], id: str) -> tuple[str, ...]:
    state = {item.id: item.status for item in items}
    (mine,) = [item for item in items if item.id == id]
    return tuple(filter(lambda other: state[other] != "done", mine.depends_on))


def settle(items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    for place, item in enumerate(items):
        if item.waiting and not waits_for(items, item.id):
            free = replace(item, status="todo", waiting=False, reason="")
            return settle((*items[:place], free, *items[place + 1 :]))
    return tuple(items)


def unreachable(items: Sequence[TodoItem]) -> tuple[str, ...]:
    behind: dict[str, list[TodoItem]] = {item.id: [] for item in items}
    for item in items:
        for other in item.depends_on:
            behind[other].append(item)
    queue = [item.id for item in items if item.status == "cancelled"]
    lost = set()
    while queue:
        for item in behind[queue.pop()]:
            if item.status not in ("done", "cancelled") and item.id not in lost:
                lost.add(item.id)
                queue.append(item.id)
    return tuple(item.id for item in items if item.id in lost)


def next_task(items: Sequence[TodoItem]) -> TodoItem | None:
    best: tuple[int, str, int] | None = None
    for place, item in enumerate(items):
        if item.status != "todo" or waits_for(items, item.id):
            continue
        key = (PRIORITIES.index(item.priority), item.created_at, place)
        best = key if best is None else min(best, key)
    return None if best is None else items[best[2]]
