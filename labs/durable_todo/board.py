"""Given: the board ties the student's six files together; all that happens to the list happens here.

Each file answers one question, and the board asks them in turn: may it (`states`), can it yet
(`dependencies`), is it well said (`adding`), is it proved (`evidence`), is it safe (`storage`), how
is it told (`view`). A file that is missing is not asked, and the others go on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from durable_todo.item import CallRecord, NewTodo, Status, TodoItem, numbered
from durable_todo.records import Change, Saved, Turn
from mca.cells import clip
from mca.render import one_line
from mca.student import StudentFiles

if TYPE_CHECKING:
    from durable_todo.todo.storage import Opened, Store

T = TypeVar("T")
REQUEST_CELLS = 40


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an operation, and what to tell the model."""

    ok: bool
    text: str


def utc_now() -> str:
    """This moment, as text of a fixed width, so that texts sort as the moments do."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class Board:
    """The list of one workspace, kept in one folder of it."""

    def __init__(self, files: StudentFiles, folder: Path, now: Callable[[], str] = utc_now) -> None:
        self._files = files
        self._now = now
        self.items: tuple[TodoItem, ...] = ()
        self.turns: tuple[Turn, ...] = ()
        self._store: Store | None = files.make("storage", lambda module: module.Store(folder, self._problem))

    def open(self) -> str:
        """Read what was kept; a sentence if there is something that the user should know."""
        opened = self._stored(_opened)
        if opened is None:
            return ""
        self.items, self.turns = opened.saved.items, opened.saved.turns
        return opened.note

    def close(self) -> None:
        """Let the next one write."""
        self._stored(lambda store: store.close())

    def has(self, file: str) -> bool:
        """Whether one of the six files is there and works."""
        return self._files.make(file, lambda module: module) is not None and self._files.works(file)

    def ask(
        self,
        question: str,
        *arguments: object,
        default: T,
        each: Callable[[Any], bool] = lambda _: True,
        **named: object,
    ) -> T:
        """What one of the six files says to `file.function`; `default` if it cannot be asked.

        An answer of another type than the default's, or with a part that `each` does not hold for,
        is that file's fault, and is said here: found later, it would look like a fault of the board.
        """
        file, _, function = question.partition(".")

        def answer() -> T:
            said: T = getattr(module, function)(*arguments, **named)
            if not isinstance(said, type(default)):
                raise TypeError(f"`{function}` returned {type(said).__name__}, expected {type(default).__name__}")
            if isinstance(said, (tuple, list)) and (wrong := [part for part in said if not each(part)]):
                raise TypeError(f"`{function}` returned a {type(said).__name__} with a {type(wrong[0]).__name__} in it")
            return said

        module = self._files.make(file, lambda module: module)
        said = None if module is None else self._files.call(file, answer)
        return default if said is None else said

    def add(self, entries: Sequence[NewTodo], tool: str) -> Answer:
        """Put tasks on the list: all of them, or none."""
        if refused := self.ask("adding.refusal", entries, default=""):
            return Answer(ok=False, text=refused)
        items = (*self.items, *numbered(self.items, entries, self._now()))
        if refused := self._problem(items):
            return Answer(ok=False, text=refused)
        return self._commit(items, "add", tool)

    def move(
        self, id: str, to: str, tool: str, *, reason: str = "", consent: bool = False, interrupt: bool = False
    ) -> Answer:
        """Move a task to another state, if nobody has anything against it."""
        if refused := self.ask("states.refusal", self.items, id, to, consent=consent, interrupt=interrupt, default=""):
            return Answer(ok=False, text=refused)
        item = next((item for item in self.items if item.id == id), None)
        if item is None:
            return Answer(ok=False, text=f"no task {id!r}")
        # A task that has to wait is no longer ready: it is blocked, and `settle` brings it back.
        if to == "in_progress" and (waits := self.ask("dependencies.waits_for", self.items, id, default=())):
            reason = f"waits for {', '.join(map(str, waits))}"
            committed = self._put(_moved(item, "blocked", self._now(), reason, waiting=True), "wait", tool)
            return Answer(ok=False, text=f"{id} cannot start yet, it {reason}\n{committed.text}")
        if to == "done" and (lacks := self.ask("evidence.missing", item, default="")):
            return Answer(ok=False, text=f"{id} stays in progress: {lacks}")
        return self._put(_moved(item, to, self._now(), reason), "move", tool)

    def note_call(self, call: CallRecord) -> None:
        """Keep a call with its turn, and note it on the task in progress if it counts there."""
        if self.turns:
            last = self.turns[-1]
            self.turns = (*self.turns[:-1], replace(last, calls=(*last.calls, call)))
        items = tuple(
            self.ask("evidence.noted", item, call, default=item) if item.status == "in_progress" else item
            for item in self.items
        )
        self._commit(items, "evidence", call.tool)

    def begin_turn(self, request: str, *, interrupt: bool) -> list[str]:
        """A new request: one that comes while a task is in progress goes onto the list.

        The same request once more is not a new one: that is how somebody says "go on" to an agent
        that was stopped. Returns what happened to the list, a line a change.
        """
        again = bool(self.turns) and self.turns[-1].request == request
        self.turns = (*self.turns, Turn(request))
        working = any(item.status == "in_progress" for item in self.items)
        if not interrupt and (again or not working):
            self._commit(self.items, "request", "user")
            return []
        # The user's own words are not held to the rules for a summary that the model writes.
        summary = clip(f"request: {one_line(request)}", REQUEST_CELLS)
        entry = NewTodo(summary, detail=request, priority="high", depends_on=())
        before = self.items
        added = self._commit((*before, *numbered(before, [entry], self._now())), "request", "user")
        if not added.ok:
            return [added.text]
        new = self.items[-1].id
        none: tuple[tuple[str, str], ...] = ()
        moves = self.ask("states.moves_for_request", self.items, new, interrupt=interrupt, default=none, each=_is_move)
        for id_, to in moves:
            self.move(id_, to, "user", interrupt=True)
        return self.lines(before)

    def lines(self, before: Sequence[TodoItem]) -> list[str]:
        """What has changed since the list was `before`, a line a change."""
        return self.ask("view.changes", before, self.items, default=[], each=_is_text)

    def _problem(self, items: Sequence[TodoItem]) -> str:
        return self.ask("dependencies.problem", items, default="")

    def _put(self, item: TodoItem, operation: str, tool: str) -> Answer:
        return self._commit(tuple(item if old.id == item.id else old for old in self.items), operation, tool)

    def _commit(self, items: Sequence[TodoItem], operation: str, tool: str) -> Answer:
        """Make a new list the list: on the disk first, in memory only if it is there."""
        settled = self.ask("dependencies.settle", items, default=tuple(items), each=_is_task)
        stamped = tuple(self._stamped(item) for item in settled)
        changes = _changes(self.items, items, operation, tool, self._now())
        changes += _changes(items, stamped, "settle", tool, self._now())
        refused = self._stored(lambda store: store.save(Saved(stamped, self.turns), changes))
        if refused:
            return Answer(ok=False, text=refused)
        before, self.items = self.items, stamped
        return Answer(ok=True, text="\n".join([*self.lines(before), *self._outlook(before)]))

    def _stamped(self, item: TodoItem) -> TodoItem:
        """A task that is not as it was has been updated now."""
        return item if item in self.items else replace(item, updated_at=self._now())

    def _outlook(self, before: Sequence[TodoItem]) -> list[str]:
        """What can never be done any more, if that is news, and what is next."""
        lost, known = (
            self.ask("dependencies.unreachable", items, default=(), each=_is_text) for items in (self.items, before)
        )
        lines = [f"unreachable, a cancelled task stands in the way: {', '.join(lost)}"] if lost != known else []
        following = self._next_task()
        return [*lines, f"next: {following.id} {following.summary}"] if following else lines

    def _next_task(self) -> TodoItem | None:
        """The one answer that may be nothing, which `ask` would take for a fault."""
        module = self._files.make("dependencies", lambda module: module)
        if module is None:
            return None

        def answer() -> TodoItem | None:
            said: TodoItem | None = module.next_task(self.items)
            if said is not None and not _is_task(said):
                raise TypeError(f"`next_task` returned {type(said).__name__}, expected a task or None")
            return said

        return self._files.call("dependencies", answer)

    def _stored(self, function: Callable[[Store], T]) -> T | None:
        """Ask the store, if there is one that works."""
        store = self._store
        return None if store is None else self._files.call("storage", lambda: function(store))


def _opened(store: Store) -> Opened:
    """What a store found; what is not of the shape that it should be is the store's own fault."""
    opened = store.open()
    saved, note = opened.saved, opened.note
    if not isinstance(saved, Saved) or not isinstance(note, str):
        raise TypeError(f"`open` returned {type(saved).__name__} and {type(note).__name__}, expected Saved and str")
    if not all(map(_is_task, saved.items)) or not all(isinstance(turn, Turn) for turn in saved.turns):
        raise TypeError("`open` returned something else than tasks and turns in what was saved")
    return opened


def _is_task(part: object) -> bool:
    return isinstance(part, TodoItem)


def _is_text(part: object) -> bool:
    return isinstance(part, str)


def _is_move(part: object) -> bool:
    return isinstance(part, (tuple, list)) and list(map(type, part)) == [str, str]


def _moved(item: TodoItem, to: str, at: str, reason: str, *, waiting: bool = False) -> TodoItem:
    """A task in its new state; why it was blocked is forgotten once it no longer is."""
    return replace(
        item,
        status=cast("Status", to),
        started_at=at if to == "in_progress" else item.started_at,
        reason=reason if to == "blocked" else "",
        waiting=waiting,
    )


def _changes(
    before: Sequence[TodoItem], after: Sequence[TodoItem], operation: str, tool: str, time: str
) -> tuple[Change, ...]:
    """A record for each task that is new, has another state, or another call noted on it."""
    known = {item.id: item for item in before}
    return tuple(
        Change(time, operation, item.id, old.status if old else "new", item.status, tool)
        for item in after
        for old in [known.get(item.id)]
        if old is None or (old.status, old.evidence) != (item.status, item.evidence)
    )
