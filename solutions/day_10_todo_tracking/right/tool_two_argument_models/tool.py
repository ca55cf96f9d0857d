"""The tool through which the model writes its list; each form has a model of its own."""

from __future__ import annotations

from functools import singledispatch
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

from ..rows import answer
from .list import STATUSES, TodoItem, TodoList, TodoWrite

StatusText = Annotated[str, Field(json_schema_extra={"enum": list(STATUSES)})]


class TodoEntry(Arguments):
    """One task as the model writes it."""

    id: str = ""
    text: str
    status: StatusText = "pending"


class UpdateTodos(Arguments):
    """What the model sends; which form it is turns out later."""

    items: list[TodoEntry] | None = None
    id: str | None = None
    status: StatusText | None = None


class WholeList(Arguments):
    """The form with `items`."""

    items: list[TodoEntry]


class OneTask(Arguments):
    """The form with `id` and `status`."""

    id: str
    status: StatusText


FORM = TypeAdapter(WholeList | OneTask)


@singledispatch
def write(form: object, todos: TodoList) -> TodoWrite:
    """Write one form to the list."""
    raise TypeError(f"no form: {form!r}")


@write.register
def _(form: WholeList, todos: TodoList) -> TodoWrite:
    return todos.replace([TodoItem(entry.id, entry.text, entry.status) for entry in form.items])


@write.register
def _(form: OneTask, todos: TodoList) -> TodoWrite:
    return todos.set_status(form.id, form.status)


def update_todos(todos: TodoList) -> Tool:
    """Make the tool `update_todos` for one list."""

    def run(arguments: UpdateTodos) -> str:
        try:
            form = FORM.validate_python(arguments.model_dump(exclude_none=True))
        except ValidationError as error:
            raise ToolError("`items` writes the list; `id` and `status` move one task; other mixtures do not") from error
        outcome = write(form, todos)
        text = answer(outcome.note, todos)
        if not outcome.ok:
            raise ToolError(text)
        return text

    return Tool("update_todos", "Write the list with `items`, move a task with `id` and `status`.", UpdateTodos, run, True)
