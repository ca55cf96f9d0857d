"""Given: the list as text. One JSON document holds all that is kept, one JSON line each change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from durable_todo.item import CallRecord, TodoItem
from mca.tools import Arguments


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


class _Document(Arguments):
    """The file's shape. What the agent holds a model's arguments to is right for a file as well."""

    items: tuple[TodoItem, ...]
    turns: tuple[Turn, ...]


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
    if not isinstance(raw, dict) or set(raw) != {"items", "turns"}:
        raise ValueError("it does not hold `items` and `turns`, and nothing else")
    try:
        document = _Document.model_validate(raw)
    except ValueError as error:
        _, place, detail, *_ = str(error).splitlines()
        raise ValueError(f"`{place}`: {detail.strip().partition(' [')[0]}") from error
    if problem := _missing_fields(raw["items"]) or _twins(document.items) or check(document.items):
        raise ValueError(problem)
    return Saved(document.items, document.turns)


def history_line(change: Change) -> str:
    """What stands in the history for one change, without the end of the line."""
    entry = asdict(change)
    entry["from"], entry["to"] = entry.pop("before"), entry.pop("after")
    return json.dumps(entry, ensure_ascii=False)


def _missing_fields(items: Iterable[dict[str, Any]]) -> str:
    """A field with a default would be filled in silently; a file that lacks one is not whole."""
    for number, item in enumerate(items, 1):
        if wrong := _ITEM_FIELDS.symmetric_difference(item):
            return f"task {number}: missing or unknown: {', '.join(sorted(wrong))}"
    return ""


def _twins(items: Iterable[TodoItem]) -> str:
    ids = [item.id for item in items]
    twins = sorted({id_ for id_ in ids if ids.count(id_) > 1})
    return f"the id {', '.join(twins)} stands twice" if twins else ""
