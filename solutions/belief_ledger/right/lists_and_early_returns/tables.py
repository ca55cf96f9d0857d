"""The two tables: what is true, and what is left. Rows with fields, never a paragraph of prose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

CONFIRMED, TO_REVIEW = "confirmed", "to_review"
"""The two states of a fact."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One tool call and what it gave. Calls are numbered from 1, over all rounds.

    `looked` is false for a call that saw nothing of the world: blocked, not allowed, or one that
    only wrote to these tables. A call that failed (`ok` is false) may have seen a lot.
    """

    number: int
    round: int
    tool: str
    arguments: str
    output: str
    ok: bool = True
    looked: bool = True

    @property
    def source(self) -> str:
        """The question that was asked: two calls with the same source asked the same."""
        return f"{self.tool} {self.arguments}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a fact rests on: a call's number, and a part of its output. The table fills in `source`."""

    call: int
    quote: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A row of *World*. `confirmed` is a time in seconds since 1970; `reviewed` is the call that contradicted it."""

    id: str
    text: str
    evidence: Evidence | None = None
    confirmed: float | None = None
    state: str = CONFIRMED
    reviewed: int = 0


@dataclass(frozen=True, slots=True)
class Requirement:
    """A row of *Requirements*: something that one command verifies by itself.

    `touched` and `closer` are round numbers, 0 for never. `idle` counts the rounds in a row in
    which it did not come closer, `calls` the calls spent on it in those; both start again when the
    row comes closer and when a recovery begins. `left` is what `command` counted last, `best` the
    least that it ever counted.
    """

    id: str
    text: str
    command: str
    files: tuple[str, ...] = ()
    blocked_by: str = ""
    part_of: str = ""
    touched: int = 0
    closer: int = 0
    idle: int = 0
    calls: int = 0
    left: int | None = None
    best: int | None = None
    recoveries: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether its command found nothing left when it last ran."""
        return self.left == 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was tried on one requirement: the approach by its name, and what was really called, each call once."""

    requirement: str
    approach: str
    actions: tuple[str, ...]
    first: int
    last: int
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """What came of a write, and what to tell the model."""

    ok: bool
    note: str


class Tables:
    def __init__(self, facts=(), requirements=()):
        self.world = list(facts)
        self.work = list(requirements)

    @property
    def facts(self):
        return tuple(self.world)

    @property
    def requirements(self):
        return tuple(self.work)

    def fact(self, id):
        for fact in self.world:
            if fact.id == id:
                return fact
        return None

    def requirement(self, id):
        for row in self.work:
            if row.id == id:
                return row
        return None

    def put(self, row):
        rows = self.world if isinstance(row, Fact) else self.work
        for index, old in enumerate(rows):
            if old.id == row.id:
                rows[index] = row
                return
        rows.append(row)

    def write_fact(self, fact, seen):
        if not fact.id.strip():
            return Write(False, f"{fact.id!r}: a fact needs an id")
        if not fact.text.strip():
            return Write(False, f"{fact.id!r}: a fact needs a text")
        if fact.evidence is None:
            return Write(False, f"{fact.id!r}: a fact needs evidence")
        if not fact.evidence.quote.strip():
            return Write(False, f"{fact.id!r}: the evidence needs a quote")
        if fact.confirmed is None:
            return Write(False, f"{fact.id!r}: a fact needs a time")
        if seen is None or seen.number != fact.evidence.call:
            return Write(False, f"{fact.id!r}: there is no call {fact.evidence.call}")
        if not seen.looked:
            return Write(False, f"{fact.id!r}: call {seen.number} did not look")
        if fact.evidence.quote not in seen.output:
            return Write(False, f"{fact.id!r}: call {seen.number} did not say that")
        reviewed = 0
        old = self.fact(fact.id)
        if old:
            reviewed = old.reviewed
            if seen.number < reviewed:
                return Write(False, f"{fact.id!r}: call {reviewed} said otherwise, and later")
        evidence = Evidence(seen.number, fact.evidence.quote, seen.source)
        self.put(Fact(fact.id, fact.text, evidence, fact.confirmed, CONFIRMED, reviewed))
        return Write(True, "written")

    def write_requirement(self, id, text, command, files=(), blocked_by=""):
        if blocked_by and not self.fact(blocked_by):
            return Write(False, f"there is no fact {blocked_by!r}")
        old = self.requirement(id)
        if old and old.command != command:
            return Write(False, f"{id!r} keeps the command {old.command!r}")
        trouble = self.trouble(id, text, command)
        if trouble:
            return Write(False, trouble)
        if not old:
            old = Requirement(id, text, command)
        self.put(replace(old, text=text, files=tuple(files), blocked_by=blocked_by))
        return Write(True, "written")

    def trouble(self, id, text, command):
        for word in (id, text, command):
            if not word.strip():
                return f"{id!r} lacks something"
        for row in self.work:
            if row.id != id and row.command == command:
                return f"{id!r} has the command of {row.id!r}"
        return None

    def split(self, id, parts):
        old = self.requirement(id)
        if not old:
            return Write(False, f"there is no requirement {id!r}")
        if old.part_of:
            return Write(False, f"{id!r} is a part already")
        if len(parts) != 2:
            return Write(False, "two parts, please")
        one, two = parts
        if one.id == two.id or one.command == two.command:
            return Write(False, "the parts have to differ")
        for part in parts:
            if self.requirement(part.id):
                return Write(False, f"{part.id!r} is taken")
            if self.trouble(part.id, part.text, part.command):
                return Write(False, self.trouble(part.id, part.text, part.command))
        index = self.work.index(old)
        self.work[index : index + 1] = [
            Requirement(part.id, part.text, part.command, part.files, old.blocked_by, id) for part in parts
        ]
        return Write(True, "split")

    def act(self, id, round, left=None):
        row = replace(self.requirement(id), touched=round)
        if left is not None:
            row = replace(row, left=left)
            if row.best is None:
                row = replace(row, best=left, closer=round if left == 0 else row.closer)
            elif left < row.best:
                row = replace(row, best=left, closer=round)
        self.put(row)

    def end_round(self, round, calls):
        for index, row in enumerate(self.work):
            idle, spent = row.idle + 1, row.calls + calls.get(row.id, 0)
            if row.left == 0 or row.closer == round:
                idle = spent = 0
            self.work[index] = replace(row, idle=idle, calls=spent)
