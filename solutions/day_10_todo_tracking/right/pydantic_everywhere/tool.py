"""The tool through which the model writes its list; the argument model knows the two forms."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

from ..rows import answer
from .list import STATUSES, TodoItem, TodoList, TodoWrite

StatusText = Annotated[str, Field(json_schema_extra={"enum": list(STATUSES)})]


class TodoEntry(Arguments):
    """One task as the model writes it."""

    id: str = Field(default="", description="leave it out for a new task")
    text: str
    status: StatusText = "pending"

    def item(self) -> TodoItem:
        """The task for the list."""
        return TodoItem(id=self.id, text=self.text, status=self.status)


class UpdateTodos(Arguments):
    """Either the whole list, or one task's new state."""

    items: list[TodoEntry] | None = None
    id: str | None = None
    status: StatusText | None = None

    @model_validator(mode="after")
    def one_form(self) -> UpdateTodos:
        """Both forms at once, or neither, are refused."""
        whole = self.items is not None and self.id is None and self.status is None
        single = self.items is None and self.id is not None and self.status is not None
        if not whole and not single:
            raise ValueError("send `items`, or `id` and `status`")
        return self

    def apply(self, todos: TodoList) -> TodoWrite:
        """Write to the list."""
        if self.items is not None:
            return todos.replace([entry.item() for entry in self.items])
        return todos.set_status(self.id, self.status)


def update_todos(todos: TodoList) -> Tool:
    """Make the tool `update_todos` for one list."""

    def run(arguments: UpdateTodos) -> str:
        outcome = arguments.apply(todos)
        said = answer(outcome.note, todos)
        if outcome.ok is False:
            raise ToolError(said)
        return said

    return Tool("update_todos", "Write the todo list, or move one task of it.", UpdateTodos, run, read_only=True)
