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
    """Both tables of one piece of work.

    >>> tables = Tables()
    >>> tables.write_requirement("tea", "the tea is hot", "python test_tea.py").ok
    True
    >>> tables.act("tea", round=4, left=2)
    >>> tables.requirement("tea").touched, tables.requirement("tea").closer
    (4, 0)
    """

    def __init__(self, facts: Iterable[Fact] = (), requirements: Iterable[Requirement] = ()) -> None:
        self._facts = {fact.id: fact for fact in facts}
        self._requirements = {row.id: row for row in requirements}

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The world, in the order of writing."""
        return tuple(self._facts.values())

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        """What is left and what is done, in the order of writing."""
        return tuple(self._requirements.values())

    def fact(self, id: str) -> Fact | None:
        """One fact, if there is one of that id."""
        return self._facts.get(id)

    def requirement(self, id: str) -> Requirement | None:
        """One requirement, if there is one of that id."""
        return self._requirements.get(id)

    def put(self, row: Fact | Requirement) -> None:
        """Replace the row of the same id, or add it: the program's own door, without any rule."""
        if isinstance(row, Fact):
            self._facts[row.id] = row
        else:
            self._requirements[row.id] = row

    def write_fact(self, fact: Fact, seen: Observation | None) -> Write:
        """Take over what the model says is true, or refuse it. `seen` is the call that its evidence names.

        Refused is a fact without an id or a text, without evidence or with an empty quote, without a
        time, one whose call is not there, is another one or did not look, and one whose quote does
        not stand in that call's output. A fact that was contradicted needs evidence no older than
        the call that contradicted it. A refusal changes nothing, and its note names the fact.
        What is taken over is `confirmed`, and carries the `source` of its call.
        """
        for rule in (self._is_named, self._has_evidence, self._has_a_time, self._is_in_the_call, self._is_new):
            if said := rule(fact, seen):
                return Write(ok=False, note=f"fact {fact.id!r} {said}")
        before = self._facts.get(fact.id, fact).reviewed
        evidence = Evidence(seen.number, fact.evidence.quote, seen.source)
        self._facts |= {fact.id: Fact(fact.id, fact.text, evidence, fact.confirmed, reviewed=before)}
        return Write(ok=True, note=f"fact {fact.id!r} stands")

    def _is_named(self, fact, seen):
        return "" if fact.id.split() and fact.text.split() else "has no name or says nothing"

    def _has_evidence(self, fact, seen):
        return "" if fact.evidence and fact.evidence.quote.split() else "rests on nothing"

    def _has_a_time(self, fact, seen):
        return "is of no time" if fact.confirmed is None else ""

    def _is_in_the_call(self, fact, seen):
        looked = seen and seen.looked and seen.number == fact.evidence.call
        return "" if looked and seen.output.count(fact.evidence.quote) else "does not stand in that call"

    def _is_new(self, fact, seen):
        known = self._facts.get(fact.id)
        return "is older than what contradicts it" if known and seen.number < known.reviewed else ""

    def write_requirement(
        self, id: str, text: str, command: str, files: Sequence[str] = (), blocked_by: str = ""
    ) -> Write:
        """Add a requirement, or say something else about one; its counts and its command stay as they are.

        Refused is one without id, text or command, with the command of another row, or blocked by a
        fact that is not in the table. How a row is verified is fixed once it is written.
        """
        old = self.requirement(id)
        problem = self._problem(id, text, command)
        if blocked_by and self.fact(blocked_by) is None:
            problem = f"is blocked by {blocked_by!r}, which is no fact in the table"
        if old is not None and old.command != command:
            problem = f"is verified by {old.command!r}, and that stays so"
        if problem:
            return Write(ok=False, note=f"refused: requirement {id!r} {problem}")
        row = old or Requirement(id, text, command)
        self.put(replace(row, text=text, files=tuple(files), blocked_by=blocked_by))
        return Write(ok=True, note=f"requirement {id!r} is written")

    def split(self, id: str, parts: Sequence[Requirement]) -> Write:
        """Put two smaller requirements in the place of one; what is a part is not split again."""
        old = self.requirement(id)
        if old is None or old.part_of or len({part.id for part in parts} - self._requirements.keys()) != len(parts):
            return Write(ok=False, note=f"refused: {id!r} is no whole requirement, or a part's id is taken")
        problems = [self._problem(part.id, part.text, part.command) for part in parts]
        if len(parts) != 2 or any(problems) or parts[0].command == parts[1].command:  # noqa: PLR2004 -- two, says the name
            return Write(ok=False, note=f"refused: {id!r} splits into two, each with a command of its own")
        smaller = [Requirement(p.id, p.text, p.command, p.files, old.blocked_by, part_of=id) for p in parts]
        rows = [row for each in self.requirements for row in (smaller if each.id == id else [each])]
        self._requirements = {row.id: row for row in rows}
        return Write(ok=True, note=f"{id!r} is now {parts[0].id!r} and {parts[1].id!r}")

    def act(self, id: str, round: int, left: int | None = None) -> None:
        """An action touched a requirement in this round; `left` is what its command counted, if it was that.

        Every action makes the row touched. It comes closer only when `left` is lower than the least
        that was ever counted: what was reached before is no progress. The first count is where it
        starts from, and no progress either, unless it is 0.
        """
        row = self._requirements[id]
        changes = {"touched": round}
        if left is not None:
            least = [count for count in (row.best, left) if count is not None]
            changes |= {"left": left, "best": min(least)}
            if (row.best is None and not left) or (row.best is not None and changes["best"] != row.best):
                changes["closer"] = round
        self.put(replace(row, **changes))

    def end_round(self, round: int, calls: Mapping[str, int]) -> None:
        """Count a round that is over; `calls` says how many calls were spent on which row.

        A row that came closer in it, or is done, has no idle rounds.
        """
        for row in self.requirements:
            if row.done or row.closer == round:
                self.put(replace(row, idle=0, calls=0))
            else:
                self.put(replace(row, idle=row.idle + 1, calls=row.calls + calls.get(row.id, 0)))

    def _problem(self, id: str, text: str, command: str) -> str:
        """What is wrong with a requirement by itself, or beside the others."""
        if not (id.strip() and text.strip() and command.strip()):
            return "needs an id, a text, and a command that verifies it"
        if any(row.command == command for row in self.requirements if row.id != id):
            return f"is verified by {command!r}, as another row is: then it is not one by itself"
        return ""
