"""The tool for the model."""

from typing import Optional

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

from ..rows import answer
from .list import TodoItem


class TodoEntry(Arguments):
    """One task."""

    id: str = ""
    text: str
    status: str = "pending"


class UpdateTodos(Arguments):
    """The arguments."""

    items: Optional[list[TodoEntry]] = None
    id: Optional[str] = None
    status: Optional[str] = None


def update_todos(todos):
    """Returns the tool."""

    def run(arguments):
        if arguments.items is not None:
            # the whole list
            if arguments.id is not None or arguments.status is not None:
                raise ToolError("Do not send items together with id or status.")
            new_items = []
            for entry in arguments.items:
                new_items.append(TodoItem(entry.id, entry.text, entry.status))
            result = todos.replace(new_items)
        else:
            # one task
            if arguments.id is None:
                raise ToolError("Please send items, or an id and a status.")
            if arguments.status is None:
                raise ToolError("Please send a status together with the id.")
            result = todos.set_status(arguments.id, arguments.status)

        if result.ok:
            return answer(result.note, todos)
        else:
            raise ToolError(answer(result.note, todos))

    return Tool("update_todos", "Updates the todo list.", UpdateTodos, run, read_only=True)
