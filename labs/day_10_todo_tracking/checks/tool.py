"""Exercise 2: the tool."""

from __future__ import annotations

from typing import Any

from grader.checks import Trial, check

from .observations import GateSeen, Item
from .shared import converse, draw_items, list_is, sent_list, with_status


@check(6, "tool", needs=("list", "tool"), place="update_todos")
def tool_is_read_only(trial: Trial) -> None:
    """writing the list asks nobody for approval, while an edit does"""
    items = draw_items(trial, "pending", "pending", "pending")
    edit = {"path": f"{trial.draw.names(1)[0]}.txt", "text": trial.draw.phrases(1)[0]}
    calls = [["update_todos", {"items": _todos(items)}], ["write_file", edit]]
    observed = trial.act("a round that calls `update_todos` and `write_file`", "gate", GateSeen, calls=calls)
    worked = [["update_todos", True], ["write_file", True]]
    trial.same("the gate was asked about", observed.seen.asked, ["write_file"])
    trial.same("tools, and whether they worked:", observed.seen.outcomes, worked)
    list_is(trial, observed.seen, items)
    trial.same("the file holds", observed.project.get(edit["path"]), edit["text"])


@check(7, "tool", needs=("list", "tool"), place="update_todos")
def tool_moves_one_task(trial: Trial) -> None:
    """moves one task and no other; a repair goes to 3/3"""
    items = draw_items(trial, "pending", "in_progress")
    (task, _, _), todos = items[0], _todos(items)
    bad = [{"id": "nobody", "status": "done"}, {"id": task}, {"items": todos, "id": task, "status": "done"}]
    calls = [["update_todos", each] for each in ({"items": todos}, *bad, {"id": task, "status": "done"})]
    did = "`update_todos` with a whole list; an unknown id; an id alone; both forms at once; an id and `done`"
    seen = trial.act(did, "gate", GateSeen, calls=calls).seen
    trial.same("calls that worked:", [ok for _, ok in seen.outcomes], [True, False, False, False, True])
    list_is(trial, seen, [with_status(items[0], "done"), items[1]])
    talk = converse(trial, "", rounds=12)
    trial.same("the turn ended with", talk.seen.reason, "answered")
    trial.same("done by round:", [seen.counts[0] for seen in talk.seen.history], [0, 0, 1, 1, 2, 2, 3])
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history], [1, 1, 3, 3, 5, 5, 6])
    list_is(trial, talk.seen, [with_status(item, "done") for item in sent_list(talk, 1)])
    mended = talk.project.get("durations.py", "")
    expected = "`durations.py` writes seconds with two digits"
    trial.true("{seconds % 60:02}" in mended, expected, f"`durations.py`:\n{mended}")


def _todos(items: list[Item]) -> list[dict[str, Any]]:
    """Tasks as the model writes them."""
    return [{"id": id_, "text": text, "status": status} for id_, text, status in items]
