"""What several tests start from: the default lab, its solution, and a way to grade a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Protocol

import pytest

from grader.child import Starter
from grader.grading import grade, load_checks
from grader.report import Report
from grader.start import starter
from grader.starter import starter_source
from grader.submission import solution_folder, take
from mca.lab import Lab, find_lab
from tests.student import Checkout

ROOT = Path(__file__).parents[1]


class Grade(Protocol):
    """Grades a folder with all checks."""

    def __call__(self, folder: Path, seed: int = 1) -> Report:
        """The report."""


@pytest.fixture(scope="session")
def lab() -> Lab:
    """The default lab."""
    return find_lab()


@pytest.fixture(scope="session")
def solution(lab: Lab) -> Path:
    """The folder with the reference solution's files."""
    return solution_folder(lab)


@pytest.fixture
def starter_files(lab: Lab, tmp_path: Path) -> Path:
    """A folder with the untouched starter, whatever was done to the lab's own files since."""
    folder = tmp_path / "starter"
    folder.mkdir()
    for exercise in lab.exercises:
        (folder / exercise.file).write_text(starter_source(lab, exercise), encoding="utf-8")
    return folder


@pytest.fixture
def copy_of_solution(solution: Path, tmp_path: Path) -> Path:
    """A folder with a copy of the solution, to be spoilt by a test."""
    folder = tmp_path / "submission"
    folder.mkdir()
    for file in solution.glob("*.py"):
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


@pytest.fixture
def checkout(tmp_path: Path, lab: Lab) -> Checkout:
    """A student's own copy of the course, with the untouched starter."""
    return Checkout(tmp_path / "course", lab)


@pytest.fixture(scope="session")
def warmed_for() -> Iterator[Callable[[str], Starter]]:
    """One warmed process for each lab, for all tests that grade."""
    with ExitStack() as stack:
        yield cache(lambda slug: stack.enter_context(starter(slug)))


@pytest.fixture(scope="session")
def warmed(warmed_for: Callable[[str], Starter], lab: Lab) -> Starter:
    """The warmed process of the default lab."""
    return warmed_for(lab.slug)


@pytest.fixture
def graded(lab: Lab, warmed: Starter) -> Grade:
    """Grades a folder with all checks."""

    def run(folder: Path, seed: int = 1) -> Report:
        return grade(lab, take(lab, folder), load_checks(lab), warmed, seed=seed)

    return run


def lost(report: Report) -> list[int]:
    """The numbers of the checks that did not pass."""
    return list(report.lost)
