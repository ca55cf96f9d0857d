"""Hostile and unlucky submissions, each with the verdict that it must get.

`accidents` starts from the solution, so a row says what a mishap may cost; `tricks` starts from five
files that do nothing, so a row says what a cheat may gain. Each is written by a function, because
several are made of what a folder in git cannot hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FILES = ("list.py", "tool.py", "panel.py", "stall.py", "intervention.py")
ALL = tuple(range(1, 16))


@dataclass(frozen=True, slots=True)
class Row:
    """One submission: what makes it, the checks it must lose, and a phrase that the report must hold.

    `resisted` is false for the tricks that plain processes of one user cannot resist; `does` then
    says what happens by default, and why.
    """

    name: str
    make: Callable[[Path], None]
    loses: tuple[int, ...]
    says: str = ""
    resisted: bool = True
    does: str = ""


def add(folder: Path, file: str, code: str) -> None:
    """Add code at the end of a file."""
    place = folder / file
    place.write_text(f"{place.read_text(encoding='utf-8')}\n\n{code}\n", encoding="utf-8")


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Replace a passage that stands exactly once in a file."""
    place = folder / file
    source = place.read_text(encoding="utf-8")
    assert source.count(old) == 1
    place.write_text(source.replace(old, new), encoding="utf-8")
