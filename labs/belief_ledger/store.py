"""Given: the tables as a file, outside the conversation: `.mca/ledger.json`, and `.mca/ledger.md` to read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from belief_ledger.watch import KEPT_IN

if TYPE_CHECKING:
    from belief_ledger.ledger.tables import Attempt, Fact, Tables

FILE = "ledger.json"

FACT = ("id", "text", "confirmed", "state", "reviewed")
EVIDENCE = ("call", "quote", "source")
REQUIREMENT = (
    *("id", "text", "command", "files", "blocked_by", "part_of", "touched", "closer"),
    *("idle", "calls", "left", "best", "recoveries"),
)
ATTEMPT = ("requirement", "approach", "actions", "first", "last", "before", "after")


@dataclass(frozen=True, slots=True)
class Kept:
    """What a file held: the request it belongs to, how far it had come, and the rows."""

    request: str
    rounds: int
    calls: int
    tables: Tables
    attempts: list[Attempt]


def save(root: Path, kept: Kept, page: str) -> None:
    """Write both files. Each is written aside and put in place: a reader never finds half of one."""
    facts = [_fields(fact, FACT) | {"evidence": _evidence(fact)} for fact in kept.tables.facts]
    rows = [_fields(row, REQUIREMENT) for row in kept.tables.requirements]
    attempts = [_fields(each, ATTEMPT) for each in kept.attempts]
    data = {"format": 1, "request": kept.request, "rounds": kept.rounds, "calls": kept.calls}
    text = json.dumps(data | {"facts": facts, "requirements": rows, "attempts": attempts}, indent=1) + "\n"
    folder = root / KEPT_IN
    folder.mkdir(exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")  # no part of the user's project
    for name, content in ((FILE, text), ("ledger.md", page)):
        aside = folder / f"{name}.new"
        aside.write_text(content, encoding="utf-8")
        aside.replace(folder / name)


def load(root: Path, module: ModuleType) -> Kept | None:
    """What an earlier conversation left, as rows of the student's own `module`; `None` if it left nothing.

    Raises `ValueError`, `KeyError` or `TypeError` for a file that is not what `save` writes.
    """
    path = root / KEPT_IN / FILE
    if not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["format"] != 1:
        raise ValueError(f"format {data['format']!r}; this program reads 1")
    proofs = [fact["evidence"] and module.Evidence(**fact["evidence"]) for fact in data["facts"]]
    facts = [module.Fact(**fact | {"evidence": proof}) for fact, proof in zip(data["facts"], proofs, strict=True)]
    rows = [module.Requirement(**_tuples(row)) for row in data["requirements"]]
    attempts = [module.Attempt(**_tuples(each)) for each in data["attempts"]]
    return Kept(data["request"], data["rounds"], data["calls"], module.Tables(facts, rows), attempts)


def set_aside(root: Path) -> None:
    """Give a file that could not be read another name, so that the next `save` does not write over it."""
    with suppress(OSError):
        (root / KEPT_IN / FILE).replace(root / KEPT_IN / f"{FILE}.unreadable")


def _evidence(fact: Fact) -> dict[str, Any] | None:
    return None if fact.evidence is None else _fields(fact.evidence, EVIDENCE)


def _fields(row: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    """JSON has lists where the rows have tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
