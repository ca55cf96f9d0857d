"""Two tables, looked up one after the other."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence

from mca.exceptions import ToolError
from mca.tools import Tool

from ..tool import todo_tool
from .manager import TodoManager


class Dispatch:
    """The lab's tools in front of the agent's."""

    def __init__(self, tools: Sequence[Tool], manager: TodoManager) -> None:
        added = todo_tool(manager)
        self._table = ChainMap({added.name: added}, {tool.name: tool for tool in tools})

    @property
    def table(self) -> Mapping[str, Tool]:
        """Both in one."""
        return self._table

    def call(self, name: str, arguments: str) -> str:
        """Look up, parse, run."""
        try:
            tool = self._table[name]
        except KeyError:
            raise ToolError(f"{name}: no such tool; try one of {sorted(self._table)}") from None
        return tool.run(tool.parse(arguments))
