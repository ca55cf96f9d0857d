"""Given: the tools through which the model keeps its list. They translate; the board decides."""

from __future__ import annotations

from collections.abc import Callable

from durable_todo.board import Answer, Board
from durable_todo.item import STATES, NewTodo, Priority
from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

ADD = (
    "Add 1 to 10 tasks to your todo list; they get the next ids in this order. A `summary` is 10 to 40 cells wide (a "
    "Chinese character takes two). `depends_on` must be stated: ids of the list or of this call, or an empty list. "
    "`file_hints` are the files or folders that the task will change."
)
MOVE = (
    f"Move one task to another state: {', '.join(STATES)}. `done` needs evidence: an edit of its files since it "
    "started. `blocked` needs a `reason`."
)


class TodoEntry(Arguments):
    """One task as the model writes it.

    `depends_on` may be left out here, so that it is `adding.py` that refuses it and not the schema.
    """

    summary: str
    detail: str = ""
    priority: Priority = "medium"
    depends_on: tuple[str, ...] | None = None
    file_hints: tuple[str, ...] = ()


class AddTodo(Arguments):
    """The tasks to add."""

    todos: tuple[TodoEntry, ...]


class MoveTodo(Arguments):
    """Which task goes to which state. A plain string: to refuse a sixth state is the business of `states.py`."""

    id: str
    status: str
    reason: str = ""


class CancelTodo(Arguments):
    """Which task the user is asked to give up."""

    id: str


class ListTodos(Arguments):
    """Nothing."""


def todo_tools(board: Board) -> list[Tool]:
    """The tools that the student's files are there for: without rules for moves, say, there are no moves."""
    made = []
    if board.has("adding"):
        made.append(_add_todo(board))
    if board.has("states"):
        made += [_move_todo(board), _cancel_todo(board)]
    if board.has("view"):
        made.append(_list_todos(board))
    return made


def _add_todo(board: Board) -> Tool:
    def run(arguments: AddTodo) -> Answer:
        entries = [NewTodo(**dict(entry)) for entry in arguments.todos]
        return board.add(entries, "add_todo")

    return Tool("add_todo", ADD, AddTodo, _told(run), read_only=True)


def _move_todo(board: Board) -> Tool:
    def run(arguments: MoveTodo) -> Answer:
        return board.move(arguments.id, arguments.status, "move_todo", reason=arguments.reason)

    return Tool("move_todo", MOVE, MoveTodo, _told(run), read_only=True)


def _cancel_todo(board: Board) -> Tool:
    def run(arguments: CancelTodo) -> Answer:
        # Not read-only, so the gate has asked; that this runs at all is the user's consent.
        return board.move(arguments.id, "cancelled", "cancel_todo", consent=True)

    return Tool("cancel_todo", "Give a task up for good. The user is asked.", CancelTodo, _told(run))


def _list_todos(board: Board) -> Tool:
    def run(_: ListTodos) -> Answer:
        text = board.ask("view.for_model", board.items, default="")
        return Answer(ok=True, text=text or "no tasks yet")

    return Tool("list_todos", "Read your whole todo list again.", ListTodos, _told(run), read_only=True)


def _told(run: Callable[..., Answer]) -> Callable[[Arguments], str]:
    """The answer as the loop wants it: a refusal is a `ToolError`, which the model reads and mends."""

    def told(arguments: Arguments) -> str:
        answer = run(arguments)
        if not answer.ok:
            raise ToolError(answer.text)
        return answer.text

    return told
