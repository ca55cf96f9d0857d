"""Runs beside the student's files and reports what it saw, as plain data.

Nothing here knows what is right. Every call into a student's file goes through `files.call`, so
that whatever goes wrong in it is that file's fault and not this one's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import methodcaller
from random import Random
from types import ModuleType
from typing import Any

from day_10_todo_tracking.plugin import TodoPlugin, plug
from mca.approval import Gate
from mca.cli import main
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

Data = dict[str, Any]


def writes(stage: Stage, writes: list[list[Any]]) -> Data:
    """Write to a new list, form by form, and report list and outcome after each write.

    A write is `["replace", [[id, text, status], ...]]` or `["set_status", id, status]`.
    """
    todos = stage.make("list", lambda module: module.TodoList())
    steps = []
    for form, *arguments in writes:
        given = [_items(stage, arguments[0])] if form == "replace" else arguments
        outcome = stage.call("list", methodcaller(form, *given), todos)
        steps.append(attributes(outcome, "ok", "changed", "note") | _list(stage, todos))
    return {"steps": steps}


def gate(stage: Stage, calls: list[list[Any]]) -> Data:
    """Let a model make some calls in one round; report what the gate asked about and what came of each."""

    def script(_: Random) -> Script:
        yield say("", *(call(name, **arguments) for name, arguments in calls))
        yield say("done")

    asked: list[str] = []

    def ask(call: Call) -> bool:
        asked.append(call.name)
        return True

    model = InProcess({"": script})
    turn = _turn(stage, WireModel(model.send, model.receive), ask, rounds=2)
    return {"asked": asked, "outcomes": turn.outcomes, **_list(stage, turn.plugin.todos)}


def conversation(stage: Stage, rounds: int) -> Data:
    """Let the scripted model work on the project for at most so many rounds."""
    turn = _turn(stage, stage.model, lambda _: True, rounds)
    return {"reason": turn.reason, "history": _history(turn.plugin), **_list(stage, turn.plugin.todos)}


def late_list(stage: Stage, rounds: int, items: list[list[str]], quiet: int) -> Data:
    """A long conversation without a list; then one is written, and `quiet` rounds follow."""
    plugin = _turn(stage, stage.model, lambda _: True, rounds).plugin
    before = _history(plugin)
    stage.call("list", methodcaller("replace", _items(stage, items)), plugin.todos)
    for number in range(quiet + 1):
        plugin.after_round(len(before) + 1 + number)
    return {"before": before, "after": _history(plugin)[len(before) :], **_list(stage, plugin.todos)}


def detect(stage: Stage, limits: dict[str, int], rounds: list[list[Any]]) -> Data:
    """Ask a new detector after each round; a round is `[number, revision, reopened]`."""
    detector = stage.make("stall", lambda module: module.StallDetector(module.StallLimits(**limits)))
    return {"signals": [_signal(stage.call("stall", methodcaller("check", *seen), detector)) for seen in rounds]}


def decide(stage: Stage, hits: list[list[Any]]) -> Data:
    """Ask a new intervention after each round; a hit is `[kind of the signal or null, moved]`."""
    intervention = stage.make("intervention", lambda module: module.Intervention())
    decisions = []
    for number, (kind, moved) in enumerate(hits):
        signal = kind and stage.make("stall", lambda module: module.StallSignal(kind, f"signal {number}"))  # noqa: B023 -- called at once
        decision = stage.call("intervention", methodcaller("on", signal, moved), intervention)
        decisions.append({"kind": type(decision).__name__, "text": plain(getattr(decision, "text", ""))})
    return {"decisions": decisions}


def panel(stage: Stage, columns: int, rows: int, *, tty: bool, steps: list[list[Any]]) -> Data:
    """Drive a panel on a screen of the given size, and report what was written at each step.

    A step is `["rows", [...]]`, `["show"]`, `["hide"]`, `["text", "..."]`, or `["pre", "..."]` for
    text that is on the screen before the panel comes. The widths that rows were asked for are
    reported as well.
    """
    written: list[str] = []
    block: list[str] = []
    widths: list[Any] = []
    out = recorded(written)

    def block_rows(width: int) -> list[str]:
        widths.append(plain(width))
        return list(block)

    def make(module: ModuleType) -> tuple[Any, Any]:
        panel = module.TodoPanel(block_rows, out, tty=tty, size=lambda: (columns, rows))
        write = panel.wrap(out)
        if not callable(write):
            raise TypeError(f"wrap returned {type(write).__name__}, expected a function")
        return panel, write

    panel, write = stage.make("panel", make)
    chunks = []
    for step, *arguments in steps:
        if step == "rows":
            block[:] = arguments[0]
        elif step == "pre":
            out(*arguments)
        elif step == "text":
            stage.call("panel", write, *arguments)
        else:
            stage.call("panel", methodcaller(step), panel)
        chunks.append("".join(written))
        written.clear()
    return {"written": chunks, "widths": sorted(set(widths), key=repr)}


def whole_agent(stage: Stage) -> Data:
    """Run `python -m mca` as a command, with a scripted model, and report its screen and exit status."""
    shown: list[str] = []
    screen = Screen(recorded(shown), tty=False, size=lambda: (80, 24))
    status = main(["--workspace", str(stage.project), "--yes"], model=stage.model, files=stage.files, screen=screen)
    return {"status": status, "screen": "".join(shown)}


@dataclass
class _Turn:
    """What is left of a turn of the whole agent; an outcome is `[tool, ok]`."""

    plugin: TodoPlugin
    outcomes: list[list[Any]]
    reason: str = ""


def _turn(stage: Stage, model: Model, ask: Callable[[Call], bool], rounds: int) -> _Turn:
    """Run one turn with a model and the lab plugged in."""
    plugin = plug(stage.files, stage.workspace)
    assert isinstance(plugin, TodoPlugin)
    turn = _Turn(plugin, [])
    tools = [*standard_tools(stage.workspace), *plugin.tools()]
    for event in run_turn(Agent(model, tools, Gate(ask), plugin, Limits(rounds=rounds)), stage.files.lab.request):
        match event:
            case CallFinished(call, _, ok):
                turn.outcomes.append([call.name, ok])
            case TurnFinished(reason):
                turn.reason = reason.value
    return turn


def _items(stage: Stage, items: list[list[str]]) -> list[Any]:
    return list(stage.make("list", lambda module: [module.TodoItem(*item) for item in items]))


def _list(stage: Stage, todos: Any) -> Data:
    def look(todos: Any) -> Data:
        items = [[plain(item.id), plain(item.text), plain(item.status)] for item in todos.items]
        return {"items": items} | attributes(todos, "revision", "counts", "reopened")

    return dict(stage.call("list", look, todos))


def _history(plugin: TodoPlugin) -> list[Data]:
    return [
        {**attributes(record, "round", "revision", "counts"), "signal": _signal(record.signal)}
        for record in plugin.history
    ]


def _signal(signal: Any) -> Data | None:
    return None if signal is None else attributes(signal, "kind", "note")
