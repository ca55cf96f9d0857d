"""Runs beside the student's files and reports what it saw, as plain data.

Nothing here knows what is right. Every call into a student's file goes through `stage.call`, so
that whatever goes wrong in it is that file's fault and not this one's.
"""

from __future__ import annotations

from operator import attrgetter, methodcaller
from types import ModuleType
from typing import Any

from belief_ledger.plugin import LedgerPlugin, plug
from mca.approval import Gate
from mca.cli import main
from mca.events import RoundStarted, TurnFinished
from mca.limits import Limits
from mca.loop import Agent, run_turn
from mca.screen import Screen
from mca.stage import Stage, attributes, plain, recorded
from mca.tools import standard_tools

Data = dict[str, Any]

FACT = ("id", "text", "confirmed", "state", "reviewed")
ROW = (
    *("id", "text", "command", "blocked_by", "part_of", "touched", "closer"),
    *("idle", "calls", "left", "best", "recoveries"),
)


def facts(stage: Stage, seen: list[Data], writes: list[Data]) -> Data:
    """Write facts to new tables, and report outcome and facts after each; or put a row there, without any rule.

    A write is a fact, with `evidence` as a pair of a call and a quote, and the number of the call in
    `seen` that is handed in with it as `of`; one with `put` goes past the rules.
    """
    module = _tables(stage)
    tables = _make(stage, [], [])
    calls = {each["number"]: each for each in seen}
    steps = []
    for write in writes:
        fields = {name: value for name, value in write.items() if name not in {"of", "put"}}
        fact = stage.call("tables", _fact, module, fields)
        if write.get("put"):
            outcome = stage.call("tables", methodcaller("put", fact), tables)
        else:
            of = calls.get(write["of"])
            shown = of and stage.call("tables", lambda: module.Observation(**of))  # noqa: B023 -- called at once
            outcome = stage.call("tables", methodcaller("write_fact", fact, shown), tables)
        steps.append({"ok": plain(getattr(outcome, "ok", None)), "note": plain(getattr(outcome, "note", ""))})
        steps[-1]["facts"] = _state(stage, tables)["facts"]
    return {"steps": steps}


def rows(stage: Stage, given: list[Data], steps: list[list[Any]]) -> Data:
    """Tables with some rows; report the rows after each step.

    A step is `["act", id, round, left]`, with `left` null for an action that counted nothing, or
    `["end_round", round, {id: calls}]`.
    """
    tables = _make(stage, [], given)
    after = []
    for step, *arguments in steps:
        stage.call("tables", methodcaller(step, *arguments), tables)
        after.append(_state(stage, tables)["rows"])
    return {"after": after}


def plans(stage: Stage, facts: list[Data], writes: list[list[Any]]) -> Data:
    """Write requirements to tables with some facts; report outcome and rows after each write.

    A write is `["write_requirement", id, text, command, files, blocked_by]`, `["split", id, rows]`, or an action as
    in `rows`.
    """
    module = _tables(stage)
    tables = _make(stage, facts, [])
    steps = []
    for form, *arguments in writes:
        if form == "split":
            arguments[1] = stage.call("tables", lambda: [_row(module, row) for row in arguments[1]])  # noqa: B023 -- called at once
        outcome = stage.call("tables", methodcaller(form, *arguments), tables)
        steps.append({"ok": plain(getattr(outcome, "ok", None)), "rows": _state(stage, tables)["rows"]})
    return {"steps": steps}


def consistency(stage: Stage, facts: list[Data], given: list[Data], rounds: list[list[Data]]) -> Data:
    """Check tables after some rounds, each with what was seen so far; report findings and tables after each."""
    module = _tables(stage)
    tables = _make(stage, facts, given)
    check = stage.make("consistency", attrgetter("check"))
    seen: list[Any] = []
    after = []
    for calls in rounds:
        seen += stage.call("tables", lambda: [module.Observation(**each) for each in calls])  # noqa: B023 -- called at once
        findings = stage.call("consistency", check, tables, tuple(seen))
        after.append(_findings(stage, findings) | _state(stage, tables))
    return {"after": after}


def verdicts(stage: Stage, limits: Data, cases: list[list[Data]]) -> Data:
    """Ask a new detector about some rows, case by case; a verdict is the ids of stuck rows, or null for none."""
    module = _tables(stage)
    said = []
    for case in cases:
        detector = stage.make("stuck", lambda each: each.StuckDetector(each.StuckLimits(**limits)))
        given = stage.call("tables", lambda: tuple(_row(module, row) for row in case))  # noqa: B023 -- called at once
        said.append(stage.call("stuck", lambda: _ids(detector.check(given))))  # noqa: B023
    return {"verdicts": said}


def remedies(stage: Stage, cases: list[Data], near: list[Data]) -> Data:
    """Ask a new recovery about a stuck row, case by case; and what the limits were before and afterwards.

    About each row of `near` a detector is asked before the recovery, the recovery's own after it,
    and once more when the row had that remedy.
    """
    module = _tables(stage)
    said = []

    def judge(detector: Any, recoveries: list[Any]) -> list[list[Any] | None]:
        given = [stage.call("tables", _row, module, row | {"recoveries": recoveries}) for row in near]
        return [stage.call("stuck", lambda: _ids(detector.check((row,)))) for row in given]  # noqa: B023 -- called at once

    for case in cases:
        tables = _make(stage, case["facts"], [case["row"]])
        attempts = stage.call("tables", lambda: [_attempt(module, each) for each in case["attempts"]])  # noqa: B023 -- called at once
        detector = stage.make("stuck", lambda each: each.StuckDetector(each.StuckLimits()))
        before = stage.call("stuck", attrgetter("limits"), detector)
        row = stage.call("tables", lambda: tables.requirements[0])  # noqa: B023 -- called at once
        fresh = judge(stage.make("stuck", lambda each: each.StuckDetector(each.StuckLimits())), [])
        recovery = stage.make("recovery", lambda each: each.Recovery(detector))  # noqa: B023 -- called at once
        remedy = stage.call("recovery", methodcaller("on", row, tables, attempts), recovery)
        kept = stage.call("stuck", attrgetter("limits"), detector) is before
        told = attributes(remedy, "kind", "text")
        said.append(told | {"kept": kept} | _state(stage, tables))
        said[-1] |= {"fresh": fresh, "after": judge(detector, []), "remedied": judge(detector, [told["kind"]])}
    return {"remedies": said}


def conversation(stage: Stage, rounds: int) -> Data:
    """Let the scripted model work for at most so many rounds; report the tables after each, and how it ended."""
    return _turn(stage, _plugin(stage), Limits(rounds=rounds))


def taken_up(stage: Stage, rounds: int) -> Data:
    """A conversation, then a new plug-in in the same folder: what the next conversation finds pinned in its prompt."""
    first = _turn(stage, _plugin(stage), Limits(rounds=rounds))
    plugin = _plugin(stage)
    notice = plugin.begin(stage.files.lab.request)
    return {"first": first, "notice": plain(notice), "second": _after(stage, plugin)}


def whole_agent(stage: Stage) -> Data:
    """Run `python -m mca` as a command, with a scripted model, and report its screen and exit status."""
    shown: list[str] = []
    screen = Screen(recorded(shown), tty=False, size=lambda: (80, 24))
    arguments = ["--workspace", str(stage.project), "--yes", "--report", str(stage.project / "report.md")]
    status = main(arguments, model=stage.model, files=stage.files, screen=screen)
    return {"status": status, "screen": "".join(shown)}


def _turn(stage: Stage, plugin: LedgerPlugin, limits: Limits) -> Data:
    tools = [*standard_tools(stage.workspace), *plugin.tools()]
    agent = Agent(stage.model, tools, Gate(lambda _: True), plugin, limits)
    detector = plugin.detector
    kept = detector and stage.call("stuck", attrgetter("limits"), detector)
    history = []
    end: Data = {}
    for event in run_turn(agent, stage.files.lab.request):
        match event:
            case RoundStarted(number) if number > 1:
                history.append(_after(stage, plugin))
            case TurnFinished(reason, text):
                history.append(_after(stage, plugin))
                end = {"reason": reason.value, "text": plain(text), "summary": plain(plugin.summary())}
    now = detector and stage.call("stuck", attrgetter("limits"), detector)
    numbers = attributes(now, "idle_rounds", "calls") if detector else {}
    return {"history": history, **end, "limits": list(numbers.values()), "kept": now is kept and agent.limits is limits}


def _after(stage: Stage, plugin: LedgerPlugin) -> Data:
    """Where everything stands after a round."""
    judged = {"verdict": _ids(plugin.verdict), "untouched": _ids(plugin.untouched)}
    return judged | {"pinned": plain(plugin.instruction())} | _state(stage, plugin.tables)


def _plugin(stage: Stage) -> LedgerPlugin:
    plugin = plug(stage.files, stage.workspace)
    assert isinstance(plugin, LedgerPlugin)
    return plugin


def _tables(stage: Stage) -> ModuleType:
    module: ModuleType = stage.make("tables", lambda module: module)
    return module


def _make(stage: Stage, facts: list[Data], given: list[Data]) -> Any:
    def make(module: ModuleType) -> Any:
        return module.Tables([_fact(module, fact) for fact in facts], [_row(module, row) for row in given])

    return stage.make("tables", make)


def _fact(module: ModuleType, fact: Data) -> Any:
    evidence = fact.get("evidence")
    return module.Fact(**fact | {"evidence": evidence and module.Evidence(*evidence)})


def _row(module: ModuleType, row: Data) -> Any:
    return module.Requirement(**{name: tuple(v) if isinstance(v, list) else v for name, v in row.items()})


def _attempt(module: ModuleType, attempt: Data) -> Any:
    return module.Attempt(**attempt | {"actions": tuple(attempt["actions"])})


def _ids(rows: Any) -> list[Any] | None:
    return None if rows is None else [plain(row.id) for row in rows]


def _state(stage: Stage, tables: Any) -> Data:
    def look(tables: Any) -> Data:
        facts = [attributes(fact, *FACT) | {"evidence": _evidence(fact.evidence)} for fact in tables.facts]
        return {"facts": facts, "rows": [attributes(row, *ROW) for row in tables.requirements]}

    return dict(stage.call("tables", look, tables))


def _evidence(evidence: Any) -> Any:
    return None if evidence is None else [plain(getattr(evidence, name)) for name in ("call", "quote", "source")]


def _findings(stage: Stage, findings: Any) -> Data:
    def look(findings: Any) -> Data:
        return {"doubted": _ids(findings.to_review), "untouched": _ids(findings.untouched)}

    return dict(stage.call("consistency", look, findings))
