"""A student's own files over several runs: progress, hints, reset, and what full marks open."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from tests.student import KEPT, Checkout
from tests.test_grader_command_line import Run, grader


@pytest.fixture
def run(checkout: Checkout) -> Run:
    """Runs the grader as a command, in the student's checkout."""
    return partial(grader, checkout.folder / "temporary", cwd=checkout.folder, **checkout.environment)


def test_first_run_compares_with_nothing(run: Run) -> None:
    """The first run claims no gain, and the starter's points are no first passes to be told of."""
    ran = run("grade")

    assert (1, "5/15", "") == (ran.status, ran.last, ran.err)
    assert [] == [word for word in ("since the last run", "for the first time", "goal") if word in ran.out]


def test_gain_is_told(run: Run, checkout: Checkout) -> None:
    """A run says how many points came or went since the last one, and which checks passed for the first time."""
    run("grade")
    checkout.solve("list.py")
    better = run("grade")
    run("reset", "1")
    worse = run("grade")
    checkout.solve("list.py")
    again = run("grade")

    assert "\n+3 since the last run\npassed for the first time: 3, 4, 5\n" in better.out
    assert "\n-3 since the last run\n" in worse.out
    assert "\n+3 since the last run\n" in again.out
    assert "first time" not in worse.out + again.out


def test_part_of_the_checks_is_compared_with_its_part(run: Run, checkout: Checkout) -> None:
    """A run of some checks is compared with the same checks of the last run, and forgets no other."""
    run("grade")
    checkout.solve("list.py")

    assert "+1 since the last run" in run("grade", "--only", "3").out
    assert "+2 since the last run" in run("grade").out


def test_goal_is_reached_once(run: Run, checkout: Checkout) -> None:
    """A goal is told in the run that reaches it, and is ticked in the progress file from then on."""
    run("grade")
    checkout.solve("list.py", "tool.py")
    reached, after = run("grade"), run("grade")

    assert "goal reached: " in reached.out
    assert "goal reached: " not in after.out
    assert [True, False, False] == list(checkout.progress["goals"].values())


def test_other_peoples_files_are_not_progress(run: Run, checkout: Checkout) -> None:
    """Grading the solution or a submission leaves a student's progress alone."""
    run("grade", "--solution")
    run("grade", "--submission", str(checkout.todo))

    assert not (checkout.folder / KEPT).exists()


def test_progress_may_be_deleted(run: Run, checkout: Checkout) -> None:
    """Without its file, counting begins anew; something else is named and left alone; the verdict stands."""
    run("grade")
    place = checkout.folder / KEPT / "progress.json"
    place.unlink()
    assert "5/15" == run("grade").last
    place.write_text("{", encoding="utf-8")

    ran = run("grade")

    assert (1, "5/15", 1) == (ran.status, ran.last, ran.err.count("\n"))
    assert f"{place} is not a progress file any more; delete it" in ran.err
    assert "{" == place.read_text(encoding="utf-8")


def test_hints_open_by_attempts(run: Run, checkout: Checkout) -> None:
    """The first hint is free; each other opens after a graded attempt, and a run without a change is none."""

    def shown() -> int:
        return run("hint", "2").out.count("\nhint ")

    def attempt(text: str) -> None:
        with (checkout.todo / "tool.py").open("a", encoding="utf-8") as file:
            file.write(f"# {text}\n")
        run("grade", "--only", "tool")

    assert [1, 1] == [shown(), shown()]
    run("grade")
    assert 1 == shown()
    attempt("one")
    assert [2, 2] == [shown(), shown()]
    run("grade")
    assert 2 == shown()
    attempt("two")
    attempt("three")
    last = run("hint", "tool").out
    assert 3 == last.count("\nhint ")
    assert last.endswith("That was the last hint.\n")
    assert {"attempts": 3, "hints": 3} == {
        key: checkout.progress["exercises"]["tool"][key] for key in ("attempts", "hints")
    }


@pytest.mark.parametrize("command", ["hint", "reset"])
def test_unknown_exercise_is_refused(run: Run, command: str) -> None:
    """An exercise that is not there is quoted, and those that are there are named."""
    ran = run(command, "6")

    assert (2, "") == (ran.status, ran.out)
    assert ran.err.startswith(
        "grader: there is no exercise '6' in day_10_todo_tracking; the exercises are 1 list, 2 tool"
    )


def test_reset_keeps_the_students_file(run: Run, checkout: Checkout, starter_files: Path) -> None:
    """Reset gives one file its starter back and names the place where the student's version is kept, each time anew."""
    starter = (starter_files / "panel.py").read_bytes()
    others = {path.name: path.read_bytes() for path in checkout.todo.glob("*.py") if path.name != "panel.py"}
    versions = [b"first\r\n", b"\xff not text", b""]
    said = []
    for version in versions:
        (checkout.todo / "panel.py").write_bytes(version)
        said.append(run("reset", "3").out)
        assert starter == (checkout.todo / "panel.py").read_bytes()

    kept = [Path(text.rpartition(") in ")[2].strip()) for text in said]
    assert versions == [path.read_bytes() for path in kept]
    assert {checkout.folder / KEPT / "backups"} == {path.parent for path in kept}
    assert others == {path.name: path.read_bytes() for path in checkout.todo.glob("*.py") if path.name != "panel.py"}


def test_reset_of_starter_and_of_nothing(run: Run, checkout: Checkout, starter_files: Path) -> None:
    """Reset leaves an untouched file alone, and brings a deleted one back."""
    assert "todo/list.py is the starter's already.\n" == run("reset", "1").out
    (checkout.todo / "list.py").unlink()
    assert "todo/list.py is the starter's again.\n" == run("reset", "list").out
    assert (starter_files / "list.py").read_bytes() == (checkout.todo / "list.py").read_bytes()
    assert not (checkout.folder / KEPT / "backups").exists()


def test_reset_refuses_a_link(run: Run, checkout: Checkout) -> None:
    """A link in the place of a file is named, and nothing is written through it."""
    elsewhere = checkout.folder / "elsewhere.py"
    elsewhere.write_text("mine", encoding="utf-8")
    (checkout.todo / "list.py").unlink()
    (checkout.todo / "list.py").symlink_to(elsewhere)

    ran = run("reset", "1")

    assert (2, 1) == (ran.status, ran.err.count("\n"))
    assert "is a link, not a file" in ran.err
    assert "mine" == elsewhere.read_text(encoding="utf-8")


@pytest.mark.parametrize("has_solutions", [True, False])
def test_full_marks_open_the_solution(run: Run, checkout: Checkout, has_solutions: bool) -> None:
    """The solution is offered at full marks, where the checkout has one, and not before."""
    checkout.solve("list.py", "tool.py", "panel.py", "stall.py")
    below = run("grade")
    checkout.solve("intervention.py")
    part = run("grade", "--only", "list")
    if not has_solutions:
        shutil.rmtree(checkout.folder / "solutions")
    full = run("grade")

    assert (["14/15", "5/5", "15/15"], 0) == ([ran.last for ran in (below, part, full)], full.status)
    assert "solution" not in below.out + part.out
    assert has_solutions == ("nox -s diff -- --solution" in full.out and "notes.md" in full.out)


def test_solution_is_offered_to_its_owner(run: Run, solution: Path) -> None:
    """An instructor who grades somebody's full marks is not offered the solution."""
    assert "nox -s diff" not in run("grade", "--submission", str(solution)).out
