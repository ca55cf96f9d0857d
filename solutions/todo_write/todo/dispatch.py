"""The dispatch table: which tool answers to which name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mca.exceptions import ToolError
from mca.tools import Tool

from ..tool import todo_tool
from .manager import TodoManager


class Dispatch:
    """Finds the tool that a call names, and runs it.

    It is made from the agent's own tools and the manager of the list, and adds `todo` to them.

    >>> dispatch = Dispatch([], TodoManager())
    >>> list(dispatch.table)
    ['todo']
    >>> print(dispatch.call("todo", '{"items": [{"id": "a", "text": "boil water"}]}'))
    [ ] a: boil water
    0/1 completed
    """

    def __init__(self, tools: Sequence[Tool], manager: TodoManager) -> None:
        # One more entry, and no line below has to know that it is there.
        self._table = {tool.name: tool for tool in [*tools, todo_tool(manager)]}

    @property
    def table(self) -> Mapping[str, Tool]:
        """Every tool that can be called, by name; the model is told of these, and of no others."""
        return self._table

    def call(self, name: str, arguments: str) -> str:
        """Run the tool called `name` with the raw JSON text of a call, and return its answer.

        Raises `ToolError` for a name that is not in the table, with the name quoted and the names
        that are there; and whatever the tool itself raises, for arguments that do not fit its
        schema, say.

        >>> Dispatch([], TodoManager()).call("todos", "{}")
        Traceback (most recent call last):
        mca.exceptions.ToolError: there is no tool 'todos'; the tools are `todo`
        """
        tool = self._table.get(name)
        if tool is None:
            known = ", ".join(f"`{known}`" for known in self._table)
            raise ToolError(f"there is no tool {name!r}; the tools are {known}")
        return tool.run(tool.parse(arguments))
