"""The checks as test items: what an editor's test panel gets to see."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.student import Checkout

LAB = "labs/day_10_todo_tracking"
HOOK = "import sys\n\n\ndef reached():\n    frame = sys._getframe(1)\n    print('REACHED', frame.f_code.co_filename)\n"


def pytest_in(checkout: Checkout, *arguments: str, **added: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a student's checkout."""
    environ = {**os.environ, **checkout.environment, "COLUMNS": "100", **added}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "--tb=short", *arguments]
    return subprocess.run(command, cwd=checkout.folder, env=environ, capture_output=True, text=True, check=False)


def outcomes(ran: subprocess.CompletedProcess[str]) -> dict[int, str]:
    """Each check's outcome by its number."""
    found = re.findall(r"^(PASSED|FAILED|ERROR) \S+::(\d+) ", ran.stdout, flags=re.MULTILINE)
    return {int(number): outcome for outcome, number in found}


@pytest.mark.parametrize("options", [[], ["--in-process"]])
def test_checks_are_items(checkout: Checkout, options: list[str]) -> None:
    """A lab's folder has one item for each check, with the report's verdict and text; the sample's tests are none."""
    ran = pytest_in(checkout, LAB, *options)

    assert [1, 2, 6, 11, 14] == [number for number, outcome in outcomes(ran).items() if outcome == "PASSED"]
    assert 15 == len(outcomes(ran))
    assert "got       ok=True, changed=True, note 'the list is at revision 2'" in ran.stdout
    assert "Traceback" not in ran.stdout + ran.stderr
    assert bool(options) == ("this verdict does not count" in ran.stdout)


def test_items_stand_under_their_file(checkout: Checkout) -> None:
    """A student's file has the checks of its exercise, and a run of it is told as progress of these alone."""
    ran = pytest_in(checkout, f"{LAB}/todo/stall.py")

    assert {11: "PASSED", 12: "FAILED", 13: "FAILED"} == outcomes(ran)
    assert [11] == checkout.progress["passed"]


def test_missing_file_keeps_its_checks(checkout: Checkout) -> None:
    """The checks of a file that is not there are not lost."""
    (checkout.todo / "panel.py").unlink()

    ran = pytest_in(checkout, LAB)

    assert {"FAILED"} == {outcomes(ran)[number] for number in (8, 9, 10)}
    assert "todo/panel.py is missing" in ran.stdout


def test_breakpoints_are_reached(checkout: Checkout) -> None:
    """With `--in-process` a breakpoint in a student's file is reached in that very file, and no progress is noted."""
    (checkout.folder / "hook.py").write_text(HOOK, encoding="utf-8")
    place = checkout.todo / "list.py"
    text = place.read_text(encoding="utf-8")
    place.write_text(text.replace("        named =", "        breakpoint()\n        named ="), encoding="utf-8")

    ran = pytest_in(checkout, f"{LAB}/todo/list.py", "--in-process", "-s", PYTHONBREAKPOINT="hook.reached")

    assert f"REACHED {place}\n" in ran.stdout
    assert not (checkout.folder / ".student").exists()
    assert not list(checkout.todo.rglob("*.pyc"))


def test_students_file_is_not_imported(checkout: Checkout) -> None:
    """A file that is named on the command line runs in the checks' processes only, and never in pytest's own."""
    place = checkout.todo / "stall.py"
    place.write_text(f"{place.read_text(encoding='utf-8')}\nprint('RAN')\n", encoding="utf-8")
    named = pytest_in(checkout, f"{LAB}/todo/stall.py", "-s")
    place.write_text("def broken(:\n", encoding="utf-8")
    broken = pytest_in(checkout, f"{LAB}/todo/stall.py")

    assert "\nRAN\n" not in f"\n{named.stdout}"  # what a child prints is set in
    assert ({11: "PASSED", 12: "FAILED", 13: "FAILED"}, {11, 12, 13}) == (outcomes(named), set(outcomes(broken)))
    assert "SyntaxError" in broken.stdout
    assert not list(checkout.todo.rglob("*.pyc"))
