"""Given: wires the student's files into the agent.

Each file is imported by itself, and every call into one goes through `files.call`, which names the
file at fault. What is missing is left out: the agent works without a reminder, and without a list.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from mca.messages import Call
from mca.plugin import Plugin, Reminder
from mca.screen import BlockPrinter, Screen
from mca.student import StudentFiles
from mca.tools import Tool, Workspace, standard_tools
from todo_write.tool import TODO, todo_tool

if TYPE_CHECKING:
    from todo_write.todo.dispatch import Dispatch
    from todo_write.todo.manager import TodoManager
    from todo_write.todo.reminder import TodoReminder

INSTRUCTION = (
    "When a job takes more than two steps, write them down with `todo` first, keep one item in progress, "
    "and write the list again as soon as one is completed."
)


def plug(files: StudentFiles, workspace: Workspace) -> Plugin:
    """The lab's plug-in; one that adds nothing when there is no manager to hold a list."""
    manager: TodoManager | None = files.make("manager", lambda module: module.TodoManager())
    return Plugin() if manager is None else TodoPlugin(files, workspace, manager)


class TodoPlugin(Plugin):
    """The manager, the table and the reminder, for one user request: nothing is saved."""

    def __init__(self, files: StudentFiles, workspace: Workspace, manager: TodoManager) -> None:
        self._files = files
        self.manager = manager
        # The student's table is made of what the agent has anyway, and holds one tool more.
        self._own = standard_tools(workspace)
        self._dispatch: Dispatch | None = files.make("dispatch", lambda module: module.Dispatch(self._own, manager))
        self._reminder: TodoReminder | None = files.make("reminder", lambda module: module.TodoReminder())
        self._added = files.call("dispatch", self._added_tools) or []
        self._outcomes: list[bool] = []  # of the calls to `todo` in this round
        self._written = False

    def tools(self) -> list[Tool]:
        """What the student's table has more than the agent, each run by the student's `Dispatch.call`."""
        return [self._files.tool("dispatch", self._through_dispatch(tool)) for tool in self._added]

    def given_tool(self) -> Tool:
        """The tool without any table, for whoever looks at the manager or the reminder alone."""
        return self._files.tool("manager", todo_tool(self.manager))

    def instruction(self) -> str:
        """Never speaks of a tool that is not there: a model then types its name into a shell."""
        return INSTRUCTION if self._added else ""

    def after_call(self, call: Call, result: str, *, ran: bool, ok: bool) -> None:  # noqa: ARG002 -- accepted or not is all that counts
        """Keep what came of the calls to `todo`; a blocked or refused one wrote nothing."""
        if call.name == TODO:
            self._outcomes.append(ok)
            self._written = self._written or ok

    def after_round(self, number: int) -> Reminder | None:  # noqa: ARG002 -- the student's file counts by itself
        """Let the reminder see the round; the loop puts what it says behind the round's results.

        A list with nothing left open, finished or cleared, is not put before it: to nag about
        that would make the model invent work.
        """
        outcomes, self._outcomes = self._outcomes, []
        reminder = self._reminder
        if reminder is None or (self._written and not self._files.call("manager", self._open)):
            return None
        text = self._files.call("reminder", lambda: _text(reminder.after_round(outcomes)))
        return Reminder(text) if text else None

    def wrap(self, screen: Screen) -> Callable[[str], None]:
        """The list is printed between two lines of text when it has changed."""

        def rows() -> list[str]:
            return self._files.call("manager", self._rows) or []

        return BlockPrinter(rows, screen.write).wrap(screen.write)

    def summary(self) -> str:
        """Where the list stands, and what was left open."""
        return self._files.call("manager", self._summary) or "no list"

    def _added_tools(self) -> list[Tool]:
        """The student's own entries, if they are tools: the agent reads them outside of their code."""
        own = {tool.name for tool in self._own}
        table = {} if self._dispatch is None else self._dispatch.table
        added = [tool for name, tool in table.items() if name not in own]
        for tool in added:
            if not isinstance(tool, Tool):
                raise TypeError(f"Dispatch.table holds {type(tool).__name__}, expected a Tool")
            json.dumps(tool.as_json())
        return added

    def _through_dispatch(self, tool: Tool) -> Tool:
        dispatch = self._dispatch
        assert dispatch is not None
        return replace(tool, run=lambda arguments: dispatch.call(tool.name, arguments.model_dump_json()))

    def _open(self) -> list[str]:
        return [item.text for item in self.manager.items if item.status != "completed"]

    def _rows(self) -> list[str]:
        return ["-- todo --", *self.manager.render().splitlines()] if self.manager.items else []

    def _summary(self) -> str:
        if not self.manager.items:
            return ""
        left = ", ".join(self._open())
        return f"list {self.manager.render().splitlines()[-1]}" + (f"; left open: {left}" if left else "")


def _text(value: str | None) -> str | None:
    """What a student's function returned, if it is text or nothing."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"got {type(value).__name__}, expected a string")
    return value
