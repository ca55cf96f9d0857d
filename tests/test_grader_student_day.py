"""A student's own files over several runs: progress, hints, reset, and what full marks open."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mca.lab import Lab
from tests.conftest import ROOT
from tests.test_grader_command_line import Ran, grader

KEPT = Path(".student", "day_10_todo_tracking")


class Checkout:
    """A student's own copy of the course."""

    def __init__(self, folder: Path, lab: Lab) -> None:
        self.folder = folder
        self.todo = folder / "labs" / lab.slug / lab.package

    def run(self, *arguments: str) -> Ran:
        """A command of the grader, here."""
        path = os.pathsep.join([str(self.folder / "labs"), str(self.folder)])
        return grader(self.folder / "temporary", *arguments, cwd=self.folder, PYTHONPATH=path)

    def solve(self, *names: str) -> None:
        """Fill in some files as the solution has them."""
        for name in names:
            shutil.copy(ROOT / "solutions" / self.todo.parent.name / self.todo.name / name, self.todo / name)

    @property
    def progress(self) -> dict[str, Any]:
        """The progress file."""
        found: dict[str, Any] = json.loads((self.folder / KEPT / "progress.json").read_text(encoding="utf-8"))
        return found


@pytest.fixture
def checkout(tmp_path: Path, starter_files: Path, lab: Lab) -> Checkout:
    """A copy of the course with the untouched starter, which has the course's history and its solutions."""
    skip = shutil.ignore_patterns("__pycache__", "wrong", "right")
    folder = tmp_path / "course"
    for name in ("grader", "labs", "mock_model", "solutions"):
        shutil.copytree(ROOT / name, folder / name, ignore=skip)
    history = ROOT / ".git"
    shutil.copy(history, folder) if history.is_file() else (folder / ".git").write_text(f"gitdir: {history}\n")
    checkout = Checkout(folder, lab)
    shutil.copytree(starter_files, checkout.todo, dirs_exist_ok=True)
    return checkout


def test_first_run_compares_with_nothing(checkout: Checkout) -> None:
    """The first run claims no gain, and the starter's points are no first passes to be told of."""
    ran = checkout.run("grade")

    assert (1, "5/15", "") == (ran.status, ran.last, ran.err)
    assert [] == [word for word in ("since the last run", "for the first time", "goal") if word in ran.out]


def test_gain_is_told(checkout: Checkout) -> None:
    """A run says how many points came or went since the last one, and which checks passed for the first time."""
    checkout.run("grade")
    checkout.solve("list.py")
    better = checkout.run("grade")
    checkout.run("reset", "1")
    worse = checkout.run("grade")
    checkout.solve("list.py")
    again = checkout.run("grade")

    assert "\n+3 since the last run\npassed for the first time: 3, 4, 5\n" in better.out
    assert "\n-3 since the last run\n" in worse.out
    assert "\n+3 since the last run\n" in again.out
    assert "first time" not in worse.out + again.out


def test_part_of_the_checks_is_compared_with_its_part(checkout: Checkout) -> None:
    """A run of some checks is compared with the same checks of the last run, and forgets no other."""
    checkout.run("grade")
    checkout.solve("list.py")

    assert "+1 since the last run" in checkout.run("grade", "--only", "3").out
    assert "+2 since the last run" in checkout.run("grade").out


def test_goal_is_reached_once(checkout: Checkout) -> None:
    """A goal is told in the run that reaches it, and is ticked in the progress file from then on."""
    checkout.run("grade")
    checkout.solve("list.py", "tool.py")
    reached, after = checkout.run("grade"), checkout.run("grade")

    assert "goal reached: " in reached.out
    assert "goal reached: " not in after.out
    assert [True, False, False] == list(checkout.progress["goals"].values())


def test_other_peoples_files_are_not_progress(checkout: Checkout) -> None:
    """Grading the solution or a submission leaves a student's progress alone."""
    checkout.run("grade", "--solution")
    checkout.run("grade", "--submission", str(checkout.todo))

    assert not (checkout.folder / KEPT).exists()


def test_progress_may_be_deleted(checkout: Checkout) -> None:
    """Without its file, counting begins anew; something else is named and left alone; the verdict stands."""
    checkout.run("grade")
    place = checkout.folder / KEPT / "progress.json"
    place.unlink()
    assert "5/15" == checkout.run("grade").last
    place.write_text("{", encoding="utf-8")

    ran = checkout.run("grade")

    assert (1, "5/15", 1) == (ran.status, ran.last, ran.err.count("\n"))
    assert f"{place} is not a progress file any more; delete it" in ran.err
    assert "{" == place.read_text(encoding="utf-8")


def test_hints_open_by_attempts(checkout: Checkout) -> None:
    """The first hint is free; each other opens after a graded attempt, and a run without a change is none."""

    def shown() -> int:
        return checkout.run("hint", "2").out.count("\nhint ")

    def attempt(text: str) -> None:
        with (checkout.todo / "tool.py").open("a", encoding="utf-8") as file:
            file.write(f"# {text}\n")
        checkout.run("grade", "--only", "tool")

    assert [1, 1] == [shown(), shown()]
    checkout.run("grade")
    assert 1 == shown()
    attempt("one")
    assert [2, 2] == [shown(), shown()]
    checkout.run("grade")
    assert 2 == shown()
    attempt("two")
    attempt("three")
    last = checkout.run("hint", "tool").out
    assert 3 == last.count("\nhint ")
    assert last.endswith("That was the last hint.\n")
    assert {"attempts": 3, "hints": 3} == {
        key: checkout.progress["exercises"]["tool"][key] for key in ("attempts", "hints")
    }


@pytest.mark.parametrize("command", ["hint", "reset"])
def test_unknown_exercise_is_refused(checkout: Checkout, command: str) -> None:
    """An exercise that is not there is quoted, and those that are there are named."""
    ran = checkout.run(command, "6")

    assert (2, "") == (ran.status, ran.out)
    assert ran.err.startswith(
        "grader: there is no exercise '6' in day_10_todo_tracking; its exercises are 1 list, 2 tool"
    )


def test_reset_keeps_the_students_file(checkout: Checkout, starter_files: Path) -> None:
    """Reset gives one file its starter back and names the place where the student's version is kept, each time anew."""
    starter = (starter_files / "panel.py").read_bytes()
    others = {path.name: path.read_bytes() for path in checkout.todo.glob("*.py") if path.name != "panel.py"}
    versions = [b"first\r\n", b"\xff not text", b""]
    said = []
    for version in versions:
        (checkout.todo / "panel.py").write_bytes(version)
        said.append(checkout.run("reset", "3").out)
        assert starter == (checkout.todo / "panel.py").read_bytes()

    kept = [Path(text.rpartition(" is kept in ")[2].strip()) for text in said]
    assert versions == [path.read_bytes() for path in kept]
    assert {checkout.folder / KEPT / "backups"} == {path.parent for path in kept}
    assert others == {path.name: path.read_bytes() for path in checkout.todo.glob("*.py") if path.name != "panel.py"}


def test_reset_of_starter_and_of_nothing(checkout: Checkout, starter_files: Path) -> None:
    """Reset leaves an untouched file alone, and brings a deleted one back."""
    assert "todo/list.py is the starter's already.\n" == checkout.run("reset", "1").out
    (checkout.todo / "list.py").unlink()
    assert "todo/list.py is the starter's again.\n" == checkout.run("reset", "list").out
    assert (starter_files / "list.py").read_bytes() == (checkout.todo / "list.py").read_bytes()
    assert not (checkout.folder / KEPT / "backups").exists()


def test_reset_refuses_a_link(checkout: Checkout) -> None:
    """A link in the place of a file is named, and nothing is written through it."""
    elsewhere = checkout.folder / "elsewhere.py"
    elsewhere.write_text("mine", encoding="utf-8")
    (checkout.todo / "list.py").unlink()
    (checkout.todo / "list.py").symlink_to(elsewhere)

    ran = checkout.run("reset", "1")

    assert (2, 1) == (ran.status, ran.err.count("\n"))
    assert "is a link, not a file" in ran.err
    assert "mine" == elsewhere.read_text(encoding="utf-8")


@pytest.mark.parametrize("has_solutions", [True, False])
def test_full_marks_open_the_solution(checkout: Checkout, has_solutions: bool) -> None:
    """The solution is offered at full marks, where the checkout has one, and not before."""
    checkout.solve("list.py", "tool.py", "panel.py", "stall.py")
    below = checkout.run("grade")
    checkout.solve("intervention.py")
    part = checkout.run("grade", "--only", "list")
    if not has_solutions:
        shutil.rmtree(checkout.folder / "solutions")
    full = checkout.run("grade")

    assert (["14/15", "5/5", "15/15"], 0) == ([ran.last for ran in (below, part, full)], full.status)
    assert "solution" not in below.out + part.out
    assert has_solutions == ("nox -s diff -- --solution" in full.out and "notes.md" in full.out)


def test_solution_is_offered_to_its_owner(checkout: Checkout, solution: Path) -> None:
    """An instructor who grades somebody's full marks is not offered the solution."""
    run: Callable[..., Ran] = checkout.run

    assert "nox -s diff" not in run("grade", "--submission", str(solution)).out
