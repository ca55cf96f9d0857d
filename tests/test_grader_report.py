"""The report's data: what it holds, and what it says of itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.child import Starter
from grader.grading import grade, load_checks
from grader.report import CheckResult, Report, Status
from grader.starter import starter_source
from grader.submission import take
from mca.lab import Lab
from tests.conftest import Grade

FIELDS = {"number", "exercise", "name", "status", "did", "expected", "got", "where", "help", "seconds"}


@pytest.fixture(scope="module")
def folder(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the untouched starter."""
    folder = tmp_path_factory.mktemp("starter")
    for exercise in lab.exercises:
        (folder / exercise.file).write_text(starter_source(lab, exercise), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def report(lab: Lab, warmed: Starter, folder: Path) -> Report:
    """The report on the untouched starter."""
    return grade(lab, take(lab, folder), load_checks(lab), warmed, seed=3, arguments=["--x", "a b"])


def with_statuses(report: Report, *statuses: Status) -> Report:
    """The report with other statuses, check by check."""
    checks = [
        check.model_copy(update={"status": status}) for check, status in zip(report.checks, statuses, strict=False)
    ]
    return report.model_copy(update={"checks": checks})


def test_report_survives_json(report: Report) -> None:
    """A report written as JSON and read back is the same report."""
    assert report == Report.model_validate_json(report.model_dump_json())
    assert report == Report.model_validate(json.loads(report.model_dump_json(indent=2)))


def test_report_has_promised_fields(report: Report) -> None:
    """Every check's result has the ten promised fields, and the report its version, score and seed."""
    data = json.loads(report.model_dump_json())

    assert {"version", "lab", "seed", "score", "max_score", "exercises", "checks"} <= set(data)
    assert [] == [check for check in data["checks"] if not set(check) >= FIELDS]


def test_report_names_its_version(report: Report) -> None:
    """The version of the format is 1, and stands in the JSON text."""
    assert 1 == json.loads(report.model_dump_json())["version"]


def test_report_refuses_unknown_keys(report: Report) -> None:
    """A report with a key that its version does not know is refused."""
    with pytest.raises(ValueError, match="Extra inputs"):
        Report.model_validate(report.model_dump() | {"grade": "A"})


def test_report_cannot_be_changed(report: Report) -> None:
    """No renderer can change a report."""
    with pytest.raises(ValueError, match="frozen"):
        report.score = 15


def test_report_sums_its_points(report: Report) -> None:
    """The points of the exercises add up to the score, and so do the checks that passed."""
    assert report.score == sum(exercise.score for exercise in report.exercises)
    assert report.score == sum(check.status is Status.PASSED for check in report.checks)
    assert report.max_score == sum(exercise.max_score for exercise in report.exercises)


def test_report_is_plain_when_passed(graded: Grade, solution: Path) -> None:
    """A check that passed says its name and nothing else."""
    texts = {(check.did, check.expected, check.got, check.help, check.output) for check in graded(solution).checks}

    assert {("", "", "", "", "")} == texts


def test_report_explains_what_failed(report: Report, folder: Path) -> None:
    """A check that failed says what was done, expected and got, and points to a line of the right file."""
    open_checks = [check for check in report.checks if check.status is not Status.PASSED]

    assert [] == [check for check in open_checks if not (check.did and check.expected and check.got)]
    for check in open_checks:
        assert check.where is not None
        assert f"todo/{check.exercise}.py" == check.where.file
        lines = (folder / f"{check.exercise}.py").read_text(encoding="utf-8").splitlines()
        assert check.where.line in range(1, len(lines) + 1)


@pytest.mark.parametrize(
    ("statuses", "number"),
    [
        ((Status.PASSED, Status.FAILED, Status.ERROR), 2),
        ((Status.PASSED, Status.BLOCKED, Status.ERROR), 3),
        ((Status.NOT_STARTED, Status.FAILED), 1),
        ((Status.PASSED, Status.GRADER_ERROR), 2),
    ],
)
def test_first_open_skips_waiting(report: Report, statuses: tuple[Status, ...], number: int) -> None:
    """The first open check is the first that neither passed nor waits for another."""
    first = with_statuses(report, *statuses).first_open

    assert first is not None
    assert number == first.number


def test_first_open_may_be_none(report: Report) -> None:
    """With every check passed there is no open one."""
    assert with_statuses(report, Status.PASSED, Status.PASSED).first_open is None


def test_own_fault_is_told_apart(report: Report) -> None:
    """A grader error makes the report an own fault; whatever a student does wrong does not."""
    theirs = (Status.PASSED, Status.FAILED, Status.ERROR, Status.NOT_STARTED, Status.BLOCKED)

    assert not with_statuses(report, *theirs).own_fault
    assert with_statuses(report, Status.PASSED, Status.GRADER_ERROR).own_fault


def test_repeat_quotes_its_arguments(report: Report) -> None:
    """The arguments that repeat a check can be pasted into a shell."""
    assert "--x 'a b' --only 2 --seed 3" == report.repeat(report.checks[1])


def test_result_texts_default_empty() -> None:
    """A result needs its verdict and its time only."""
    result = CheckResult(number=1, exercise="list", name="works", status=Status.PASSED, seconds=0.1)

    assert ("", "", "", "", "", None) == (
        result.did,
        result.expected,
        result.got,
        result.help,
        result.output,
        result.where,
    )
