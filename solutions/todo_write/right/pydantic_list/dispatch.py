"""The table is the object itself, with an answer for what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mca.exceptions import ToolError
from mca.tools import Tool

from ..tool import todo_tool
from .manager import TodoManager


class _Table(dict[str, Tool]):
    def __missing__(self, name: str) -> Tool:
        raise ToolError(f"no tool is called {name}; there are {', '.join(self)}")


class Dispatch:
    """A dict that refuses by itself."""

    def __init__(self, tools: Sequence[Tool], manager: TodoManager) -> None:
        self._table = _Table((tool.name, tool) for tool in (*tools, todo_tool(manager)))

    @property
    def table(self) -> Mapping[str, Tool]:
        """The dict."""
        return self._table

    def call(self, name: str, arguments: str) -> str:
        """Look up, parse, run."""
        tool = self._table[name]
        return tool.run(tool.parse(arguments))
