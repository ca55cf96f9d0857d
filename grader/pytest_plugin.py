"""Shows a lab's checks as test items, for the test panel of an editor: `pytest labs/<lab>`.

The items are graded like any submission, all that were chosen at once, in child processes; each
then says what the report says of it. With `--in-process` student code runs in this process, where
a debugger reaches it, and the verdict does not count.
"""

from __future__ import annotations

import io
import secrets
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import pytest
from rich.console import Console

from grader.checks import Check
from grader.console import check_report
from grader.grading import SEEDS, assembled, load_checks
from grader.in_process import run_in_process
from grader.judge import judge
from grader.own_files import grade_own
from grader.report import CheckResult, Report, Status
from grader.start import starter
from grader.submission import take
from mca.lab import Lab, read_lab

NOTE = "--in-process: student code ran in this process, and this verdict does not count"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option."""
    parser.getgroup("labs").addoption(
        "--in-process", action="store_true", help="run student code in this process, for breakpoints; does not count"
    )


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A sample project's tests are the agent's to run."""
    return True if collection_path.name == "sample_project" else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A student's file holds its exercise's checks; `lab.toml` those whose file is missing."""
    if file_path.name == "lab.toml":
        lab = _lab(file_path.parent)
        missing = [name for name in lab.files if not (lab.student_folder / name).is_file()]
        return ExerciseFile.of(parent, file_path, file_path.parent, missing)
    if _is_students(file_path):
        return ExerciseFile.of(parent, file_path, file_path.parent.parent, [file_path.name])
    return None


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A student's file that is named on the command line is no module of tests: this process must not import it."""
    if _is_students(module_path):
        nothing: Nothing = Nothing.from_parent(parent, path=module_path)
        return nothing
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In the order of the exercises, not of their files' names."""
    # pytest imports a package for itself; a student's folder holds their files and nothing else.
    sys.dont_write_bytecode = True
    items.sort(key=lambda item: (item.lab.order, item.check.number) if isinstance(item, CheckItem) else (0, 0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what a verdict is worth."""
    if config.getoption("--in-process"):
        terminalreporter.write_line(NOTE)


@cache
def _lab(folder: Path) -> Lab:
    return read_lab(folder)


def _is_students(path: Path) -> bool:
    """Whether a file lies in the folder that a lab's students edit."""
    folder = path.parent.parent
    return (folder / "lab.toml").is_file() and path.parent == _lab(folder).student_folder


class Nothing(pytest.File):
    """What pytest's own way of collecting a student's file comes to."""

    def collect(self) -> Iterator[pytest.Item]:
        """No test."""
        return iter(())


class ExerciseFile(pytest.File):
    """A file with the checks of one exercise, or of several that have no file."""

    lab: Lab
    files: Sequence[str]

    @classmethod
    def of(cls, parent: pytest.Collector, path: Path, folder: Path, files: Sequence[str]) -> ExerciseFile:
        """Make one for the student files named, of the lab in a folder."""
        made: ExerciseFile = cls.from_parent(parent, path=path)
        made.lab, made.files = _lab(folder), files
        return made

    def collect(self) -> Iterator[pytest.Item]:
        """The checks, by number."""
        for check in load_checks(self.lab):
            if f"{check.exercise}.py" in self.files:
                item: CheckItem = CheckItem.from_parent(self, name=f"{check.number} {check.name}")
                item.lab, item.check = self.lab, check
                yield item


class CheckItem(pytest.Item):
    """One check."""

    lab: Lab
    check: Check

    def runtest(self) -> None:
        """Look up the check's verdict. Raises `NotPassed` for any but the good one."""
        result, report = _in_process(self) if self.config.getoption("--in-process") else _graded(self)
        if result.status is not Status.PASSED:
            raise NotPassed(result, report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]
        """The check's part of the report; a traceback only for what is no verdict."""
        if isinstance(excinfo.value, NotPassed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where an editor should lead to: the exercise's file."""
        return self.path, 0, self.name


class NotPassed(Exception):
    """A check that did not pass, with what the report says of it."""

    def __init__(self, result: CheckResult, report: Report) -> None:
        out, columns = io.StringIO(), shutil.get_terminal_size().columns
        console = Console(file=out, width=columns, highlight=False, markup=False, emoji=False)
        for part in check_report(result, report):
            console.print(part)
        super().__init__(out.getvalue())


_REPORTS = pytest.StashKey[dict[str, Report]]()


def _graded(item: CheckItem) -> tuple[CheckResult, Report]:
    """The verdict on a check; the first that asks has all of the lab's chosen checks graded."""
    reports = item.config.stash.setdefault(_REPORTS, {})
    if item.lab.slug not in reports:
        chosen = [other.check for other in item.session.items if isinstance(other, CheckItem) and other.lab == item.lab]
        reports[item.lab.slug] = _grade(item.lab, sorted(chosen, key=lambda check: check.number))
    report = reports[item.lab.slug]
    return next(result for result in report.checks if result.number == item.check.number), report


def _grade(lab: Lab, checks: Sequence[Check]) -> Report:
    with starter(lab.slug) as start:
        return grade_own(lab, checks, start, secrets.randbelow(SEEDS))


def _in_process(item: CheckItem) -> tuple[CheckResult, Report]:
    """The verdict on a check, with all student code in this process."""
    lab, submission, seed = item.lab, take(item.lab, None), secrets.randbelow(SEEDS)
    result = judge(item.check, lab, submission, partial(run_in_process, lab, submission), seed)
    return result, assembled(lab, submission, [item.check], [result], seed)
