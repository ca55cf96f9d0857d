"""The approval gate: what may run without asking, and who is asked about the rest."""

from __future__ import annotations

from collections.abc import Callable

from mca.messages import Call
from mca.tools import Tool

Ask = Callable[[Call], bool]
"""Decides on one call: a person at a prompt, `--yes`, or a grader that notes what was asked."""


class Gate:
    """Lets read-only tools pass and asks about every other call."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def allows(self, tool: Tool, call: Call) -> bool:
        """Whether the call may run. A read-only tool is never asked about: it changes no file."""
        return tool.read_only or self._ask(call)
