"""Given: wires the student's files into the agent.

Each file is imported by itself, and every call into one goes through `files.call`, which names the
file at fault. What is missing is left out: without a detector nothing is stuck, without the tables
the agent works as if there were no lab.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING

from belief_ledger.journal import Journal
from belief_ledger.pages import markdown, pinned, rows_for_screen
from belief_ledger.store import Kept, load, save, set_aside
from belief_ledger.tools import ledger_tools
from belief_ledger.watch import OWN_TOOLS, count_left, looked, of_the_world, touches, verifies
from belief_ledger.writes import Writes
from mca.events import Reason
from mca.messages import Call
from mca.plugin import Plugin, Reminder, Stop
from mca.screen import BlockPrinter, Screen
from mca.student import StudentFiles
from mca.tools import Tool, Workspace

if TYPE_CHECKING:
    from belief_ledger.ledger.consistency import Findings
    from belief_ledger.ledger.recovery import Recovery
    from belief_ledger.ledger.stuck import StuckDetector
    from belief_ledger.ledger.tables import Attempt, Observation, Requirement, Tables

INSTRUCTION = (
    "Keep two tables. Before you rely on something, write it with `record_fact`: the number of the call that shows it, "
    "and a quote from its output. Write what is to be done with `write_requirement`, one row for each thing that a "
    "command verifies by itself, and run that command to show that you came closer. Say with `start_approach` which "
    "row you work on. The tables as they stand:"
)


def plug(files: StudentFiles, workspace: Workspace) -> Plugin:
    """The lab's plug-in; one that adds nothing when there are no tables to keep."""
    module = files.make("tables", _usable)
    return Plugin() if module is None else LedgerPlugin(files, workspace, module)


class LedgerPlugin(Plugin):
    """The tables of one piece of work, what was seen and tried, and the judgement after each round."""

    def __init__(
        self, files: StudentFiles, workspace: Workspace, module: ModuleType, clock: Callable[[], float] = time.time
    ) -> None:
        self._files, self._root, self._module = files, workspace.root, module
        self._writes = Writes(self, module, clock)
        self.tables: Tables = module.Tables()
        self.seen: list[Observation] = []
        self.journal = Journal(module.Attempt)
        self.rounds = self._calls = 0
        self.verdict: tuple[Requirement, ...] | None = None
        self.untouched: tuple[Requirement, ...] = ()
        self._request = self._page = self._unsaved = ""
        self._named: set[str] = set()
        self._remedies: list[tuple[str, str]] = []
        self._check: Callable[..., Findings] | None = files.make("consistency", attrgetter("check"))
        self.detector: StuckDetector | None = files.make("stuck", _make_detector)
        self._recovery: Recovery | None = None
        if self.detector is not None:
            self._recovery = files.make("recovery", lambda recovery: recovery.Recovery(self.detector))

    def begin(self, request: str) -> str:
        """Take up what an earlier conversation left: all of it for the same request, the facts for another."""
        self._request = request
        return self._files.call("tables", self._take_up) or ""

    @property
    def stuck(self) -> tuple[str, ...]:
        """The ids of the rows that were stuck after the last round."""
        return tuple(row.id for row in self.verdict or ())

    def tools(self) -> list[Tool]:
        """The four tools that write the tables."""
        return ledger_tools(lambda tool, arguments: self._files.call("tables", self._writes.write, tool, arguments))

    def instruction(self) -> str:
        """What to do with the tables, and the tables: asked before every round, so they are as they stand now."""
        return INSTRUCTION + (self._files.call("tables", pinned, self.tables, self.seen, self.untouched) or "")

    def after_call(self, call: Call, result: str, *, ran: bool, ok: bool) -> None:
        """Number the call, and find out which requirements it touched and whether it counted what is left."""
        self._calls += 1
        saw = ran and looked(call)
        here = (self._calls, self.rounds + 1, call.name, call.arguments)
        self.seen.append(self._module.Observation(*here, of_the_world(result), ok=ok, looked=saw))
        if call.name not in OWN_TOOLS:
            self._files.call("tables", self._act, self.seen[-1])

    def after_round(self, number: int) -> Reminder | Stop | None:  # noqa: ARG002 -- rounds go on counting where a file left off
        """Count the round, hold the tables against what was seen, and step in where a row is stuck."""
        self.rounds += 1
        self._files.call("tables", self._count)
        if self._check is not None:
            never = self._files.call("consistency", self._never_touched)
            self.untouched = never or ()
        decision = self._files.call("tables", self._judge)
        self._files.call("tables", self._save)
        return decision

    def wrap(self, screen: Screen) -> Callable[[str], None]:
        """The tables between two lines of text, whenever something happened in them."""
        return BlockPrinter(self._rows, screen.write).wrap(screen.write)

    def summary(self) -> str:
        """How many requirements are done, and which ones nobody touched."""
        return self._files.call("tables", self._summary) or "no tables"

    def report(self) -> str:
        """Both tables and what was tried, as Markdown."""
        return self._files.call("tables", self._markdown) or ""

    def _take_up(self) -> str:
        try:
            kept = load(self._root, self._module)
        except (OSError, ValueError, KeyError, TypeError) as error:
            set_aside(self._root)
            return f"the ledger could not be read, so it is set aside and a new one begins ({error})"
        if kept is None:
            return ""
        self.rounds, self._calls, same = kept.rounds, kept.calls, kept.request == self._request
        self.tables = kept.tables if same else self._module.Tables(kept.tables.facts)
        self.journal = Journal(self._module.Attempt, kept.attempts if same else ())
        # Nobody has looked since, and the world does not stand still between two conversations.
        for fact in self.tables.facts:
            doubted = replace(fact, state=self._module.TO_REVIEW, reviewed=max(fact.reviewed, self._calls))
            self.tables.put(doubted)
        # A person has asked again, so each row gets a new stretch, under the same limits.
        for row in self.tables.requirements:
            self.tables.put(replace(row, idle=0, calls=0))
        return f"the ledger goes on after round {self.rounds}; facts from before are under review"

    def _act(self, seen: Observation) -> None:
        touched = [row for row in self.tables.requirements if touches(seen, row)]
        for row in touched:
            self.tables.act(row.id, seen.round, count_left(seen) if verifies(seen, row) else None)
        self.journal.saw(seen, [row.id for row in touched], self.tables.requirements)

    def _count(self) -> None:
        """Count the round. A row that got a remedy after the last one begins a new stretch, under the same limits."""
        for id_, kind in self._remedies:
            if (row := self.tables.requirement(id_)) is not None:
                self.tables.put(replace(row, idle=0, calls=0, recoveries=(*row.recoveries, kind)))
        self._remedies = []
        self.tables.end_round(self.rounds, self.journal.end_round())

    def _never_touched(self) -> tuple[Requirement, ...] | None:
        assert self._check is not None
        return _rows_of(self._check(self.tables, self.seen).untouched)

    def _judge(self) -> Reminder | Stop | None:
        """Ask the detector, and let the recovery decide on each row that is stuck."""
        detector, recovery, attempts = self.detector, self._recovery, self.journal.attempts
        if detector is not None:
            self.verdict = self._files.call("stuck", lambda: _rows_of(detector.check(self.tables.requirements)))
        texts = []
        for row in self.verdict or ():
            if recovery is None:
                continue
            kind, text = self._files.call("recovery", _remedy, recovery, row, self.tables, attempts) or ("", "")
            if kind == "hand_back":
                self._page = text
                return Stop(f"over to you, with both tables and what was tried\n\n{self.report()}", Reason.HANDED_BACK)
            if kind:
                self._remedies.append((row.id, kind))
                texts.append(text)
        texts += self._forgotten()
        return Reminder(". ".join(texts)) if texts else None

    def _forgotten(self) -> list[str]:
        """Untouched requirements, each named once: the others were done a round ago, or nobody has begun."""
        begun = [row for row in self.tables.requirements if row.touched]
        idle = max((row.idle for row in self.untouched), default=0)
        if not begun and (self.detector is None or idle < self.detector.limits.idle_rounds):
            return []
        new = [row.id for row in self.untouched if row.id not in self._named]
        if not new or not all(row.done and row.closer < self.rounds for row in begun):
            return []
        self._named.update(new)
        return [f"no action has touched {', '.join(new)} yet"]

    def _save(self) -> None:
        """Write the files; a disk that is full is nobody's fault, and no reason to stop."""
        kept = Kept(self._request, self.rounds, self._calls, self.tables, self.journal.attempts)
        try:
            save(self._root, kept, self._markdown())
            self._unsaved = ""
        except OSError as error:
            self._unsaved = f"; the tables could not be saved: {error.strerror}"

    def _rows(self) -> list[str]:
        return self._files.call("tables", rows_for_screen, self.tables, self.stuck) or []

    def _markdown(self) -> str:
        return markdown(self.tables, self.journal.attempts, self.stuck, self._page, self.rounds)

    def _summary(self) -> str:
        rows = self.tables.requirements
        if not rows:
            return "ledger without requirements, no verdict"
        never = ", ".join(row.id for row in rows if not row.touched)
        done = f"{sum(row.done for row in rows)}/{len(rows)} requirements done after {self.rounds} rounds"
        stuck = f"; stuck: {', '.join(self.stuck)}" if self.stuck else ""
        return done + stuck + (f"; never touched: {never}" if never else "") + self._unsaved


def _make_detector(module: ModuleType) -> StuckDetector:
    detector: StuckDetector = module.StuckDetector(module.StuckLimits())
    _ = detector.check, detector.limits.idle_rounds
    return detector


# What student code hands over is looked at inside the call that names its file, not later, in ours.


def _rows_of(rows: Sequence[Requirement] | None) -> tuple[Requirement, ...] | None:
    if rows is not None and not all(isinstance(row.id, str) for row in rows):
        raise TypeError(f"{rows!r} are no rows")
    return None if rows is None else tuple(rows)


def _remedy(recovery: Recovery, row: Requirement, tables: Tables, attempts: Sequence[Attempt]) -> tuple[str, str]:
    remedy = recovery.on(row, tables, attempts)
    if not isinstance(remedy.text, str):
        raise TypeError(f"the text of a remedy is {remedy.text!r}")
    return remedy.kind, remedy.text


def _usable(module: ModuleType) -> ModuleType:
    """The student's tables, if what a turn asks of them is there."""
    tables = module.Tables()
    _ = len(tables.facts) + len(tables.requirements), tables.put, tables.act, tables.end_round, module.TO_REVIEW
    _ = module.Fact, module.Evidence, module.Requirement, module.Attempt, module.Observation, module.Write
    return module
