"""Where a lab's student files act before an audience: what a scenario is given, what it may say.

A scenario runs beside student code. Whatever it reports goes through `plain`, so that it leaves
the process as data that has no behaviour of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from mca.model import Model
from mca.student import StudentFiles
from mca.tools import Workspace

DEEPEST = 12
LONGEST_REPR = 200


@dataclass(frozen=True, slots=True)
class Stage:
    """The student's files, a model to talk to, and a copy of the lab's sample project to work in."""

    files: StudentFiles
    model: Model
    project: Path

    @property
    def workspace(self) -> Workspace:
        """The project as the tools see it."""
        return Workspace(self.project)

    def make(self, name: str, factory: Callable[[ModuleType], Any]) -> Any:
        """What `factory` makes of one file's module; whatever it raises is that file's fault."""
        return self.files.make(name, factory)

    def call(self, name: str, function: Callable[..., Any], *arguments: object) -> Any:
        """Call into one file; whatever that raises is the file's fault."""
        return self.files.call(name, function, *arguments)


def plain(value: object, depth: int = DEEPEST) -> Any:
    """`value` as JSON types: exact ones, no subclass, no deeper than `depth`.

    Anything else becomes `{"unexpected": repr}`, which is never mistaken for a right answer.
    """
    if value is None or type(value) in {bool, int, float, str}:
        return value
    if depth and isinstance(value, Mapping):
        return {_key(key): plain(item, depth - 1) for key, item in value.items()}
    if depth and isinstance(value, (list, tuple)):
        return [plain(item, depth - 1) for item in value]
    return {"unexpected": _repr(value)}


def attributes(value: object, *names: str) -> dict[str, Any]:
    """The named attributes of a student's object as plain data; one that is missing says so."""
    return {name: plain(getattr(value, name, _Missing(value, name))) for name in names}


class _Missing:
    def __init__(self, owner: object, name: str) -> None:
        self._text = f"{type(owner).__name__} without `{name}`"

    def __repr__(self) -> str:
        return self._text


def _key(key: object) -> str:
    return key if type(key) is str else _repr(key)


def _repr(value: object) -> str:
    """A value's `repr`, cut; a student's `__repr__` may do anything, so nothing is expected of it."""
    try:
        return str(repr(value))[:LONGEST_REPR]
    except Exception:  # noqa: BLE001 -- see above
        return f"a {type(value).__name__} whose repr cannot be had"


def recorded(into: list[str]) -> Callable[[str], None]:
    """A `write` that keeps what it gets."""

    def write(text: str) -> None:
        into.append(plain(text) if type(text) is str else f"<{_repr(text)}>")

    return write
