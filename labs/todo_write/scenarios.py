"""Runs beside the student's files and reports what it saw, as plain data.

Nothing here knows what is right. Every call into a student's file goes through `stage.call`, so
that whatever goes wrong in it is that file's fault and not this one's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import methodcaller
from random import Random
from typing import Any

from mca.approval import Gate
from mca.events import CallFinished, TurnFinished
from mca.exceptions import ToolError
from mca.limits import Limits
from mca.loop import Agent, run_turn
from mca.messages import Call, Message
from mca.model import Model, Piece, WireModel
from mca.stage import Stage, plain
from mca.tools import Tool, standard_tools
from mock_model.in_process import InProcess
from mock_model.script import Script, call, say
from todo_write.items import TodoItem
from todo_write.plugin import TodoPlugin, plug

Data = dict[str, Any]


def updates(stage: Stage, lists: list[list[list[str]]], *, clear: bool) -> Data:
    """Write lists to a new manager, one after the other; report it before that and after each.

    An item is `[id, text, status]`. With `clear`, each list is emptied after it was handed over.
    """
    manager = stage.make("manager", lambda module: module.TodoManager())

    def write(items: list[list[str]]) -> Data:
        given = [TodoItem(*item) for item in items]
        try:
            outcome = {"answer": plain(manager.update(given)), "refused": None}
        except ValueError as error:
            outcome = {"answer": None, "refused": str(error)}
        if clear:  # it was lent for the call, and belongs to whoever called
            given.clear()
        return outcome | _held(manager)

    before = stage.call("manager", _held, manager)
    return {"before": before, "steps": [stage.call("manager", write, items) for items in lists]}


def agent_calls(stage: Stage, calls: list[list[Any]]) -> Data:
    """Let a model make some calls in one round of the agent; report what it was offered and what came of each."""

    def script(_: Random) -> Script:
        yield say("", *(call(name, **arguments) for name, arguments in calls))
        yield say("done")

    wire = InProcess({"": script})
    plugin = _plugin(stage)
    return _turn(stage, plugin, WireModel(wire.send, wire.receive), plugin.tools(), rounds=2)


def dispatch(stage: Stage, calls: list[list[str]]) -> Data:
    """Put calls to a new `Dispatch` by themselves; a call is `[name, raw arguments]`."""
    tools = standard_tools(stage.workspace)
    manager = stage.make("manager", lambda module: module.TodoManager())
    table = stage.make("dispatch", lambda module: module.Dispatch(tools, manager))

    def put(name: str, arguments: str) -> Data:
        try:
            return {"answer": plain(table.call(name, arguments)), "refused": None}
        except ToolError as error:
            return {"answer": None, "refused": str(error)}

    outcomes = [stage.call("dispatch", put, *each) for each in calls]
    names = stage.call("dispatch", lambda: [plain(name) for name in table.table])
    told = {"names": names, "given": [tool.name for tool in tools], "outcomes": outcomes}
    return {**told, **stage.call("manager", _held, manager)}


def conversation(stage: Stage, rounds: int) -> Data:
    """Let the scripted model talk for at most so many rounds; the tool is in the agent, whatever the table holds."""
    plugin = _plugin(stage)
    return _turn(stage, plugin, stage.model, [plugin.given_tool()], rounds)


def remind(stage: Stage, after: int, rounds: list[list[bool]]) -> Data:
    """Ask a new reminder after each round; a round is what came of its calls to `todo`."""
    reminder = stage.make("reminder", lambda module: module.TodoReminder(after))
    return {"texts": [plain(stage.call("reminder", methodcaller("after_round", each), reminder)) for each in rounds]}


class _Recorder:
    """A model that keeps what it was told, and hands on to another."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.requests: list[list[Data]] = []
        self.offered: list[str] = []

    def reply(self, messages: Sequence[Message], tools: Sequence[Data]) -> Iterator[Piece]:
        self.requests.append([plain(message.as_json()) for message in messages])
        self.offered = [str(tool["name"]) for tool in tools]
        return self._model.reply(messages, tools)


def _plugin(stage: Stage) -> TodoPlugin:
    plugin = plug(stage.files, stage.workspace)
    assert isinstance(plugin, TodoPlugin)
    return plugin


def _turn(stage: Stage, plugin: TodoPlugin, model: Model, added: list[Tool], rounds: int) -> Data:
    """Run one turn with the lab plugged in, and report what went over the wire."""
    recorder = _Recorder(model)
    asked: list[str] = []

    def ask(call: Call) -> bool:
        asked.append(call.name)
        return True

    agent = Agent(recorder, [*standard_tools(stage.workspace), *added], Gate(ask), plugin, Limits(rounds=rounds))
    outcomes: list[Data] = []
    reason = ""
    for event in run_turn(agent, stage.files.lab.request):
        match event:
            case CallFinished(finished, result, ok):
                outcomes.append({"name": finished.name, "ok": ok, "result": plain(result)})
            case TurnFinished(ended):
                reason = ended.value
    told = {"requests": recorder.requests, "offered": recorder.offered, "asked": asked}
    return told | {"outcomes": outcomes, "reason": reason, **stage.call("manager", _held, plugin.manager)}


def _held(manager: Any) -> Data:
    """What a manager holds now, and how it shows it."""
    items = [[plain(item.id), plain(item.text), plain(item.status)] for item in manager.items]
    try:
        rendered = plain(manager.render())
    except KeyError as error:  # an item that was let in although its status has no mark
        rendered = f"KeyError: {error}"
    return {"items": items, "rendered": rendered}
