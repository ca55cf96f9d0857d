"""Given: the entry for the dispatch table, with all that an agent wants to know of a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mca.exceptions import ToolError
from mca.render import one_line
from mca.tools import Arguments, Tool
from todo_write.items import MARKS, TodoItem

if TYPE_CHECKING:
    from todo_write.todo.manager import TodoManager

TODO = "todo"
"""The tool's name: the key in the table, and the word that the model writes."""

DESCRIPTION = "Write your whole todo list, every item of it. Keep at most one item in progress."


def _show_states(schema: dict[str, Any]) -> None:
    # The model is shown three states; the manager, which has the rules, refuses a fourth.
    schema["properties"]["status"]["enum"] = list(MARKS)


class TodoEntry(Arguments, json_schema_extra=_show_states):
    """One item as the model writes it; ids are short, and different from each other."""

    id: str
    text: str
    status: str = "pending"


class TodoArguments(Arguments):
    """The whole list."""

    items: list[TodoEntry]


def todo_tool(manager: TodoManager) -> Tool:
    """Make the tool `todo` for one manager: a tool like any other."""

    def run(arguments: TodoArguments) -> str:
        # Text from a model goes onto a screen: one line an item, and no control characters.
        items = [TodoItem(one_line(entry.id), one_line(entry.text), entry.status) for entry in arguments.items]
        if nameless := [item.text for item in items if not item.id]:
            raise ToolError(f"refused: an id is missing for {', '.join(map(repr, nameless))}")
        try:
            return manager.update(items)
        except ValueError as error:
            # What was wrong comes first, then the list that still holds: enough to mend the call.
            raise ToolError(f"refused: {error}\n{manager.render()}") from error

    # It touches no file, so there is nothing that a person would have to approve.
    return Tool(TODO, DESCRIPTION, TodoArguments, run, read_only=True)
