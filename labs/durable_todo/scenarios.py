"""Runs beside the student's files and reports what it saw, as plain data.

Nothing here knows what is right. Every call into a student's file goes through `files.call`, so
that whatever goes wrong in it is that file's fault and not this one's.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from durable_todo.board import Board
from durable_todo.data import Data, entry_of, given, item_of, plain_tasks
from durable_todo.item import CallRecord
from durable_todo.plugin import FOLDER, RULES, TodoPlugin, plug
from durable_todo.records import Saved, Turn, encode
from durable_todo.stores import LIST, checked, killed, stores
from mca.approval import Gate
from mca.events import CallFinished, TurnFinished
from mca.limits import Limits
from mca.loop import Agent, run_turn
from mca.messages import Call
from mca.model import Model, WireModel
from mca.screen import Screen
from mca.stage import Stage, attributes, plain, recorded
from mca.tools import standard_tools
from mock_model.in_process import InProcess
from mock_model.script import Script, call, say

__all__ = ["ask", "board", "checked", "conversation", "killed", "resumed", "stores", "turn"]


def ask(stage: Stage, file: str, questions: list[list[Any]]) -> Data:
    """Ask one of the files; a question is `[function, arguments, named arguments]`."""
    answers = []
    for function, arguments, named in questions:
        values = [given(argument) for argument in arguments]
        answer = stage.make(file, lambda module: getattr(module, function)(*values, **named))  # noqa: B023 -- called at once
        answers.append(plain_tasks(answer))
    return {"answers": answers}


def board(stage: Stage, items: list[Data], operations: list[list[Any]]) -> Data:
    """Let a board do some operations on a list, and report answer and list after each.

    `["add", entries]`, `["move", id, state, named arguments]`, `["call", record]`, or
    `["request", text, interrupt]`. Moments are numbers with leading zeros.
    """
    ticks = count(1)
    board = Board(stage.files, stage.project / FOLDER, lambda: f"{next(ticks):09}")
    board.open()
    board.items = tuple(map(item_of, items))
    steps = []
    for operation, *arguments in operations:
        match operation, *arguments:
            case "add", entries:
                answer: Any = board.add(tuple(map(entry_of, entries)), "add_todo")
            case "move", id_, to, named:
                answer = board.move(id_, to, "move_todo", **named)
            case "call", record:
                board.note_call(CallRecord(**record, at=f"{next(ticks):09}"))
                answer = None
            case "request", text, interrupt:
                answer = board.begin_turn(text, interrupt=interrupt)
        said = attributes(answer, "ok", "text") if operation in {"add", "move"} else {"ok": True, "text": ""}
        steps.append({**said, "items": plain_tasks(board.items)})
    board.close()
    return {"steps": steps}


def turn(stage: Stage, items: list[Data], calls: list[list[Any]], *, request: str, allow: bool) -> Data:
    """Let a model make some calls, a round each, beside a list that is there already."""

    def script(_: Random) -> Script:
        for name, arguments in calls:
            yield say("", call(name, **arguments))
        yield say("done")

    model = InProcess({"": script})
    return _turn(stage, WireModel(model.send, model.receive), items, request, allow=allow)


def conversation(stage: Stage, rounds: int) -> Data:
    """Let the scripted model work on the project, with a list that is empty at first."""
    return _turn(stage, stage.model, [], stage.files.lab.request, allow=True, rounds=rounds)


def resumed(stage: Stage, saved: Data, request: str, *, colour: bool) -> Data:
    """Start the plug-in where a list was kept, and begin a turn; report what the user and the model see."""
    folder = stage.project / FOLDER
    folder.mkdir()
    turns = tuple(
        Turn(each["request"], tuple(CallRecord(**record) for record in each["calls"])) for each in saved["turns"]
    )
    (folder / LIST).write_text(encode(Saved(tuple(map(item_of, saved["items"])), turns)), encoding="utf-8")
    plugin = plug(stage.files, stage.workspace)
    shown: list[str] = []
    write = plugin.wrap(Screen(recorded(shown), tty=colour, size=lambda: (80, 24)))
    notice = plugin.begin(request)
    write(f"{notice}\n")
    return {"notice": notice, "instruction": plugin.instruction(), "screen": "".join(shown), "rules": RULES}


def _turn(stage: Stage, model: Model, items: list[Data], request: str, *, allow: bool, rounds: int = 60) -> Data:
    plugin = plug(stage.files, stage.workspace)
    assert isinstance(plugin, TodoPlugin)
    plugin.board.items = tuple(map(item_of, items))
    asked: list[str] = []
    outcomes: list[Data] = []
    reason = ""

    def gate(call: Call) -> bool:
        asked.append(call.name)
        return allow

    tools = [*standard_tools(stage.workspace), *plugin.tools()]
    for event in run_turn(Agent(model, tools, Gate(gate), plugin, Limits(rounds=rounds)), request):
        match event:
            case CallFinished(_, result, ok):
                outcomes.append({"ok": ok, "result": plain(result), "items": plain_tasks(plugin.board.items)})
            case TurnFinished(ended):
                reason = ended.value
    return {"asked": asked, "outcomes": outcomes, "reason": reason, "items": plain_tasks(plugin.board.items)}
