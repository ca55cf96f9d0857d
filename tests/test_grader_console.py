"""The report for a person: every word of it, at two widths, without colour."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from grader.child import Starter
from grader.console import console_report
from grader.grading import grade, load_checks
from grader.report import CheckResult, ExerciseResult, Report, Status, Where
from grader.starter import starter_source
from grader.submission import take
from mca.lab import Lab
from tests.conftest import Grade

SMALL = """\
A lab  work/todo

 1  Keep the list  list   1/2  <- here
 2  Show it        panel  1/1  done

check 2 failed: keeps [red]order[/red]
  where     work/todo/list.py:12  TodoList.replace
  did       replace(['b', 'a'])
  expected  ['b', 'a']
  got       [bold]['a', 'b'][/bold] :smile:
  help      keep the order
  printed   hello
  repeat    nox -s grade -- --only 2 --seed 5

2/3
"""


def result(number: int, status: Status, **more: object) -> CheckResult:
    """One check's result."""
    values = {"number": number, "exercise": "list", "name": f"check number {number}", "status": status, "seconds": 0.1}
    return CheckResult.model_validate(values | more)


@pytest.fixture
def report() -> Report:
    """A report with one check that failed between two that passed."""
    failed = result(
        2,
        Status.FAILED,
        name="keeps [red]order[/red]",
        did="replace(['b', 'a'])",
        expected="['b', 'a']",
        got="[bold]['a', 'b'][/bold] :smile:",
        where=Where(file="todo/list.py", line=12, symbol="TodoList.replace"),
        help="keep the order",
        output="hello\n",
    )
    return Report(
        lab="a_lab",
        title="A lab",
        folder="work/todo",
        arguments=[],
        seed=5,
        isolation="none",
        without=[],
        partial=False,
        score=2,
        max_score=3,
        seconds=0.5,
        exercises=[
            ExerciseResult(number=1, name="list", title="Keep the list", score=1, max_score=2),
            ExerciseResult(number=2, name="panel", title="Show it", score=1, max_score=1),
        ],
        checks=[result(1, Status.PASSED), failed, result(3, Status.PASSED, exercise="panel")],
    )


@pytest.fixture(scope="module")
def of_starter(lab: Lab, warmed: Starter, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report on the untouched starter."""
    folder = tmp_path_factory.mktemp("starter")
    for exercise in lab.exercises:
        (folder / exercise.file).write_text(starter_source(lab, exercise), encoding="utf-8")
    return grade(lab, take(lab, folder), load_checks(lab), warmed, seed=1)


def with_checks(report: Report, *checks: CheckResult) -> Report:
    """The report with other checks, and the score that follows."""
    score = sum(check.status is Status.PASSED for check in checks)
    return report.model_copy(update={"checks": list(checks), "score": score, "max_score": len(checks)})


def shown(report: Report, width: int = 80, *, everything: bool = False, colours: bool = False) -> str:
    """What a person sees."""
    file = io.StringIO()
    console = Console(
        file=file, width=width, force_terminal=colours, color_system="truecolor" if colours else None, _environ={}
    )
    console.print(console_report(report, report.checks if everything else None), crop=False)
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))


def squeezed(text: str) -> str:
    """A text without blanks and line ends, so that wrapping makes no difference."""
    return "".join(text.split())


def test_console_shows_the_whole(report: Report) -> None:
    """The report names the lab and the folder, every exercise, the first open check in full, and the score."""
    assert SMALL == shown(report)


def test_console_shows_markup_literally(report: Report) -> None:
    """Markup in student text is shown as it was written, even where colours are on."""
    assert "[bold]['a', 'b'][/bold] :smile:" in shown(report, width=200)
    assert "[red]order[/red]" in shown(report, width=200, colours=True)


def test_console_needs_no_colour(report: Report) -> None:
    """Without colours not one control sequence is written; with them the words are the same."""
    plain, coloured = shown(report), shown(report, colours=True)

    assert "\x1b" not in plain
    assert "\x1b" in coloured
    assert squeezed(plain) == squeezed("".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b[")))


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("everything", [False, True])
def test_console_fits_the_width(of_starter: Report, width: int, everything: bool) -> None:
    """At 80 columns and at 40 nothing that counts is left out, and only what is copied is wider than the screen."""
    text = shown(of_starter, width, everything=everything)

    copied = ("  where  ", "  repeat  ", "  hint  ")
    assert [] == [line for line in text.split("\n") if len(line) > width and not line.startswith(copied)]
    expected = of_starter.checks if everything else [of_starter.first_open]
    for check in expected:
        assert check is not None
        parts = [check.name]
        if check.status not in {Status.PASSED, Status.BLOCKED}:
            assert check.where is not None
            place = f"{of_starter.path(check.where)}:{check.where.line} {check.where.symbol}"
            parts += [check.did, check.expected, check.got, check.help, place, of_starter.repeat(check)]
        assert [] == [part for part in parts if squeezed(part) not in squeezed(text)]


@pytest.mark.parametrize("width", [40, 80])
def test_console_shows_first_open(of_starter: Report, width: int) -> None:
    """The first open check stands there in full, and no other check at all."""
    first, others = of_starter.checks[2], [check for check in of_starter.checks if check.number != 3]

    text = squeezed(shown(of_starter, width))

    assert first == of_starter.first_open
    assert squeezed(f"check 3 failed: {first.name}") in text
    assert squeezed(f"nox -s grade -- {of_starter.repeat(first)}") in text
    assert [] == [check.number for check in others if squeezed(check.name) in text]


def test_console_shows_everything(of_starter: Report) -> None:
    """With everything asked for, each check stands there with its status in words."""
    text = squeezed(shown(of_starter, everything=True))

    expected = [f"check {check.number} {check.status.replace('_', ' ')}: {check.name}" for check in of_starter.checks]

    assert [] == [line for line in expected if squeezed(line) not in text]


def test_console_skips_what_waits(report: Report) -> None:
    """A blocked check is not the one to look at; the next open one is."""
    checks = [result(1, Status.PASSED), result(2, Status.BLOCKED, help="needs check 1 first"), result(3, Status.ERROR)]

    text = shown(with_checks(report, *checks))

    assert "check 3 error: check number 3" in text
    assert "check 2" not in text


def test_console_says_what_blocks(report: Report) -> None:
    """A blocked check, when shown, says what it waits for and not what it got."""
    blocked = result(2, Status.BLOCKED, help="needs check 1 first", did="d", expected="e", got="something else")

    text = shown(with_checks(report, blocked), everything=True)

    assert "check 2 blocked: check number 2\n  help  needs check 1 first\n" in text
    assert "something else" not in text


@pytest.mark.parametrize("status", list(Status))
def test_console_says_every_status(report: Report, status: Status) -> None:
    """Every status is a word in the text, not only a colour."""
    text = shown(with_checks(report, result(1, status)), everything=True)

    assert f"check 1 {status.replace('_', ' ')}: check number 1\n" in text


def test_console_marks_done_exercises(graded: Grade, solution: Path) -> None:
    """With full marks every exercise is done, no check is shown, and the score is the last line."""
    text = shown(graded(solution))

    assert 5 == text.count("  done\n")
    assert "check" not in text
    assert text.endswith("\n15/15\n")


def test_console_marks_the_place(of_starter: Report) -> None:
    """Exactly one exercise is marked as the place to go on."""
    assert 1 == shown(of_starter).count("<- here")


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("everything", [False, True])
def test_console_ends_with_score(report: Report, width: int, everything: bool) -> None:
    """The last line is the score and nothing else."""
    assert shown(report, width, everything=everything).endswith("\n\n2/3\n")


def test_console_admits_own_fault(report: Report) -> None:
    """A grader error is said to be no fault of the student's, right above the score."""
    text = shown(with_checks(report, result(1, Status.GRADER_ERROR, did="d", got="Traceback")))

    assert squeezed(text).endswith("thatisnotyourfault.Pleasereportit.0/1")


def test_console_keeps_line_breaks(report: Report) -> None:
    """A text of several lines is shown line by line."""
    text = shown(with_checks(report, result(1, Status.FAILED, did="d", expected="| a\n| b", got="| b\n| a")))

    assert "  expected  | a\n            | b\n  got       | b\n            | a\n" in text


@pytest.mark.parametrize("place", ["folder", "arguments"])
def test_console_spells_out_paths(report: Report, place: str) -> None:
    """A control sequence in the name of a submission's folder does not reach the terminal."""
    name = "evil\x1b[2J"

    text = shown(report.model_copy(update={place: name if place == "folder" else ["--submission", name]}))

    assert "\x1b" not in text
