"""The report for a person at a terminal: a pure function of the report."""

from __future__ import annotations

from collections.abc import Iterator

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


def console_report(report: Report, *, everything: bool = False) -> RenderableType:
    """Every exercise, the first open check in full, and the score; or every check in full."""
    return Group(*_parts(report, everything=everything))


def _parts(report: Report, *, everything: bool) -> Iterator[RenderableType]:
    yield Text.assemble((report.title, "bold"), f"  {shown(report.folder)}")
    yield from _gain(report)
    if report.without:
        yield Text(f"this system has no limit on: {', '.join(report.without)}", "yellow")
    if report.partial:
        yield Text(f"partial: interrupted after {len(report.checks)} of {report.max_score} checks", "yellow")
    yield ""
    yield _exercises(report)
    first = [report.first_open] if report.first_open else []
    for check in report.checks if everything else first:
        yield ""
        yield from check_report(check, report)
    yield ""
    if report.solution:
        yield Text(f"All done. The reference solution's notes: {report.solution}/notes.md")
        yield Text.assemble("Its answers beside yours: ", (f"nox -s diff -- --solution{_lab(report)}", "cyan"), "\n")
    if report.own_fault:
        yield Text("The grader failed on a check of its own; that is not your fault. Please report it.", "magenta")
    yield Text(f"{report.score}/{report.max_score}", "bold green" if report.score == report.max_score else "bold")


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
    details = Table.grid(padding=(0, 2))
    details.add_column(no_wrap=True)
    details.add_column(overflow="fold")
    for label, text in _details(check, report):
        details.add_row(label, text)
    yield Padding(details, (0, 0, 0, 2))


def _details(check: CheckResult, report: Report) -> Iterator[tuple[str, Text]]:
    if check.status is Status.BLOCKED:
        yield "help", Text(check.help)
        return
    if check.where:
        yield "where", Text(f"{report.path(check.where)}:{check.where.line}  {check.where.symbol}", "cyan")
    for label in ("did", "expected", "got", "help"):
        if text := getattr(check, label):
            yield label, Text(text)
    if check.output:
        yield "printed", Text(check.output.rstrip("\n"), "dim")
    yield "repeat", Text(f"nox -s grade -- {report.repeat(check)}", "cyan")
    if report.gain is not None:
        yield "hint", Text(f"nox -s hint -- {report.exercise_of(check).number}{_lab(report)}", "cyan")


def _lab(report: Report) -> str:
    """What to add to a command if it is not about the default lab."""
    return f" --lab {report.lab}" if report.lab in report.arguments else ""
