"""Broken submissions: each fault is named, placed, and costs the checks that need its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.report import Report, Status
from tests.conftest import Grade, lost

LIST = [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15]
"""The checks that need `list.py`; every one but the panel's."""

TOOL = [4, 6, 7, 11, 12, 13, 14, 15]
PANEL = [8, 9, 10]
STALL = [11, 12, 13, 15]
INTERVENTION = [15]


def first(report: Report) -> str:
    """What the first lost check says."""
    return next(check.got for check in report.checks if check.status is not Status.PASSED)


@pytest.mark.parametrize(
    ("file", "source", "costs", "says"),
    [
        ("list.py", "def broken(:\n", LIST, "SyntaxError"),
        ("list.py", None, LIST, "todo/list.py is missing"),
        ("list.py", "import sys\nsys.exit(0)\n", LIST, "SystemExit"),
        ("list.py", "import os\nos._exit(0)\n", LIST, "the process ended early, with exit status 0"),
        ("tool.py", "import not_there\n", TOOL, "ModuleNotFoundError: No module named 'not_there'"),
        ("panel.py", "raise ValueError('[/red] \\x1b[31m 15/15')\n", PANEL, "ValueError: [/red] \\x1b[31m 15/15"),
        ("panel.py", "x = 'caf\xe9'\n".encode("latin-1"), PANEL, "SyntaxError"),
        ("panel.py", b"\0" * 100, PANEL, "null bytes"),
        ("panel.py", b"#" * 300_000, PANEL, "has 300,000 bytes; at most 262,144 are taken"),
        ("panel.py", "import ctypes\nctypes.string_at(0)\n", PANEL, "the process was killed by SIGSEGV"),
        ("stall.py", "class Other: pass\n", STALL, "has no attribute 'StallDetector'"),
        ("intervention.py", "class Intervention:\n    pass\n", INTERVENTION, "has no attribute 'on'"),
    ],
    ids=lambda value: None if isinstance(value, list) else str(value)[:20],
)
def test_fault_costs_its_own_checks(
    graded: Grade, copy_of_solution: Path, file: str, source: str | bytes | None, costs: list[int], says: str
) -> None:
    """A fault in one file is an error of the checks that need it; the others keep their points."""
    place = copy_of_solution / file
    if source is None:
        place.unlink()
    else:
        place.write_bytes(source if isinstance(source, bytes) else source.encode())

    report = graded(copy_of_solution)

    assert costs == lost(report)
    assert {Status.ERROR} == {check.status for check in report.checks if check.number in costs}
    assert says in first(report)
    assert {f"todo/{file}"} == {check.where.file for check in report.checks if check.where}


def test_syntax_error_names_the_line(graded: Grade, copy_of_solution: Path) -> None:
    """A syntax error points to its own line."""
    place = copy_of_solution / "stall.py"
    place.write_text(place.read_text(encoding="utf-8") + "\n\nif True\n    pass\n", encoding="utf-8")
    lines = place.read_text(encoding="utf-8").splitlines()

    where = graded(copy_of_solution).checks[10].where

    assert where is not None
    assert "if True" == lines[where.line - 1]


def test_exception_names_the_line(graded: Grade, copy_of_solution: Path) -> None:
    """An exception in a method points to the line that raised it, and costs what calls that method."""
    place = copy_of_solution / "panel.py"
    source = place.read_text(encoding="utf-8")
    place.write_text(
        source.replace("        self._painted = 0\n        return SAVE", "        1 / 0\n        return SAVE"),
        encoding="utf-8",
    )

    report = graded(copy_of_solution)

    assert [9, 10] == lost(report)
    where = report.checks[8].where
    assert where is not None
    assert "1 / 0" == place.read_text(encoding="utf-8").splitlines()[where.line - 1].strip()


def test_loop_at_import_costs_one_wait(graded: Grade, copy_of_solution: Path) -> None:
    """A file that never finishes importing costs one time limit, not one for each check."""
    (copy_of_solution / "list.py").write_text("x = 1\nwhile True:\n    x += 1\n", encoding="utf-8")

    report = graded(copy_of_solution)

    assert LIST == lost(report)
    assert report.seconds < 2 * 4
    check = report.checks[0]
    assert "no end after 4 s" == check.got
    assert check.where is not None
    assert check.where.line in {2, 3}


def test_loop_that_swallows_everything_is_ended(graded: Grade, copy_of_solution: Path) -> None:
    """A loop with a bare `except` is ended from outside, and the report names its line."""
    place = copy_of_solution / "intervention.py"
    source = place.read_text(encoding="utf-8")
    loop = ("while True:", "    try:", "        x = 1", "    except BaseException:", "        pass")
    body = "".join(f"        {line}\n" for line in loop)
    place.write_text(source.replace("        if moved and", f"{body}        if moved and"), encoding="utf-8")

    report = graded(copy_of_solution)

    assert [15] == lost(report)
    check = report.checks[14]
    assert check.got.startswith("no end after")
    assert check.where is not None
    assert source[: source.index("        if moved and")].count("\n") < check.where.line


def test_flood_of_prints_costs_nothing(graded: Grade, copy_of_solution: Path) -> None:
    """Ten megabytes of prints neither block a scenario nor change a verdict."""
    place = copy_of_solution / "list.py"
    place.write_text(
        place.read_text(encoding="utf-8") + "\nfor _ in range(100):\n    print('x' * 100_000)\n", encoding="utf-8"
    )

    assert [] == lost(graded(copy_of_solution))


def test_output_is_shown_shortened(graded: Grade, copy_of_solution: Path) -> None:
    """What a failing check's scenario printed is in the report, cut, with its length said."""
    place = copy_of_solution / "intervention.py"
    place.write_text("print('y' * 5000)\nraise ValueError('no')\n", encoding="utf-8")

    check = graded(copy_of_solution).checks[14]

    assert check.output.startswith("yyy")
    assert check.output.endswith("(5,001 characters in all)")


@pytest.mark.parametrize("make", [Path.mkdir, lambda place: place.symlink_to("tool.py")], ids=["folder", "link"])
def test_only_regular_files_are_taken(graded: Grade, copy_of_solution: Path, make: object) -> None:
    """A folder or a link in a file's place is refused at intake and costs the checks that need the file."""
    place = copy_of_solution / "panel.py"
    place.unlink()
    assert callable(make)
    make(place)

    assert PANEL == lost(graded(copy_of_solution))


def test_shadowed_standard_library(graded: Grade, copy_of_solution: Path) -> None:
    """Files named like modules of the standard library, beside the student's, are not imported."""
    for name in ("json", "typing", "random", "sitecustomize", "conftest"):
        (copy_of_solution / f"{name}.py").write_text("raise SystemExit('shadowed')\n", encoding="utf-8")

    assert [] == lost(graded(copy_of_solution))


def test_bom_and_windows_line_endings(graded: Grade, copy_of_solution: Path) -> None:
    """A byte order mark and Windows line endings are no fault."""
    for place in copy_of_solution.glob("*.py"):
        place.write_bytes(b"\xef\xbb\xbf" + place.read_bytes().replace(b"\n", b"\r\n"))

    assert [] == lost(graded(copy_of_solution))
