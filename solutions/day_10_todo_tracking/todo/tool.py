"""The tool through which the model writes its list."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

from ..rows import answer
from .list import STATUSES, TodoItem, TodoList, TodoWrite

DESCRIPTION = (
    "Write your todo list. Send `items` to write the whole list, or `id` and `status` to move one task. "
    "Keep at most one task in progress."
)

# A plain string whose schema lists the three states: the model is shown what is allowed, and the
# list, which has the rules, does the refusing.
StatusText = Annotated[str, Field(json_schema_extra={"enum": list(STATUSES)})]


class TodoEntry(Arguments):
    """One task as the model writes it."""

    id: str = Field(default="", description="keep the id of a task that stays; leave it out for a new one")
    text: str
    status: StatusText = "pending"


class UpdateTodos(Arguments):
    """Either the whole list, or one task's new state."""

    items: list[TodoEntry] | None = None
    id: str | None = None
    status: StatusText | None = None


def update_todos(todos: TodoList) -> Tool:
    """Make the tool `update_todos` for one list.

    It takes one of two forms: `items` alone writes the whole list, `id` with `status` moves one
    task. Its answer is the write's note, then the list and its counts (`answer` makes it).
    Both forms at once, or neither, and a write that the list refuses raise `ToolError`.

    >>> run = update_todos(todos := TodoList()).run
    >>> print(run(UpdateTodos(items=[TodoEntry(id="a", text="boil water")])))
    the list is at revision 1
    [ ] a: boil water
    0/1 done
    >>> print(run(UpdateTodos(id="a", status="done")))
    the list is at revision 2
    [x] a: boil water
    1/1 done
    """

    def write(arguments: UpdateTodos) -> TodoWrite:
        match arguments:
            case UpdateTodos(items=list(entries), id=None, status=None):
                return todos.replace([TodoItem(entry.id, entry.text, entry.status) for entry in entries])
            case UpdateTodos(items=None, id=str(id_), status=str(status)):
                # The long form costs a model the whole list for one changed word, and gives it
                # every chance to lose a task on the way.
                return todos.set_status(id_, status)
        raise ToolError("send either `items` alone, or `id` together with `status`")

    def run(arguments: UpdateTodos) -> str:
        outcome = write(arguments)
        text = answer(outcome.note, todos)
        if not outcome.ok:
            raise ToolError(text)
        return text

    # It touches no file, so there is nothing that a person would have to approve.
    return Tool("update_todos", DESCRIPTION, UpdateTodos, run, read_only=True)
