"""What was changed: between starter, submission and solution, exercise by exercise."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from grader.compare import comparison, source_of
from grader.exceptions import Misuse
from grader.starter import starter_source
from grader.submission import take
from mca.lab import Exercise, Lab, read_lab

Source = Callable[[Exercise], str]


def starter_of(lab: Lab) -> Source:
    """Looks up an exercise's source in the starter."""
    return lambda exercise: starter_source(lab, exercise)


def shown(lab: Lab, old: Source, new: Source) -> str:
    """The difference as a person sees it."""
    file = io.StringIO()
    console = Console(file=file, width=200, _environ={})
    for line in comparison(lab, old, new, names=("old", "new")):
        console.print(line, soft_wrap=True)
    return file.getvalue()


def test_comparison_of_equal_files(lab: Lab, starter_files: Path) -> None:
    """Files that are as they were have no difference, and each exercise says so."""
    text = shown(lab, starter_of(lab), source_of(take(lab, starter_files)))

    assert 5 == text.count("no difference\n")
    assert [f"exercise {n}: {e.title} (todo/{e.file})" for n, e in enumerate(lab.exercises, 1)] == [
        line for line in text.split("\n") if line.startswith("exercise")
    ]


def test_comparison_shows_changed_lines(lab: Lab, starter_files: Path) -> None:
    """A changed line is shown as removed and added, below the names of both files; the rest is equal."""
    place = starter_files / "list.py"
    source = place.read_text(encoding="utf-8")
    place.write_text(source.replace("        return self._revision\n", "        return 7  # [red]\n"), encoding="utf-8")

    text = shown(lab, starter_of(lab), source_of(take(lab, starter_files)))

    assert "--- old/list.py\n+++ new/list.py\n" in text
    assert "-        return self._revision\n+        return 7  # [red]\n" in text
    assert 4 == text.count("no difference\n")


def test_comparison_with_missing_file(lab: Lab, starter_files: Path) -> None:
    """A file that was not taken counts as empty."""
    (starter_files / "stall.py").unlink()

    text = shown(lab, starter_of(lab), source_of(take(lab, starter_files)))

    assert "-class StallDetector:\n" in text
    assert 4 == text.count("no difference\n")


def test_comparison_shows_solution(lab: Lab, starter_files: Path, solution: Path) -> None:
    """From the starter to the solution every exercise differs."""
    text = shown(lab, source_of(take(lab, starter_files)), source_of(take(lab, solution)))

    assert "no difference" not in text
    assert 5 == text.count("+++ new/")


def test_comparison_spells_out_controls(lab: Lab, starter_files: Path) -> None:
    """A control sequence in a student's file does not reach the terminal."""
    with (starter_files / "list.py").open("a", encoding="utf-8") as file:
        file.write("CLEAR = '\x1b[2J\x1b]0;title\x07'\n")

    assert "\x1b" not in shown(lab, starter_of(lab), source_of(take(lab, starter_files)))


def test_starter_is_kept_by_git(lab: Lab) -> None:
    """The starter of every exercise is found in git, whole and with its mark."""
    for number, exercise in enumerate(lab.exercises, 1):
        assert f"# TODO {number}:" in starter_source(lab, exercise)


def test_starter_outside_a_clone(lab: Lab, tmp_path: Path) -> None:
    """Where there is no git history, one sentence says what is missing and why."""
    shutil.copytree(lab.folder, tmp_path / lab.slug)
    copied = read_lab(tmp_path / lab.slug)

    with pytest.raises(Misuse, match=r"the starter of todo/list\.py is not to be had") as refused:
        starter_source(copied, copied.exercises[0])

    assert "\n" not in str(refused.value)


def test_starter_with_unknown_name(lab: Lab) -> None:
    """A name that git does not know is refused like a missing history."""
    exercise = lab.exercises[0].model_copy(update={"starter": "0" * 40})

    with pytest.raises(Misuse, match=r"the starter of todo/list\.py"):
        starter_source(lab, exercise)


def test_starter_survives_other_repositories(lab: Lab, tmp_path: Path) -> None:
    """The history is the lab's own, wherever the caller stands."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    code = (
        "from grader.starter import starter_source; from mca.lab import find_lab; lab = find_lab();"
        "print(len(starter_source(lab, lab.exercises[0])))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert len(starter_source(lab, lab.exercises[0])) == int(done.stdout)
