"""The report for a person at a terminal: a pure function of the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.report import CheckResult, ExerciseResult, Report, Status
from grader.shown import shown

COLOURS = {
    Status.PASSED: "green",
    Status.FAILED: "red",
    Status.ERROR: "red",
    Status.NOT_STARTED: "yellow",
    Status.BLOCKED: "yellow",
    Status.GRADER_ERROR: "magenta",
}
"""Colour only repeats what the words say."""


def console_report(report: Report, full: Sequence[CheckResult] | None = None) -> RenderableType:
    """Every exercise, some checks in full, and the score; the first open check if none are named."""
    first = [report.first_open] if report.first_open else []
    return Group(*_parts(report, first if full is None else full))


def _parts(report: Report, full: Sequence[CheckResult]) -> Iterator[RenderableType]:
    yield Text.assemble((report.title, "bold"), f"  {shown(report.folder)}")
    yield from _gain(report)
    if report.without:
        yield Text(f"this system has no limit on: {', '.join(report.without)}", "yellow")
    if report.partial:
        yield Text(f"partial: interrupted after {len(report.checks)} of {report.max_score} checks", "yellow")
    yield ""
    yield _exercises(report)
    for check in full:
        yield ""
        yield from check_report(check, report)
    yield ""
    yield from _whats_next(report)
    if report.own_fault:
        yield Text("The grader failed on a check of its own; that is not your fault. Please report it.", "magenta")
    yield Text(f"{report.score}/{report.max_score}", "bold green" if report.score == report.max_score else "bold")


def _whats_next(report: Report) -> Iterator[RenderableType]:
    """At full marks of a student's own files: the solution, if it is here, and the questions."""
    if report.gain is None or not report.gain.finished:
        return
    if report.solution:
        yield Text(f"All done. The reference solution's notes: {report.solution}/notes.md")
        yield _line("its answers beside yours", f"nox -s diff -- --solution{_lab(report)}")
    yield _line("three questions about it all", f"nox -s quiz{f' -- {report.lab}' if _lab(report) else ''}")
    yield ""


def _gain(report: Report) -> Iterator[Text]:
    if report.gain is None:
        return
    if report.gain.gained:
        yield Text(f"{report.gain.gained:+} since the last run", "green" if report.gain.gained > 0 else "yellow")
    if report.gain.first and report.gain.gained is not None:
        yield Text(f"passed for the first time: {', '.join(map(str, report.gain.first))}", "green")
    yield from (Text(f"goal reached: {goal}", "green") for goal in report.gain.goals)


def _exercises(report: Report) -> Table:
    here = report.first_open.exercise if report.first_open else None
    table = Table.grid(padding=(0, 2))
    for no_wrap in (True, False, True, True):
        table.add_column(no_wrap=no_wrap)
    for exercise in report.exercises:
        table.add_row(f" {exercise.number}", exercise.title, Text(exercise.name, "cyan"), _points(exercise, here))
    return table


def _points(exercise: ExerciseResult, here: str | None) -> Text:
    points = Text(f"{exercise.score}/{exercise.max_score}")
    if exercise.score == exercise.max_score:
        points.append("  done", "green")
    elif exercise.name == here:
        points.append("  <- here", "yellow")
    return points


def check_report(check: CheckResult, report: Report) -> Iterator[RenderableType]:
    """One check in full."""
    status = check.status.replace("_", " ")
    yield Text.assemble((f"check {check.number} {status}", f"bold {COLOURS[check.status]}"), f": {check.name}")
    if check.status is Status.PASSED:
        return
    if check.where and check.status is not Status.BLOCKED:
        yield _line("  where   ", f"{report.path(check.where)}:{check.where.line}  {check.where.symbol}")
    details = Table.grid(padding=(0, 2))
    details.add_column(no_wrap=True)
    details.add_column(overflow="fold")
    blocked = check.status is Status.BLOCKED
    for label in ("help",) if blocked else ("did", "expected", "got", "help"):
        if text := getattr(check, label):
            details.add_row(label, Text(text))
    if check.output and not blocked:
        details.add_row("printed", Text(check.output.rstrip("\n"), "dim"))
    yield Padding(details, (0, 0, 0, 2))
    if blocked:
        return
    yield _line("  repeat  ", f"nox -s grade -- {report.repeat(check)}")
    if report.gain is not None:
        yield _line("  hint    ", f"nox -s hint -- {report.exercise_of(check).number}{_lab(report)}")


def _line(label: str, command: str) -> Text:
    """A path or a command, in one piece however narrow the screen is, so that it can be copied."""
    return Text.assemble(label, "  ", (command, "cyan"), no_wrap=True, overflow="ignore")


def _lab(report: Report) -> str:
    """What to add to a command if it is not about the default lab."""
    return f" --lab {report.lab}" if report.lab in report.arguments else ""
