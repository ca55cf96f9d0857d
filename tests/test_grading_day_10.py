"""The day-10 lab graded for real: the starter, the solution, and each trap alone."""

from __future__ import annotations

import random
import shutil
import threading
from pathlib import Path

import pytest

from grader.child import Starter
from grader.grading import grade, load_checks
from grader.report import Report, Status
from grader.start import starter
from grader.submission import take
from mca.lab import Lab
from tests.conftest import Grade, lost

ACTIVE_RULE = """    active = [item for item in items if item.status == "in_progress"]
    if len(active) > 1:
        return f"only one task may be in progress, not {' and '.join(map(_named, active))}"
"""
EQUAL_RULE = """        if named == self._items:
            return TodoWrite(ok=True, changed=False, note="nothing changed")
"""
REOPEN_RULE = """        if again:
            return StallSignal("reopen", f"done once, and open again: {', '.join(again)}")
"""


def test_starter_scores_five(graded: Grade, starter_files: Path) -> None:
    """The untouched starter passes checks 1, 2, 6, 11 and 14, and no other."""
    report = graded(starter_files)

    assert [1, 2, 6, 11, 14] == [check.number for check in report.checks if check.status is Status.PASSED]
    assert (5, 15) == (report.score, report.max_score)


def test_starter_statuses(graded: Grade, starter_files: Path) -> None:
    """The unwritten form is not started, what waits for another check is blocked, the rest failed."""
    status = {check.number: check.status for check in graded(starter_files).checks}

    assert status[7] is Status.NOT_STARTED
    assert [4, 10] == [number for number, value in status.items() if value is Status.BLOCKED]
    assert [3, 5, 8, 9, 12, 13, 15] == [number for number, value in status.items() if value is Status.FAILED]


@pytest.mark.parametrize("seed", range(20))
def test_solution_scores_full(graded: Grade, solution: Path, seed: int) -> None:
    """The solution passes every check, whatever is drawn."""
    assert [] == lost(graded(solution, seed=seed))


@pytest.mark.parametrize("seed", range(3))
def test_order_of_checks_is_free(lab: Lab, warmed: Starter, solution: Path, seed: int) -> None:
    """The solution passes with the checks in any order."""
    checks = load_checks(lab)
    random.Random(seed).shuffle(checks)

    assert [] == lost(grade(lab, take(lab, solution), checks, warmed, seed=seed))


def test_two_gradings_at_once(lab: Lab, solution: Path, starter_files: Path) -> None:
    """Two gradings of different submissions at the same time do not touch each other."""
    scores: dict[Path, int] = {}

    def run(folder: Path) -> None:
        with starter(None) as start:
            scores[folder] = grade(lab, take(lab, folder), load_checks(lab), start, seed=1).score

    threads = [threading.Thread(target=run, args=(folder,)) for folder in (solution, starter_files)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {solution: 15, starter_files: 5} == scores


@pytest.mark.parametrize(
    ("file", "rule", "replacement", "costs"),
    [
        ("list.py", ACTIVE_RULE, "", [3, 4]),
        ("list.py", EQUAL_RULE, "", [5]),
        ("stall.py", "revision == 0 or ", "", [13]),
        ("stall.py", REOPEN_RULE, "", [12]),
    ],
    ids=["two in progress", "same state", "no exemption", "no reopen"],
)
def test_trap_alone(
    graded: Grade, copy_of_solution: Path, file: str, rule: str, replacement: str, costs: list[int]
) -> None:
    """Each trap inside a file, put back alone into the solution, costs exactly its own checks."""
    source = (copy_of_solution / file).read_text(encoding="utf-8")
    assert 1 == source.count(rule)
    (copy_of_solution / file).write_text(source.replace(rule, replacement), encoding="utf-8")

    assert costs == lost(graded(copy_of_solution))


@pytest.mark.parametrize(
    ("file", "costs"),
    [("tool.py", [7]), ("panel.py", [8, 9, 10]), ("intervention.py", [15])],
    ids=str,
)
def test_starter_file_alone(
    graded: Grade, copy_of_solution: Path, starter_files: Path, file: str, costs: list[int]
) -> None:
    """A file of the starter in the solution costs exactly its own checks."""
    (copy_of_solution / file).write_bytes((starter_files / file).read_bytes())

    assert costs == lost(graded(copy_of_solution))


@pytest.fixture
def naive(graded: Grade, solution: Path, copy_of_solution: Path) -> Report:
    """The report on the obvious panel: save the cursor, newline, rows, restore."""
    shutil.copy(solution.parent / "wrong" / "naive_save_and_restore" / "panel.py", copy_of_solution)
    return graded(copy_of_solution)


def test_naive_panel_fails_on_a_full_screen(naive: Report) -> None:
    """Saving before the screen scrolls passes check 9 and fails check 10."""
    assert [10] == lost(naive)


def test_naive_panel_message_shows_the_screen(naive: Report) -> None:
    """The message of check 10 shows the expected screen and the one that was got."""
    check = naive.checks[9]

    assert check.expected.count("\n| ") > 5
    assert check.got.count("\n| ") > 5
    assert check.expected != check.got
