"""All checks on one submission: which are chosen, and what becomes of their verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.checks import Check, Trial
from grader.child import Starter
from grader.exceptions import Failed, Misuse, OwnFault, Trouble
from grader.grading import chosen, grade, load_checks
from grader.report import Report, Status
from grader.submission import take
from mca.lab import Lab, RunLimits

Judge = Callable[[Trial], None]


def ending(error: Exception | None = None) -> Judge:
    """The function of a check that ends in one way."""

    def judge(trial: Trial) -> None:
        trial.did = "something"
        if error:
            raise error

    return judge


PASSES = ending()
FAILS = ending(Failed("something", "right", "wrong", "", "TodoList.replace"))
ERRS = ending(Trouble("it hung", file="panel", line=7))
IS_UNWRITTEN = ending(Trouble("NotImplementedError", file="list", unwritten=True))
IS_BROKEN = ending(OwnFault("the lab is broken"))
HAS_A_BUG = ending(IndexError("no such place"))


def check_of(number: int, judge: Judge, after: int | None = None) -> Check:
    """A check of the first exercise."""
    return Check(number, "list", ("list",), "TodoList.replace", after, judge)


@pytest.fixture
def judged(lab: Lab, solution: Path, warmed: Starter) -> Callable[..., Report]:
    """Grades the solution with checks that come out as they say."""

    def run(*checks: Check) -> Report:
        return grade(lab, take(lab, solution), checks, warmed, seed=1)

    return run


@pytest.mark.parametrize(
    ("judge", "status", "got"),
    [
        (PASSES, Status.PASSED, ""),
        (FAILS, Status.FAILED, "wrong"),
        (ERRS, Status.ERROR, "it hung"),
        (IS_UNWRITTEN, Status.NOT_STARTED, "NotImplementedError"),
        (IS_BROKEN, Status.GRADER_ERROR, "the lab is broken"),
        (HAS_A_BUG, Status.GRADER_ERROR, "IndexError: no such place"),
    ],
    ids=["passes", "fails", "errs", "unwritten", "broken", "bug"],
)
def test_status_says_whose_turn(judged: Callable[..., Report], judge: Judge, status: Status, got: str) -> None:
    """Each way that a check can end has a status of its own, and says what came of it."""
    result = judged(check_of(1, judge)).checks[0]

    assert status is result.status
    assert got in result.got


def test_trouble_points_to_its_file(judged: Callable[..., Report]) -> None:
    """An error points to the file that it came from, whatever the check is about."""
    where = judged(check_of(1, ERRS)).checks[0].where

    assert where is not None
    assert ("todo/panel.py", 7) == (where.file, where.line)


@pytest.mark.parametrize(
    ("earlier", "later", "status"),
    [
        (FAILS, FAILS, Status.BLOCKED),
        (ERRS, FAILS, Status.BLOCKED),
        (IS_UNWRITTEN, FAILS, Status.BLOCKED),
        (PASSES, FAILS, Status.FAILED),
        (FAILS, PASSES, Status.PASSED),
        (FAILS, ERRS, Status.ERROR),
        (FAILS, IS_UNWRITTEN, Status.NOT_STARTED),
        (FAILS, IS_BROKEN, Status.GRADER_ERROR),
    ],
    ids=[
        "fails, fails",
        "errs, fails",
        "unwritten, fails",
        "passes, fails",
        "fails, passes",
        "fails, errs",
        "fails, unwritten",
        "fails, broken",
    ],
)
def test_blocked_is_failed_too_early(
    judged: Callable[..., Report], earlier: Judge, later: Judge, status: Status
) -> None:
    """Only a failed check whose earlier check did not pass is blocked, and it names that one."""
    result = judged(check_of(1, earlier), check_of(2, later, after=1)).checks[1]

    assert status is result.status
    assert (status is Status.BLOCKED) == ("check 1" in result.help)


def test_blocked_needs_the_earlier(judged: Callable[..., Report]) -> None:
    """A check is not blocked by one that was not run."""
    assert Status.FAILED is judged(check_of(2, FAILS, after=1)).checks[0].status


def test_results_stand_by_number(judged: Callable[..., Report]) -> None:
    """The results stand in the order of their numbers, however the checks were given."""
    report = judged(check_of(3, PASSES), check_of(1, FAILS), check_of(2, PASSES))

    assert [1, 2, 3] == [check.number for check in report.checks]
    assert (2, 3) == (report.score, report.max_score)


def test_exercises_without_checks_vanish(judged: Callable[..., Report]) -> None:
    """Only exercises that were checked are in the report, with their own points."""
    report = judged(check_of(1, FAILS), replace(check_of(2, PASSES), exercise="stall"))

    assert [(1, "list", 0, 1), (4, "stall", 1, 1)] == [
        (exercise.number, exercise.name, exercise.score, exercise.max_score) for exercise in report.exercises
    ]


def test_seed_belongs_to_a_check(judged: Callable[..., Report]) -> None:
    """A check draws the same values alone as among others, and different ones from its neighbour's."""

    def tells(trial: Trial) -> None:
        trial.fail("a name", trial.draw.names(1)[0])

    both, alone = judged(check_of(1, tells), check_of(2, tells)), judged(check_of(2, tells))

    assert both.checks[1].got == alone.checks[0].got
    assert both.checks[0].got != both.checks[1].got


def test_check_texts_are_shown(judged: Callable[..., Report]) -> None:
    """Whatever a check says of student data is spelled out and cut before it reaches the report."""

    def shouts(trial: Trial) -> None:
        trial.fail("\x1b[2J", "x" * 5000, did="[red]\r", help="\0")

    result = judged(check_of(1, shouts)).checks[0]

    assert (r"\x1b[2J", r"[red]\r", r"\x00") == (result.expected, result.did, result.help)
    assert result.got.endswith("(5,000 characters in all)")


def test_limit_of_a_submission_holds(lab: Lab, solution: Path, warmed: Starter) -> None:
    """Once the time of a submission is used up, the checks that are left say so and cost no more."""
    hurried = lab.model_copy(update={"limits": RunLimits(submission_seconds=1e-9)})

    report = grade(hurried, take(lab, solution), load_checks(lab), warmed, seed=1)

    assert 0 == report.score
    assert {"no time left after 1e-09 s in all"} == {check.got for check in report.checks}
    assert {Status.ERROR} == {check.status for check in report.checks}


def test_report_names_the_isolation(judged: Callable[..., Report], warmed: Starter) -> None:
    """The report says how student code was kept apart."""
    assert warmed.isolation == judged(check_of(1, PASSES)).isolation


@pytest.mark.parametrize(
    ("only", "numbers"),
    [
        ("", list(range(1, 16))),
        ("list", [1, 2, 3, 4, 5]),
        ("tool", [6, 7]),
        ("intervention", [14, 15]),
        ("1", [1]),
        ("15", [15]),
    ],
)
def test_chosen_by_name_or_number(lab: Lab, only: str, numbers: list[int]) -> None:
    """Checks are chosen by their exercise's name or by their number; nothing chooses all."""
    assert numbers == [check.number for check in chosen(lab, load_checks(lab), only)]


@pytest.mark.parametrize("only", ["0", "16", "-1", "01", "1,2", "List", "list.py", " ", "todo"])
def test_chosen_refuses_the_rest(lab: Lab, only: str) -> None:
    """Anything else is misuse, in one line that lists the exercises and the range of numbers."""
    with pytest.raises(Misuse) as refused:
        chosen(lab, load_checks(lab), only)

    assert "\n" not in str(refused.value)
    assert f"--only {only!r}" in str(refused.value)
    assert "(list, tool, panel, stall, intervention) nor a check (1 to 15)" in str(refused.value)


def test_checks_are_loaded_by_number(lab: Lab) -> None:
    """The checks of a lab are numbered from 1, each belongs to an exercise, and each has a name of its own."""
    checks = load_checks(lab)

    assert list(range(1, 16)) == [check.number for check in checks]
    assert {exercise.name for exercise in lab.exercises} == {check.exercise for check in checks}
    assert 15 == len({check.name for check in checks if check.name})


def test_checks_wait_for_earlier(lab: Lab) -> None:
    """A check comes after one with a smaller number."""
    assert [] == [check for check in load_checks(lab) if check.after is not None and check.after >= check.number]


def test_failed_is_no_trouble() -> None:
    """A failure carries what was done, expected and got, and says all of it as one text."""
    failed = Failed("did", "a", "b", "help", "place")

    assert "did: expected a, got b" == str(failed)
