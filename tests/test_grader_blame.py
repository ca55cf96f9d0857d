"""Mistakes that students make: each is theirs by status, and never taken for a fault of the grader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.child import Starter
from grader.grading import chosen, grade, load_checks
from grader.report import CheckResult, Report, Status
from grader.submission import take
from mca.lab import Lab
from tests.conftest import Grade, lost

BODY = "        named = self"
"""How the first statement of the solution's `replace` begins."""


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Put something else in the place of a piece of a file that is there exactly once."""
    source = (folder / file).read_text(encoding="utf-8")
    assert 1 == source.count(old)
    (folder / file).write_text(source.replace(old, new), encoding="utf-8")


@pytest.fixture
def checked(lab: Lab, warmed: Starter, copy_of_solution: Path) -> Callable[..., CheckResult]:
    """Grades the solution, changed in one place, with one check."""

    def run(number: int, file: str, old: str, new: str) -> CheckResult:
        change(copy_of_solution, file, old, new)
        checks = chosen(lab, load_checks(lab), str(number))
        return grade(lab, take(lab, copy_of_solution), checks, warmed, seed=1).checks[0]

    return run


@pytest.mark.parametrize(
    ("number", "file", "old", "new", "status", "says"),
    [
        (
            1,
            "list.py",
            "return self._items\n",
            "return [i.text for i in self._items]\n",
            Status.ERROR,
            "AttributeError",
        ),
        (1, "list.py", "return self._items\n", "pass\n", Status.ERROR, "TypeError: 'NoneType' object is not iterable"),
        (1, "list.py", "return self._revision\n", "return str(self._revision)\n", Status.FAILED, "'1'"),
        (1, "list.py", "return self._revision\n", "return True\n", Status.FAILED, "True"),
        (1, "list.py", "return self._reopened\n", "return None\n", Status.FAILED, "None"),
        (1, "list.py", "    def replace(", "    async def replace(", Status.FAILED, "coroutine without `ok`"),
        (7, "tool.py", "        return text\n", "        raise ValueError(text)\n", Status.ERROR, "ValueError: "),
        (6, "tool.py", "return Tool(", "return print(", Status.ERROR, "TypeError"),
        (6, "tool.py", "UpdateTodos, run,", "UpdateTodos, None,", Status.ERROR, "'NoneType' object is not callable"),
        (8, "panel.py", "return self._printer.wrap(out)", "return None", Status.ERROR, "expected a function"),
        (8, "panel.py", "return self._printer.wrap(out)", "return print", Status.FAILED, ""),
        (13, "stall.py", "return None\n", "return False\n", Status.FAILED, "without `kind`"),
        (15, "intervention.py", "return Stop(f", "return (f", Status.FAILED, ""),
        (15, "intervention.py", "return Stop(f", "return 1 / 0, (f", Status.ERROR, "ZeroDivisionError"),
    ],
    ids=range(14),
)
def test_mistakes_have_a_status(
    checked: Callable[..., CheckResult], number: int, file: str, old: str, new: str, status: Status, says: str
) -> None:
    """A wrong type, a missing return, an exception: each is a failure or an error, with what was got."""
    result = checked(number, file, old, new)

    assert status is result.status
    assert says in result.got
    assert result.where is not None
    assert f"todo/{file}" == result.where.file


@pytest.mark.parametrize(
    ("statement", "status", "says"),
    [
        ("return None", Status.FAILED, "NoneType without `ok`"),
        ("exit()", Status.ERROR, "SystemExit"),
        ("input()", Status.ERROR, "EOFError: EOF when reading a line"),
        ("self.replace(items)", Status.ERROR, "RecursionError: maximum recursion depth exceeded"),
        ("raise NotImplementedError", Status.NOT_STARTED, "NotImplementedError"),
        ("raise KeyboardInterrupt", Status.ERROR, "KeyboardInterrupt"),
        ("raise BaseExceptionGroup('two', [ValueError(), GeneratorExit()])", Status.ERROR, "two (2 sub-exceptions)"),
        ("assert not items, 'no items'", Status.ERROR, "AssertionError: no items"),
        ("import not_there", Status.ERROR, "ModuleNotFoundError: No module named 'not_there'"),
        ("from mca.exceptions import LabError; raise LabError('mine')", Status.ERROR, "LabError: mine"),
        ("from mca.exceptions import ModelError; raise ModelError('mine')", Status.ERROR, "ModelError: mine"),
    ],
)
def test_statements_have_a_status(
    checked: Callable[..., CheckResult], statement: str, status: Status, says: str
) -> None:
    """Whatever a method does first, its check has a status, says what was got, and points to the file."""
    result = checked(1, "list.py", BODY, f"        {statement}\n{BODY}")

    assert status is result.status
    assert says in result.got
    assert result.where is not None
    assert "todo/list.py" == result.where.file


@pytest.mark.parametrize(
    ("number", "file", "old", "new"),
    [
        (6, "tool.py", "        return text\n", "        return text.encode()\n"),
        (15, "tool.py", "        return text\n", "        return outcome\n"),
        (15, "tool.py", "        return text\n", "        return 5\n"),
        (6, "tool.py", "DESCRIPTION, UpdateTodos,", "DESCRIPTION.encode(), UpdateTodos,"),
        (6, "tool.py", "DESCRIPTION, UpdateTodos,", "DESCRIPTION, None,"),
        (15, "list.py", "return sum(", "return None  # ("),
        (6, "list.py", "    def __init__(self) -> None:\n", "    def __new__(cls): pass\n\n    def __init__(self):\n"),
    ],
    ids=["bytes", "an object", "a number", "description", "no arguments", "no counts", "no list"],
)
def test_mistakes_are_the_students(
    checked: Callable[..., CheckResult], number: int, file: str, old: str, new: str
) -> None:
    """A tool or a list of a wrong kind is the student's mistake, even where the agent trips over it."""
    assert checked(number, file, old, new).status in {Status.FAILED, Status.ERROR}


def test_tool_answers_are_texts(checked: Callable[..., CheckResult]) -> None:
    """A tool that answers with an object in the place of a text fails the exercise's own check."""
    assert Status.PASSED is not checked(6, "tool.py", "        return text\n", "        return outcome\n").status


def test_stubs_are_not_started(graded: Grade, copy_of_solution: Path) -> None:
    """A file of stubs is not started, in every check that calls into it, and says so in its own words."""
    (copy_of_solution / "intervention.py").write_text(
        "class Intervention:\n    def on(self, signal, moved):\n        raise NotImplementedError('exercise 5: on')\n",
        encoding="utf-8",
    )

    report = graded(copy_of_solution)

    assert [15] == lost(report)
    assert Status.NOT_STARTED is report.checks[14].status
    assert "NotImplementedError: exercise 5: on" == report.checks[14].got


def test_demo_code_costs_nothing(graded: Grade, copy_of_solution: Path) -> None:
    """Prints, logs, warnings and a main block at the end of every file cost no point."""
    demo = """

import logging
import warnings

logging.basicConfig(level=logging.DEBUG, force=True)
logging.getLogger().debug("loaded")
warnings.warn("be careful")
print("demo", flush=True)
if __name__ == "__main__":
    raise SystemExit("started")
"""
    for place in copy_of_solution.glob("*.py"):
        place.write_text(place.read_text(encoding="utf-8") + demo, encoding="utf-8")

    assert [] == lost(graded(copy_of_solution))


def test_equal_to_everything_gains_nothing(graded: Grade, copy_of_solution: Path) -> None:
    """Objects that are equal to everything and answer to every name win no point of their file."""
    (copy_of_solution / "list.py").write_text(
        "class Any:\n"
        "    def __init__(self, *a, **k): pass\n"
        "    def __eq__(self, other): return True\n"
        "    def __getattr__(self, name): return Any()\n"
        "    def __call__(self, *a, **k): return Any()\n"
        "    def __iter__(self): return iter([Any()] * 3)\n"
        "    def __hash__(self): return 1\n"
        "    def __repr__(self): return 'True'\n"
        "STATUSES = TodoItem = TodoWrite = TodoList = Any\n",
        encoding="utf-8",
    )

    report = graded(copy_of_solution)

    assert 3 == report.score
    assert [8, 9, 10] == [check.number for check in report.checks if check.status is Status.PASSED]


def test_text_of_errors_is_shown(checked: Callable[..., CheckResult]) -> None:
    """Markup, control sequences and a fake score in an error's text are spelled out on one line."""
    code = "        raise ValueError('[/red]\\x1b[2J\\n15/15\\n')\n"

    result = checked(1, "list.py", BODY, code + BODY)

    assert r"ValueError: [/red]\x1b[2J 15/15" == result.got


@pytest.mark.parametrize("error", ["ValueError", "SystemExit", "KeyboardInterrupt"])
def test_errors_without_text_are_named(checked: Callable[..., CheckResult], error: str) -> None:
    """An exception whose text raises, whatever it raises, costs its own check and breaks nothing."""
    lines = ("class Bad(Exception):", f"    def __str__(self): raise {error}", "    __repr__ = __str__", "raise Bad()")
    code = "".join(f"        {line}\n" for line in lines)

    result = checked(1, "list.py", BODY, code + BODY)

    assert Status.ERROR is result.status


def test_errors_point_to_their_line(checked: Callable[..., CheckResult], copy_of_solution: Path) -> None:
    """An error points to the line that raised it, with the text of the exception."""
    result = checked(15, "intervention.py", "            return Stop(f", "            return 1 / 0 or Stop(f")

    assert result.where is not None
    assert "ZeroDivisionError: division by zero" == result.got
    line = (copy_of_solution / "intervention.py").read_text(encoding="utf-8").splitlines()[result.where.line - 1]

    assert "1 / 0" in line


def test_report_of_each_check_alone(lab: Lab, warmed: Starter, starter_files: Path) -> None:
    """A check that is graded alone comes out as it does among all."""
    checks = load_checks(lab)
    submission = take(lab, starter_files)

    def verdicts(report: Report) -> dict[int, tuple[str, str]]:
        return {check.number: (check.did, check.got) for check in report.checks}

    together = verdicts(grade(lab, submission, checks, warmed, seed=4))
    alone: dict[int, tuple[str, str]] = {}
    for check in checks[::2]:
        alone |= verdicts(grade(lab, submission, [check], warmed, seed=4))

    assert {number: together[number] for number in range(1, 16, 2)} == alone
