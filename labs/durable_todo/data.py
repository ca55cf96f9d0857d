"""Tasks as plain data and back: how a check's process and the student's speak of them.

A task comes as a dictionary of those fields that are not the default.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from durable_todo.item import CallRecord, NewTodo, TodoItem
from mca.stage import attributes, plain

Data = dict[str, Any]
FIELDS = tuple(field.name for field in fields(TodoItem))


def item_of(data: Data) -> TodoItem:
    """A task from a dictionary of those fields that are not the default."""
    lists: Iterator[tuple[str, Any]] = (
        (name, tuple(CallRecord(**each) for each in value) if name == "evidence" else tuple(value))
        for name, value in data.items()
        if isinstance(value, list)
    )
    return TodoItem(**{**data, **dict(lists)})


def entry_of(data: Data) -> NewTodo:
    """What is to be added, from a dictionary."""
    lists: Data = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
    return NewTodo(**{**data, **lists})


def given(argument: Any) -> Any:
    """An argument as the student's function gets it: `{"items": [...]}`, `{"item": ...}` and so on."""
    match argument:
        case {"items": list(items)}:
            return tuple(map(item_of, items))
        case {"item": dict(item)}:
            return item_of(item)
        case {"entries": list(entries)}:
            return tuple(map(entry_of, entries))
        case {"call": dict(record)}:
            return CallRecord(**record)
    return argument


def plain_tasks(value: Any) -> Any:
    """What a student's function gave, tasks and noted calls as dictionaries."""
    if isinstance(value, TodoItem):
        return {**attributes(value, *FIELDS), "evidence": plain_tasks(value.evidence)}
    if isinstance(value, CallRecord):
        return attributes(value, "tool", "file", "summary", "ok", "at")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain_tasks(each) for each in value]
    return plain(value)
