from dataclasses import dataclass, replace

CONFIRMED, TO_REVIEW = "confirmed", "to_review"


@dataclass(frozen=True)
class Observation:
    number: int
    round: int
    tool: str
    arguments: str
    output: str
    ok: bool = True
    looked: bool = True

    @property
    def source(self):
        return self.tool + " " + self.arguments


@dataclass(frozen=True)
class Evidence:
    call: int
    quote: str
    source: str = ""


@dataclass(frozen=True)
class Fact:
    id: str
    text: str
    evidence: Evidence | None = None
    confirmed: float | None = None
    state: str = CONFIRMED
    reviewed: int = 0


@dataclass(frozen=True)
class Requirement:
    id: str
    text: str
    command: str
    files: tuple = ()
    blocked_by: str = ""
    part_of: str = ""
    touched: int = 0
    closer: int = 0
    idle: int = 0
    calls: int = 0
    left: int | None = None
    best: int | None = None
    recoveries: tuple = ()

    @property
    def done(self):
        return self.left == 0


@dataclass(frozen=True)
class Attempt:
    requirement: str
    approach: str
    actions: tuple
    first: int
    last: int
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True)
class Write:
    ok: bool
    note: str


class Tables:
    def __init__(self, facts=(), requirements=()):
        self._all = {(type(row), row.id): row for row in (*facts, *requirements)}

    facts = property(lambda self: tuple(row for (kind, _), row in self._all.items() if kind is Fact))
    requirements = property(lambda self: tuple(row for (kind, _), row in self._all.items() if kind is Requirement))

    def fact(self, id):
        return self._all.get((Fact, id))

    def requirement(self, id):
        return self._all.get((Requirement, id))

    def put(self, row):
        self._all[type(row), row.id] = row

    def write_fact(self, fact, seen):
        old, proof = self.fact(fact.id) or fact, fact.evidence
        good = fact.id.strip() and fact.text.strip() and proof and proof.quote.strip() and fact.confirmed is not None
        good = good and seen and seen.looked and seen.number == proof.call and proof.quote in seen.output
        if not good or proof.call < old.reviewed:
            return Write(False, f"{fact.id}: not taken; a fact needs an id, a text, a time, and evidence that is new enough")
        self.put(Fact(fact.id, fact.text, replace(proof, source=seen.source), fact.confirmed, CONFIRMED, old.reviewed))
        return Write(True, f"{fact.id}: confirmed")

    def _fits(self, row):
        twins = [each for each in self.requirements if each.id != row.id and each.command == row.command]
        return row.id.strip() and row.text.strip() and row.command.strip() and not twins

    def write_requirement(self, id, text, command, files=(), blocked_by=""):
        new = Requirement(id, text, command)
        old = self.requirement(id) or new
        if not self._fits(new) or old.command != command or (blocked_by and not self.fact(blocked_by)):
            return Write(False, f"{id}: not taken")
        self.put(replace(old, text=text, files=tuple(files), blocked_by=blocked_by))
        return Write(True, f"{id}: written")

    def split(self, id, parts):
        old = self.requirement(id)
        new = len({part.id for part in parts}) == len({part.command for part in parts}) == len(parts) == 2
        known = any(self.requirement(part.id) for part in parts)
        if not old or old.part_of or not new or known or not all(map(self._fits, parts)):
            return Write(False, f"{id}: not split")
        rows, self._all = self._all.values(), {}
        for row in rows:
            whole = row is old
            for each in parts if whole else [row]:
                self.put(replace(each, blocked_by=old.blocked_by, part_of=id) if whole else each)
        return Write(True, f"{id}: split")

    def act(self, id, round, left=None):
        row = self.requirement(id)
        if left is None:
            left, best, closer = row.left, row.best, row.closer
        else:
            top = row.best if row.best is not None else max(left, 1)
            best, closer = min(left, top) if row.best is not None else left, round if left < top else row.closer
        self.put(replace(row, touched=round, left=left, best=best, closer=closer))

    def end_round(self, round, calls):
        for row in self.requirements:
            keep = not row.done and row.closer != round
            self.put(replace(row, idle=keep * (row.idle + 1), calls=keep * (row.calls + calls.get(row.id, 0))))
