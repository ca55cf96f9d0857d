"""The states of a task, and who may move it from one to another."""

from __future__ import annotations

from collections.abc import Sequence

from ..item import STATES, TodoItem

MOVES = {
    "todo": ("in_progress", "blocked", "cancelled"),
    "in_progress": ("done", "blocked", "todo", "cancelled"),
    "blocked": ("todo", "cancelled"),
    "done": (),
    "cancelled": (),
}
"""Where a task may go from each state. Two kinds of move need more than this table: see `refusal`."""


def refusal(items: Sequence[TodoItem], id: str, to: str, *, consent: bool = False, interrupt: bool = False) -> str:
    """Say why the task `id` may not move to the state `to`; empty if it may.

    Refused are an id that is not on the list (the answer quotes it, and lists those that are), a
    state that does not exist (the answer lists those that do), and a move that is not in `MOVES`
    (the answer names both states). While a task is in progress no other can start, and the answer
    names the one that is. To `cancelled` a task goes only with the user's consent; without it the
    answer says `consent`, and that a task in doubt is to be `blocked`. From `in_progress` back to
    `todo` it goes only by the user's interrupt; without it the answer says `interrupt`. Neither is
    ever the model's to give, and neither opens a way that `MOVES` does not have.

    >>> refusal([TodoItem("T-001", "boil the water", status="done")], "T-001", "todo")
    'T-001 cannot go from done to todo'
    """
    item = next((item for item in items if item.id == id), None)
    if item is None:
        return f"no task {id!r}; the ids are {', '.join(item.id for item in items) or 'none yet'}"
    if to not in STATES:
        return f"no state {to!r}; the states are {', '.join(STATES)}"
    if to not in MOVES[item.status]:
        return f"{id} cannot go from {item.status} to {to}"
    # TODO 1: two kinds of move are the user's and not the model's, and here anybody may make them.
    # And `moves_for_request` lets an interrupt wait like any other request.
    _ = consent, interrupt
    holder = _in_progress(items)
    if to == "in_progress" and holder:
        return f"{id} cannot start while {holder} is in progress"
    return ""


def moves_for_request(items: Sequence[TodoItem], id: str, *, interrupt: bool) -> tuple[tuple[str, str], ...]:
    """The moves, in order, that a new request causes once it is on the list as the task `id`.

    A move is an id and the state that it goes to. A request that is no interrupt waits its turn:
    no move. An interrupt puts the task in progress, if there is one, back to todo, and starts `id`.

    >>> tea = [TodoItem("T-001", "boil the water", status="in_progress"), TodoItem("T-002", "open the door")]
    >>> moves_for_request(tea, "T-002", interrupt=True)
    (('T-001', 'todo'), ('T-002', 'in_progress'))
    """
    if not interrupt or _in_progress(items):
        return ()
    return ((id, "in_progress"),)


def _in_progress(items: Sequence[TodoItem]) -> str:
    """The id of the task in progress; empty if there is none."""
    return next((item.id for item in items if item.status == "in_progress"), "")
