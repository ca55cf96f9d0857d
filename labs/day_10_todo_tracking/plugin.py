"""Given: wires the student's files into the agent.

Each file is imported by itself, and every call into one goes through `files.call`, which names the
file at fault. What is missing is left out: the agent works without a panel, without a detector,
and even without a list.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import methodcaller
from types import ModuleType
from typing import TYPE_CHECKING

from day_10_todo_tracking.rows import panel_rows
from mca.plugin import Plugin, Reminder, Stop
from mca.render import one_line
from mca.screen import BlockPrinter, Screen
from mca.student import StudentFiles
from mca.tools import Arguments, Tool, Workspace

if TYPE_CHECKING:
    from day_10_todo_tracking.todo.intervention import Intervention
    from day_10_todo_tracking.todo.list import TodoList
    from day_10_todo_tracking.todo.panel import TodoPanel
    from day_10_todo_tracking.todo.stall import StallDetector, StallSignal

INSTRUCTION = (
    "When a job takes more than three steps, plan it with `update_todos` first, keep one task in progress, "
    "and mark each task done as soon as it is."
)


def plug(files: StudentFiles, _workspace: Workspace) -> Plugin:
    """The lab's plug-in; one that adds nothing when there is no list to keep."""
    todos = files.make("list", _make_list)
    return Plugin() if todos is None else TodoPlugin(files, todos)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """Where the list stood after a round, and what the detector said to that."""

    round: int
    revision: int
    counts: tuple[int, int]
    signal: StallSignal | None


class TodoPlugin(Plugin):
    """The list, its tool, its panel and its detector, for one user request: nothing is saved."""

    def __init__(self, files: StudentFiles, todos: TodoList) -> None:
        self._files = files
        self.todos = todos
        self.history: list[RoundRecord] = []
        tool: Tool | None = files.make("tool", lambda module: _make_tool(module, todos))
        self._tool = tool and files.tool("tool", tool)
        self._detector: StallDetector | None = files.make("stall", _make_detector)
        self._intervention: Intervention | None = files.make("intervention", lambda module: module.Intervention())
        self._panel: TodoPanel | None = None

    def tools(self) -> list[Tool]:
        """`update_todos`, if the student's file gives it."""
        return [] if self._tool is None else [replace(self._tool, run=self._run_tool)]

    def instruction(self) -> str:
        """Never speaks of a tool that is not there: a model then types its name into a shell."""
        return INSTRUCTION if self._tool is not None else ""

    def after_round(self, number: int) -> Reminder | Stop | None:
        """Ask the detector, note what it said, and let the intervention decide."""
        return self._files.call("list", self._after_round, number)

    def wrap(self, screen: Screen) -> Callable[[str], None]:
        """Text goes through the panel; without one, the list is printed when it changed."""

        def rows(width: int) -> list[str]:
            return self._files.call("list", panel_rows, self.todos, width) or []

        def make_panel(module: ModuleType) -> TodoPanel:
            panel: TodoPanel = module.TodoPanel(rows, screen.write, tty=screen.tty, size=screen.size)
            return panel

        printed = BlockPrinter(lambda: rows(screen.size()[0]), screen.write).wrap(screen.write)
        panel = self._panel = self._files.make("panel", make_panel)
        wrapped = None if panel is None else self._files.call("panel", lambda: panel.wrap(screen.write))

        def write(text: str) -> None:
            if wrapped is not None and self._files.works("panel"):
                self._files.call("panel", wrapped, text)
                if self._files.works("panel"):
                    return
            printed(text)

        return write

    def close(self) -> None:
        """Take the panel off the screen; a list that was printed stays where it is."""
        if (panel := self._panel) is not None:
            self._files.call("panel", methodcaller("hide"), panel)

    def summary(self) -> str:
        """Where the list stands, and what was left open."""
        return self._files.call("list", self._summary) or "no list"

    def _summary(self) -> str:
        done, total = self.todos.counts
        left = ", ".join(one_line(item.text) for item in self.todos.items if item.status != "done")
        return f"list {done}/{total} done at revision {self.todos.revision}" + (f"; left open: {left}" if left else "")

    def _after_round(self, number: int) -> Reminder | Stop | None:
        before = self.history[-1].revision if self.history else 0
        record = RoundRecord(number, self.todos.revision, self.todos.counts, self._signal(number))
        self.history.append(record)
        moved, intervention = record.revision != before, self._intervention
        if intervention is None:
            return None
        return self._files.call("intervention", lambda: intervention.on(record.signal, moved))

    def _signal(self, number: int) -> StallSignal | None:
        """What the detector says; a list with nothing left open is not put before it."""
        (done, total), revision, reopened = self.todos.counts, self.todos.revision, self.todos.reopened
        detector = self._detector
        if detector is None or (total and done == total):
            return None
        return self._files.call("stall", lambda: detector.check(number, revision, reopened))

    def _run_tool(self, arguments: Arguments) -> str:
        """Run the student's tool, then show the list as it stands now."""
        assert self._tool is not None
        try:
            return self._tool.run(arguments)
        finally:
            if (panel := self._panel) is not None:
                self._files.call("panel", methodcaller("show"), panel)


def _make_list(module: ModuleType) -> TodoList:
    """The student's list, if what a turn asks of it is there."""
    todos: TodoList = module.TodoList()
    done, total = todos.counts
    _ = todos.items, todos.revision + done + total, todos.reopened
    return todos


def _make_tool(module: ModuleType, todos: TodoList) -> Tool:
    """The student's tool, if it is one: the agent reads it outside of their code."""
    tool = module.update_todos(todos)
    if not isinstance(tool, Tool):
        raise TypeError(f"update_todos returned {type(tool).__name__}, expected a Tool")
    json.dumps(tool.as_json())
    return tool


def _make_detector(module: ModuleType) -> StallDetector:
    detector: StallDetector = module.StallDetector(module.StallLimits())
    return detector
