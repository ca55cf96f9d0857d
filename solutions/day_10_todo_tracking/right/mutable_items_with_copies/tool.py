"""The tool through which the model writes its list, with plain conditions instead of patterns."""

from __future__ import annotations

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

from ..rows import answer
from .list import TodoItem, TodoList


class TodoEntry(Arguments):
    """One task as the model writes it."""

    id: str = ""
    text: str
    status: str = "pending"


class UpdateTodos(Arguments):
    """Either the whole list, or one task's new state."""

    items: list[TodoEntry] | None = None
    id: str | None = None
    status: str | None = None


def update_todos(todos: TodoList) -> Tool:
    """Make the tool `update_todos` for one list."""

    def run(arguments: UpdateTodos) -> str:
        given = frozenset(name for name, value in arguments if value is not None)
        if given == {"items"}:
            outcome = todos.replace([TodoItem(**dict(entry)) for entry in arguments.items])
        elif given == {"id", "status"}:
            outcome = todos.set_status(arguments.id, arguments.status)
        else:
            raise ToolError("I take `items`, or `id` and `status`, and nothing else")
        if outcome.ok:
            return answer(outcome.note, todos)
        raise ToolError(answer(outcome.note, todos))

    return Tool(
        name="update_todos",
        description="Keep your todo list: `items` for all of it, `id` and `status` for one task.",
        arguments=UpdateTodos,
        run=run,
        read_only=True,
    )
