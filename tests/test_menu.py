"""The nox sessions: what `nox -l` says, and what they hand on."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.conftest import ROOT


def nox(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run nox in the project's folder."""
    command = [sys.executable, "-m", "nox", *arguments]
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def test_menu_says_what_each_does() -> None:
    """Every session has one line that says what it does, and grading is what happens if none is named."""
    listed = re.findall(r"^([*-]) (\w+)( -> \S.*)?$", nox("-l").stdout, flags=re.MULTILINE)

    assert ["grade"] == [name for mark, name, _ in listed if mark == "*"]
    assert [] == [name for _, name, does in listed if not does]
    assert {"watch", "play", "hint", "reset", "quiz", "diff"} <= {name for _, name, _ in listed}


def test_menu_plays_a_lab_by_name() -> None:
    """A lab's name in front of everything else chooses what is played."""
    ran = nox("-s", "play", "--", "todo_write")

    assert 0 == ran.returncode
    assert "temperature.py" in ran.stdout


def test_menu_is_content_with_any_score() -> None:
    """A student below full marks is not told that a session failed, unless full marks were asked for."""
    some = nox("-s", "grade", "--", "todo_write", "--submission", "labs/todo_write/todo")
    strict = nox("-s", "grade", "--", "todo_write", "--submission", "labs/todo_write/todo", "--require", "full")

    assert ("2/6", 0, 1) == (some.stdout.rstrip().splitlines()[-1], some.returncode, strict.returncode)
