"""The shapes of what `scenarios.py` reports: data from beside student code, held to exact types."""

from __future__ import annotations

from grader.checks import Observation


class FactSeen(Observation):
    """A fact; its evidence is a call, a quote and a source."""

    id: str
    text: str
    confirmed: float | None
    state: str
    reviewed: int
    evidence: list[int | str] | None


class RowSeen(Observation):
    """A requirement."""

    id: str
    text: str
    command: str
    blocked_by: str
    part_of: str
    touched: int
    closer: int
    idle: int
    calls: int
    left: int | None
    best: int | None
    recoveries: list[str]


class TablesSeen(Observation):
    """Both tables at one moment."""

    facts: list[FactSeen]
    rows: list[RowSeen]


class WriteSeen(Observation):
    """A write's outcome, and the facts after it; `ok` is null for a row that was put there without any rule."""

    ok: bool | None
    note: str
    facts: list[FactSeen]


class WritesSeen(Observation):
    """New tables, written to several times."""

    steps: list[WriteSeen]


class RowsSeen(Observation):
    """The rows after each step."""

    after: list[list[RowSeen]]


class PlanSeen(Observation):
    """A write of requirements, and the rows after it; `ok` is null for an action."""

    ok: bool | None
    rows: list[RowSeen]


class PlansSeen(Observation):
    """Tables whose requirements were written several times."""

    steps: list[PlanSeen]


class FindingsSeen(TablesSeen):
    """What a check of the tables found, and the tables after it."""

    doubted: list[str]
    untouched: list[str]


class ConsistencySeen(Observation):
    """The same, round by round."""

    after: list[FindingsSeen]


class VerdictsSeen(Observation):
    """What a detector said, case by case: ids of stuck rows, or no verdict."""

    verdicts: list[list[str] | None]


class RemedySeen(TablesSeen):
    """A remedy, whether the limits were still the same object after it, and the tables after it.

    And verdicts on some rows: of a fresh detector, of the recovery's own after the remedy, and of
    that one when the rows had the remedy.
    """

    kind: str
    text: str
    kept: bool
    fresh: list[list[str] | None]
    after: list[list[str] | None]
    remedied: list[list[str] | None]


class RemediesSeen(Observation):
    """What a recovery said, case by case."""

    remedies: list[RemedySeen]


class RoundSeen(TablesSeen):
    """Where everything stood after a round of a conversation."""

    verdict: list[str] | None
    untouched: list[str]
    pinned: str


class ConversationSeen(Observation):
    """A whole turn; `kept` says whether all limits were the same objects at its end."""

    history: list[RoundSeen]
    reason: str
    text: str
    summary: str
    limits: list[int]
    kept: bool


class TakenUpSeen(Observation):
    """A turn, and what the next conversation in the same folder found."""

    first: ConversationSeen
    notice: str
    second: RoundSeen


class AgentSeen(Observation):
    """What `python -m mca` left behind."""

    status: int
    screen: str
