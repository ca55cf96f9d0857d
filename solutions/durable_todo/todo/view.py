"""The list as text: for the model, which pays for each word, and for the person who watches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..item import PRIORITIES, TodoItem
from ..records import Turn

MARKS = {"todo": "[ ]", "in_progress": "[>]", "done": "[x]", "blocked": "[!]", "cancelled": "[-]"}
COLOURS = {"todo": "", "in_progress": "1", "done": "90", "blocked": "33", "cancelled": "9"}
"""The numbers of `ESC [ n m` for each state: plain, bright, grey, yellow, struck through."""

FOLD_ABOVE = 15
"""A list of more tasks than this is shown to the model with its done ones in one line."""

TURNS_SHOWN = 2


def for_model(items: Sequence[TodoItem]) -> str:
    """The whole list for the model: a line a task, in the list's order.

    A line holds the mark, the id, the state, the priority and the summary; what the task depends
    on, its file hints, and why it is blocked, where there is such a thing. Above `FOLD_ABOVE` tasks
    the done ones are one line instead, `[x] n done`, at the end.
    """
    folded = [item for item in items if item.status == "done"] if len(items) > FOLD_ABOVE else []
    rows = [_row(item) for item in items if item not in folded]
    return "\n".join(rows + ([_done(len(folded))] if folded else []))


def changes(before: Sequence[TodoItem], after: Sequence[TodoItem]) -> list[str]:
    """One line for each task that is new or has changed its state, and none for any other.

    A line holds the id, the state before (`new` for one that was not there), the state now, and
    the reason where the task is blocked.

    >>> changes([TodoItem("T-001", "boil the water")], [TodoItem("T-001", "boil the water", status="in_progress")])
    ['T-001: todo -> in_progress']
    """
    states = {item.id: item.status for item in before}
    return [
        f"{item.id}: {states.get(item.id, 'new')} -> {item.status}" + (f" ({item.reason})" if item.reason else "")
        for item in after
        if states.get(item.id) != item.status
    ]


def on_screen(items: Sequence[TodoItem], *, colour: bool) -> list[str]:
    """The list for a person: a row a task, with its mark, its id and its summary.

    The task in progress comes first, then those in state todo and blocked by priority, then the
    cancelled ones; where two are alike in that, the list's order decides. The done ones are one
    row at the end, `[x] n done`. With `colour`, a row starts with the control sequence for its
    state's number in `COLOURS` and ends with `ESC [ 0 m`; a state without a number has none.

    >>> on_screen([TodoItem("T-001", "boil the water", status="in_progress")], colour=False)
    ['[>] T-001 boil the water']
    """
    done = sum(item.status == "done" for item in items)
    rows = [(item.status, f"{MARKS[item.status]} {item.id} {item.summary}") for item in sorted(items, key=_place)]
    rows = [row for row in rows if row[0] != "done"]
    return [_coloured(text, status, colour=colour) for status, text in rows + ([("done", _done(done))] if done else [])]


def resume(items: Sequence[TodoItem], turns: Sequence[Turn], rules: str) -> str:
    """What the model is told when the agent starts again with a list that is there already.

    It holds the rules, the list (`for_model`), and of what went before the requests of the last
    `TURNS_SHOWN` turns, each with its calls (a line with tool, file, and `worked` or `failed`), and
    how often each tool was called in all turns (`edit_file 3`). Older requests and their calls are
    left out: this is not the conversation.
    """
    lines = [rules, "The list, kept from before:", for_model(items), "The last requests:"]
    for turn in turns[-TURNS_SHOWN:]:
        lines.append(f"- {turn.request}")
        lines += [f"  {call.tool} {call.file} {'worked' if call.ok else 'failed'}" for call in turn.calls]
    counts = Counter(call.tool for turn in turns for call in turn.calls)
    lines.append(f"Calls so far: {', '.join(f'{tool} {number}' for tool, number in counts.items()) or 'none'}")
    return "\n".join(lines)


def _row(item: TodoItem) -> str:
    details = [
        f"depends on {', '.join(item.depends_on)}" if item.depends_on else "",
        f"files {', '.join(item.file_hints)}" if item.file_hints else "",
        f"blocked: {item.reason}" if item.reason else "",
    ]
    row = f"{MARKS[item.status]} {item.id} {item.status} {item.priority}: {item.summary}"
    return "; ".join(filter(None, [row, *details]))


def _done(number: int) -> str:
    return f"{MARKS['done']} {number} done"


def _place(item: TodoItem) -> tuple[int, int]:
    """Sorting is stable, so the list's order decides where this does not."""
    group = {"in_progress": 0, "cancelled": 2}.get(item.status, 1)
    return group, PRIORITIES.index(item.priority) if group == 1 else 0


def _coloured(text: str, status: str, *, colour: bool) -> str:
    return f"\x1b[{COLOURS[status]}m{text}\x1b[0m" if colour and COLOURS[status] else text
