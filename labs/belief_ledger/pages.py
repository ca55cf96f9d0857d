"""Given: the tables as text, for the model (pinned in its prompt), for whoever watches, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from mca.render import one_line

if TYPE_CHECKING:
    from belief_ledger.ledger.tables import Attempt, Fact, Observation, Requirement, Tables

CITABLE = 12
"""So many of the newest calls are listed for the model to cite."""

WORLD = ("fact", "what is true", "evidence", "confirmed", "state")
LEFT = (
    *("requirement", "what is left", "state", "verified by", "blocked by"),
    *("touched", "closer", "idle", "calls", "left"),
)
TRIED = ("requirement", "approach", "rounds", "different calls", "left before", "left after")


def state(row: Requirement, stuck: Iterable[str]) -> str:
    """Where a row stands, for a reader in a hurry."""
    if row.done:
        return "done"
    word = "STUCK" if row.id in stuck else "open" if row.touched else "never touched"
    return f"{word}, after {' and '.join(row.recoveries)}" if row.recoveries else word


def rows_for_screen(tables: Tables, stuck: Sequence[str]) -> list[str]:
    """The block that a person sees while the agent works; it changes when something has happened, not in each round."""
    if not tables.requirements:
        return []
    facts = [f"   fact {fact.id}  {fact.state.replace('_', ' ')}: {one_line(fact.text)}" for fact in tables.facts]
    return ["-- ledger", *facts, *(_screen_row(row, stuck) for row in tables.requirements)]


def pinned(tables: Tables, seen: Sequence[Observation], untouched: Sequence[Requirement]) -> str:
    """The block in the model's prompt: both tables as they stand, and the calls that a fact can rest on."""
    calls = [f"call {each.number}: {one_line(each.source)[:100]}" for each in seen if each.looked][-CITABLE:]
    never = ", ".join(row.id for row in untouched)
    parts = [
        "\n\n# World\n" + _table(WORLD, map(_fact, tables.facts), aligned=False),
        "# Requirements\n" + _table(LEFT, (_requirement(row, ()) for row in tables.requirements), aligned=False),
        f"Never touched by any action: {never}" if never else "",
        "Calls that a fact can rest on:\n" + "\n".join(calls) if calls else "",
    ]
    return "\n\n".join(filter(None, parts))


def markdown(tables: Tables, attempts: Sequence[Attempt], stuck: Sequence[str], page: str, rounds: int) -> str:
    """Everything that is kept, for a stranger: first what is stuck, then both tables, then what was tried."""
    rows = [row for row in tables.requirements if row.id in stuck]
    heads = [f"**Stuck: {row.id}**, no closer in {row.idle} rounds and {row.calls} calls." for row in rows]
    never = ", ".join(row.id for row in tables.requirements if not row.touched)
    parts = [
        f"# Ledger after round {rounds}",
        *(heads or ["Nothing is stuck." if tables.requirements else "No requirements, no verdict."]),
        f"Never touched by any action: {never}." if never else "",
        "## World",
        _table(WORLD, map(_fact, tables.facts)),
        "## Requirements",
        _table(LEFT, (_requirement(row, stuck) for row in tables.requirements)),
        "## What was tried",
        page or _table(TRIED, map(_attempt, attempts)),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _table(heading: Sequence[str], rows: Iterable[Sequence[object]], *, aligned: bool = True) -> str:
    """A table in Markdown; a person reads it better when its columns line up, a model pays for the blanks."""
    lines = [[_cell(value) for value in line] for line in (heading, *rows)]
    widths = [max(map(len, column)) if aligned else 0 for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * max(width, 3) for width in widths])
    return "\n".join(f"| {' | '.join(map(str.ljust, line, widths))} |" for line in lines)


def _cell(value: object) -> str:
    """A value inside a table: one line, and no bar that would end the cell."""
    return "-" if value in {None, ""} else one_line(str(value)).replace("|", "\\|")


def _screen_row(row: Requirement, stuck: Sequence[str]) -> str:
    left = "" if row.left is None else f", {row.left} left"
    counts = f" (idle for {row.idle} rounds, {row.calls} calls)" if row.id in stuck else ""
    return f"{'!!' if counts else '  '} {row.id}  {state(row, stuck)}{left}: {one_line(row.text)}{counts}"


def _fact(fact: Fact) -> list[object]:
    evidence = fact.evidence
    when = "" if fact.confirmed is None else f"{datetime.fromtimestamp(fact.confirmed, UTC):%Y-%m-%d %H:%M:%SZ}"
    rests_on = None if evidence is None else f"call {evidence.call}, {evidence.source}: {evidence.quote!r}"
    by = f" (contradicted by call {fact.reviewed})" if fact.state != "confirmed" else ""
    return [fact.id, fact.text, rests_on, when, fact.state.replace("_", " ") + by]


def _requirement(row: Requirement, stuck: Sequence[str]) -> list[object]:
    rounds = [f"round {number}" if number else "never" for number in (row.touched, row.closer)]
    return [row.id, row.text, state(row, stuck), row.command, row.blocked_by, *rounds, row.idle, row.calls, row.left]


def _attempt(each: Attempt) -> list[object]:
    rounds = f"{each.first} to {each.last}"
    return [each.requirement, each.approach, rounds, len(each.actions), each.before, each.after]
