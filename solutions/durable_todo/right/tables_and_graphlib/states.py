from __future__ import annotations

from collections.abc import Sequence

from ..item import STATES, TodoItem

NEEDS = {
    ("todo", "in_progress"): "place",
    ("todo", "blocked"): "",
    ("in_progress", "done"): "",
    ("in_progress", "blocked"): "",
    ("blocked", "todo"): "",
    ("in_progress", "todo"): "interrupt",
    ("todo", "cancelled"): "consent",
    ("blocked", "cancelled"): "consent",
    ("in_progress", "cancelled"): "consent",
}


def refusal(items: Sequence[TodoItem], id: str, to: str, *, consent: bool = False, interrupt: bool = False) -> str:
    states = {item.id: item.status for item in items}
    holders = [key for key, state in states.items() if state == "in_progress"]
    match states.get(id), NEEDS.get((states.get(id, ""), to)):
        case None, _:
            return f"unknown: {id}; known: {' '.join(states)}"
        case _, _ if to not in STATES:
            return f"{to!r} is none of {STATES}"
        case state, None:
            return f"{id}: {state} -> {to} is no move"
        case _, "place" if holders:
            return f"wait for {holders[0]}"
        case _, "consent" if not consent:
            return "not without consent; blocked is the way to ask"
        case _, "interrupt" if not interrupt:
            return "not without an interrupt"
    return ""


def moves_for_request(items: Sequence[TodoItem], id: str, *, interrupt: bool) -> tuple[tuple[str, str], ...]:
    back = [(item.id, "todo") for item in items if item.status == "in_progress"]
    return (*back, (id, "in_progress")) if interrupt else ()
