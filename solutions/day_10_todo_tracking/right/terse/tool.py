from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

from ..rows import answer
from .list import TodoItem


class TodoEntry(Arguments):
    id: str = ""
    text: str
    status: str = "pending"


class UpdateTodos(Arguments):
    items: list[TodoEntry] | None = None
    id: str | None = None
    status: str | None = None


def update_todos(todos):
    def run(a):
        match a.items, a.id, a.status:
            case [*entries], None, None:
                w = todos.replace([TodoItem(e.id, e.text, e.status) for e in entries])
            case None, str(task), str(status):
                w = todos.set_status(task, status)
            case _:
                raise ToolError("either items, or id and status")
        if not w.ok:
            raise ToolError(answer(w.note, todos))
        return answer(w.note, todos)

    return Tool("update_todos", "write the list (items) or move a task (id, status)", UpdateTodos, run, read_only=True)
