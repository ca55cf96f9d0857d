"""Given: the list as text. One JSON document holds all that is kept, one JSON line each change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields

from pydantic import TypeAdapter, ValidationError

from durable_todo.item import CallRecord, TodoItem


@dataclass(frozen=True, slots=True)
class Turn:
    """One request of the user, and the calls that were made for it."""

    request: str
    calls: tuple[CallRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """All that outlives the process: the tasks, and the turns so far."""

    items: tuple[TodoItem, ...] = ()
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one task; `before` is `new` for a task that has come onto the list."""

    time: str
    operation: str
    id: str
    before: str
    after: str
    tool: str


# Made once: building the validator costs more than using it.
_SAVED = TypeAdapter(Saved)
_ITEM_FIELDS = {field.name for field in fields(TodoItem)}

Check = Callable[[Sequence[TodoItem]], str]
"""Says in a sentence what is wrong with a list; empty if nothing is."""


def encode(saved: Saved) -> str:
    """What stands in the file."""
    return json.dumps(asdict(saved), ensure_ascii=False, indent=1) + "\n"


def decode(text: str, check: Check = lambda _: "") -> Saved:
    """Read a file's text back, and see that it is whole.

    Raises `ValueError` with one sentence if the text is no JSON, a field is missing or unknown, an
    id stands twice, or `check` has something to say about the tasks.
    """
    try:
        raw = json.loads(text)
    except ValueError as error:
        raise ValueError(f"it is not JSON ({error})") from error
    try:
        saved = _SAVED.validate_python(raw)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in detail["loc"])
        raise ValueError(f"`{place}`: {detail['msg']}" if place else detail["msg"]) from error
    if problem := _missing_fields(raw) or _twins(saved.items) or check(saved.items):
        raise ValueError(problem)
    return saved


def history_line(change: Change) -> str:
    """What stands in the history for one change, without the end of the line."""
    entry = asdict(change)
    entry["from"], entry["to"] = entry.pop("before"), entry.pop("after")
    return json.dumps(entry, ensure_ascii=False)


def _missing_fields(raw: dict[str, list[dict[str, object]]]) -> str:
    """A field with a default would be filled in silently; a file that lacks one is not whole."""
    if set(raw) != {"items", "turns"}:
        return f"it holds {', '.join(raw) or 'nothing'}, expected items and turns"
    for number, item in enumerate(raw["items"], 1):
        if wrong := _ITEM_FIELDS.symmetric_difference(item):
            return f"task {number}: missing or unknown: {', '.join(sorted(wrong))}"
    return ""


def _twins(items: Iterable[TodoItem]) -> str:
    ids = [item.id for item in items]
    twins = sorted({id_ for id_ in ids if ids.count(id_) > 1})
    return f"the id {', '.join(twins)} stands twice" if twins else ""
