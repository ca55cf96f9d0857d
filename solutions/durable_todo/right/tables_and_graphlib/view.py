from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

from ..item import TodoItem
from ..records import Turn

LOOKS = {
    "todo": ("[ ]", ""),
    "in_progress": ("[>]", "1"),
    "done": ("[x]", "90"),
    "blocked": ("[!]", "33"),
    "cancelled": ("[-]", "9"),
}


def for_model(items: Sequence[TodoItem]) -> str:
    groups: dict[bool, list[TodoItem]] = defaultdict(list)
    for item in items:
        groups[len(items) > 15 and item.status == "done"].append(item)
    lines = [
        f"{LOOKS[i.status][0]} {i.id} ({i.status}, {i.priority}) {i.summary} {list(i.depends_on)} {list(i.file_hints)} {i.reason}"
        for i in groups[False]
    ]
    return "\n".join([*lines, *([f"[x] {len(groups[True])} done"] if groups[True] else [])])


def changes(before: Sequence[TodoItem], after: Sequence[TodoItem]) -> list[str]:
    old = {(item.id, item.status) for item in before}
    was = dict(old)
    return [f"{i.id} {was.get(i.id, 'new')}=>{i.status} {i.reason}" for i in after if (i.id, i.status) not in old]


def on_screen(items: Sequence[TodoItem], *, colour: bool) -> list[str]:
    open_ones = {"todo", "blocked"}
    groups = chain(
        (i for i in items if i.status == "in_progress"),
        *([i for i in items if i.status in open_ones and i.priority == p] for p in ("high", "medium", "low")),
        (i for i in items if i.status == "cancelled"),
    )
    rows = [(item.status, f"{item.id} {item.summary}") for item in groups]
    if done := [item for item in items if item.status == "done"]:
        rows.append(("done", f"{len(done)} done"))
    return [_row(*LOOKS[status], text, colour) for status, text in rows]


def _row(mark: str, number: str, text: str, colour: bool) -> str:
    start, end = (f"\x1b[{number}m", "\x1b[0m") if colour and number else ("", "")
    return f"{start}{mark} {text}{end}"


def resume(items: Sequence[TodoItem], turns: Sequence[Turn], rules: str) -> str:
    every_call = [call for turn in turns for call in turn.calls]
    tools = dict.fromkeys(call.tool for call in every_call)
    counted = [f"{tool} {sum(call.tool == tool for call in every_call)}" for tool in tools]
    recent = [
        line
        for turn in turns[-2:]
        for line in (f"> {turn.request}", *(f"{c.tool}({c.file}) {('failed', 'worked')[c.ok]}" for c in turn.calls))
    ]
    return "\n\n".join([rules, for_model(items), "\n".join(recent), "; ".join(counted)])
