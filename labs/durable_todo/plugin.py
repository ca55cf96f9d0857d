"""Given: plugs the board into the agent."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from durable_todo.board import Board, utc_now
from durable_todo.item import CallRecord
from durable_todo.tools import todo_tools
from mca.cells import clip
from mca.messages import Call
from mca.plugin import Plugin
from mca.render import one_line
from mca.screen import BlockPrinter, Screen
from mca.student import StudentFiles
from mca.tools import Tool, Workspace

FOLDER = ".mca"
INTERRUPT = "!"
"""A request that starts with this does not wait for the task in progress."""

NOTE_CELLS = 60

RULES = (
    "Keep your plan with the todo tools; it is on the disk and outlives you. Start a task before you work on it, one "
    "at a time; it is done when its files were edited since. What you cannot decide is `blocked`, with a reason: "
    "only the user cancels. The answers tell you what changed."
)


def plug(files: StudentFiles, workspace: Workspace) -> Plugin:
    """The lab's plug-in, with the list that was kept in this workspace."""
    return TodoPlugin(Board(files, workspace.root / FOLDER))


class TodoPlugin(Plugin):
    """Shows the model the whole list when a turn starts, and after that only what changes."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._note = board.open()
        self._resumed = bool(board.items)
        self._tools = todo_tools(board)
        self._list = ""
        self._colour = False

    def begin(self, request: str) -> str:
        """Put the request where it belongs, and take the picture of the list that this turn starts with."""
        # What the model is told of earlier turns must not hold the one that begins.
        past = self.board.turns
        interrupt = request.startswith(INTERRUPT)
        lines = self.board.begin_turn(request.removeprefix(INTERRUPT).strip(), interrupt=interrupt)
        items, asked = self.board.items, self.board.ask
        if self._resumed:
            self._list = asked("view.resume", items, past, RULES, default="")
            lines.insert(0, f"resumed a list of {len(items)} tasks")
        else:
            self._list = "\n".join(filter(None, [RULES, asked("view.for_model", items, default="")]))
        lines = [self._note, *lines] if self._note else lines
        self._resumed, self._note = False, ""
        return "\n".join(lines)

    def tools(self) -> list[Tool]:
        """The list's tools, as far as there are files for them."""
        return self._tools

    def instruction(self) -> str:
        """The rules and the list as it was when the turn began; never of tools that are not there."""
        # Not the list as it is now: a prompt that changes every round is a prompt that no cache
        # can keep, and what changed stands in the tools' answers anyway.
        return self._list if self._tools else ""

    def after_call(self, call: Call, result: str, *, ran: bool, ok: bool) -> None:  # noqa: ARG002 -- what failed is no evidence
        """Every call but the list's own may be evidence."""
        if call.name not in {tool.name for tool in self._tools}:
            self.board.note_call(CallRecord(call.name, _path(call), _noted(call, result), ok, utc_now()))

    def wrap(self, screen: Screen) -> Callable[[str], None]:
        """The list is printed between two lines of text whenever it has changed."""
        self._colour = screen.tty and "NO_COLOR" not in os.environ
        return BlockPrinter(self._rows, screen.write).wrap(screen.write)

    def summary(self) -> str:
        """Where the list stands, and what was left open."""
        items = self.board.items
        left = ", ".join(item.id for item in items if item.status not in {"done", "cancelled"})
        done = f"list {sum(item.status == 'done' for item in items)}/{len(items)} done"
        return f"{done}; left open: {left}" if left else done

    def report(self) -> str:
        """The list, and each task with the calls that were noted on it."""
        lines = ["# Todo list", "", *(f"    {row}" for row in self._rows(colour=False))]
        for item in self.board.items:
            lines += ["", f"## {item.id} {item.summary}", "", f"{item.status}, updated {item.updated_at}"]
            lines += [f"- {call.at} {call.tool} {call.summary}" for call in item.evidence]
        return "\n".join(lines) + "\n"

    def _rows(self, *, colour: bool | None = None) -> list[str]:
        wanted = self._colour if colour is None else colour
        return self.board.ask(
            "view.on_screen", self.board.items, colour=wanted, default=[], each=lambda row: isinstance(row, str)
        )


def _path(call: Call) -> str:
    """The file that a call is about; empty for one that takes no path, or whose arguments are no JSON."""
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        return ""
    path = arguments.get("path") if isinstance(arguments, dict) else ""
    return Path(path).as_posix() if isinstance(path, str) and path else ""


def _noted(call: Call, result: str) -> str:
    """A call in one line: the start of its result says what came of it."""
    return clip(one_line(result or call.arguments), NOTE_CELLS)
