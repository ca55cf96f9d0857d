"""Intake: what is taken of a student's folder, and why the rest is not."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.submission import LARGEST, take
from mca.exceptions import LabError
from mca.lab import Lab

NAMES = ["list", "tool", "panel", "stall", "intervention"]


def spoil(folder: Path, make: Callable[[Path], object]) -> None:
    """Put something else in the place of `panel.py`."""
    (folder / "panel.py").unlink()
    make(folder / "panel.py")


def descriptors() -> int:
    """How many descriptors this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_intake_takes_every_exercise(lab: Lab, solution: Path) -> None:
    """A folder with all files gives the bytes of each, by exercise, and refuses nothing."""
    submission = take(lab, solution)

    assert {name: (solution / f"{name}.py").read_bytes() for name in NAMES} == submission.sources
    assert {} == submission.refused


def test_intake_ignores_other_files(lab: Lab, copy_of_solution: Path) -> None:
    """A file that is no exercise's is not taken, whatever it is called."""
    for name in ("conftest.py", "json.py", "notes.txt", "sitecustomize.pth"):
        (copy_of_solution / name).write_text("raise SystemExit\n", encoding="utf-8")

    assert NAMES == list(take(lab, copy_of_solution).sources)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_intake_survives_strange_names(lab: Lab, copy_of_solution: Path) -> None:
    """A file whose name is not UTF-8 lies there and disturbs nobody."""
    Path(os.fsdecode(os.fsencode(copy_of_solution) + b"/\xff.py")).write_text("", encoding="utf-8")

    assert NAMES == list(take(lab, copy_of_solution).sources)


def test_intake_accepts_package_or_parent(lab: Lab, copy_of_solution: Path, tmp_path: Path) -> None:
    """A submission is the folder of the files, or the folder that holds that one."""
    copy_of_solution.rename(tmp_path / lab.package)

    direct, parent = take(lab, tmp_path / lab.package), take(lab, tmp_path)

    assert direct == parent
    assert tmp_path / lab.package == parent.folder


def test_intake_prefers_the_package(lab: Lab, copy_of_solution: Path) -> None:
    """Where files lie in the folder and in its package folder, the package's are taken."""
    inner = copy_of_solution / lab.package
    inner.mkdir()
    (inner / "list.py").write_text("x = 1\n", encoding="utf-8")

    assert {"list": b"x = 1\n"} == take(lab, copy_of_solution).sources


def test_intake_defaults_to_own_files(lab: Lab) -> None:
    """Without a folder the lab's own files are taken."""
    assert lab.student_folder == take(lab, None).folder


def test_intake_names_missing_files(lab: Lab, tmp_path: Path) -> None:
    """A file that is not there is refused by its name; the others are taken."""
    (tmp_path / "stall.py").write_text("x = 1\n", encoding="utf-8")

    submission = take(lab, tmp_path)

    assert {"stall": b"x = 1\n"} == submission.sources
    assert "todo/list.py is missing" == submission.refused["list"]
    assert {"list", "tool", "panel", "intervention"} == set(submission.refused)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (Path.mkdir, "todo/panel.py is a folder, not a file"),
        (
            lambda place: place.write_bytes(b"#" * (LARGEST + 1)),
            "todo/panel.py has 262,145 bytes; at most 262,144 are taken",
        ),
    ],
    ids=["folder", "too large"],
)
def test_intake_refuses_other_kinds(
    lab: Lab, copy_of_solution: Path, make: Callable[[Path], object], reason: str
) -> None:
    """A folder and a giant file are refused, each with its reason."""
    spoil(copy_of_solution, make)

    submission = take(lab, copy_of_solution)

    assert {"panel": reason} == submission.refused
    assert ["list", "tool", "stall", "intervention"] == list(submission.sources)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_intake_waits_on_no_pipe(lab: Lab, copy_of_solution: Path) -> None:
    """A pipe is refused without waiting for somebody to write into it."""
    spoil(copy_of_solution, os.mkfifo)
    taken: list[dict[str, str]] = []
    thread = threading.Thread(target=lambda: taken.append(take(lab, copy_of_solution).refused), daemon=True)

    thread.start()
    thread.join(5)

    assert [{"panel": "todo/panel.py is not a regular file"}] == taken


def test_intake_follows_no_link(lab: Lab, copy_of_solution: Path, solution: Path) -> None:
    """A link to a right file is refused, and what it points to is not read."""
    spoil(copy_of_solution, lambda place: place.symlink_to(solution / "panel.py"))

    submission = take(lab, copy_of_solution)

    assert "panel" not in submission.sources
    assert submission.refused["panel"].startswith("todo/panel.py ")


def test_intake_calls_link_a_link(lab: Lab, copy_of_solution: Path, solution: Path) -> None:
    """A refused link is called one, so that a student knows what to replace."""
    spoil(copy_of_solution, lambda place: place.symlink_to(solution / "panel.py"))

    assert "todo/panel.py is a link, not a file" == take(lab, copy_of_solution).refused["panel"]


def test_intake_follows_no_linked_package(lab: Lab, tmp_path: Path, solution: Path) -> None:
    """A package folder that is a link to the solution is refused, like a linked file."""
    (tmp_path / lab.package).symlink_to(solution)

    with pytest.raises(LabError):
        take(lab, tmp_path)


def test_intake_takes_largest_file(lab: Lab, copy_of_solution: Path) -> None:
    """A file of exactly the largest size is taken whole."""
    spoil(copy_of_solution, lambda place: place.write_bytes(b"#" * LARGEST))

    assert LARGEST == len(take(lab, copy_of_solution).sources["panel"])


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors in /proc")
def test_intake_leaves_no_descriptor(lab: Lab, copy_of_solution: Path) -> None:
    """Refusing a folder in a file's place leaves no descriptor open."""
    spoil(copy_of_solution, Path.mkdir)
    before = descriptors()

    for _ in range(3):
        take(lab, copy_of_solution)

    assert before == descriptors()


def test_intake_reads_any_bytes(lab: Lab, copy_of_solution: Path) -> None:
    """A file that is not UTF-8 is taken as it is; its text shows a mark for each wrong byte."""
    spoil(copy_of_solution, lambda place: place.write_bytes(b"# caf\xe9\n"))

    submission = take(lab, copy_of_solution)

    assert b"# caf\xe9\n" == submission.sources["panel"]
    assert "# caf\ufffd\n" == submission.text("panel")


def test_intake_reads_once(lab: Lab, copy_of_solution: Path) -> None:
    """A submission keeps what it read, whatever becomes of the folder afterwards."""
    submission = take(lab, copy_of_solution)
    before = submission.sources["list"]

    (copy_of_solution / "list.py").write_text("changed\n", encoding="utf-8")

    assert before == submission.sources["list"]
    assert "" == submission.text("unknown")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda place: place.write_text("", encoding="utf-8"), "is not a folder"),
        (Path.mkdir, "holds none of list.py, tool.py, panel.py, stall.py, intervention.py"),
        (lambda place: None, "is not a folder"),  # noqa: ARG005 -- the place stays empty
    ],
    ids=["file", "empty", "missing"],
)
def test_intake_refuses_wrong_folder(lab: Lab, tmp_path: Path, make: Callable[[Path], object], says: str) -> None:
    """A submission that is a file, empty or not there is refused in one line that names the folder."""
    make(tmp_path / "work")

    with pytest.raises(LabError) as refused:
        take(lab, tmp_path / "work")

    assert says in str(refused.value)
    assert repr(str(tmp_path / "work")) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_intake_refuses_unrelated_files(lab: Lab, tmp_path: Path) -> None:
    """A folder that holds files, but none of the lab's, is refused."""
    (tmp_path / "main.py").write_text("x = 1\n", encoding="utf-8")

    with pytest.raises(LabError, match="holds none of"):
        take(lab, tmp_path)
