"""Rules on which files there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.starter import blob_id
from grader.submission import solution_folder
from mca.lab import Lab

FILES = {"README.md", "lab.toml", "hints.md", "why.md", "questions.md", "scenarios.py", "scripts.py", "checks.py"}
FOLDERS = {"checks", "sample_project"}
BESIDE_SOLUTION = {"notes.md", "equivalents.toml", "wrong", "right"}
LEFT_BY_PYTHON = {"__pycache__"}


def nothing_unexpected(lab: Lab) -> Iterator[str]:
    """A lab's folder holds what a lab consists of, its given modules, and nothing else."""
    for path in sorted(lab.folder.iterdir()):
        given = path.suffix == ".py" or path.name in FILES
        folder = path.name in FOLDERS | LEFT_BY_PYTHON | {lab.package}
        if not (folder if path.is_dir() else given):
            yield f"{path.name} is not a part of a lab"
    yield from _unexpected(lab.student_folder, {"__init__.py", *lab.files})


def mirror_is_exact(lab: Lab) -> Iterator[str]:
    """The solution mirrors the student's package, and what is not the student's in it is the same byte for byte."""
    mirror = solution_folder(lab)
    yield from _unexpected(mirror.parent, {lab.package, *BESIDE_SOLUTION})
    yield from _unexpected(mirror, {"__init__.py", *lab.files})
    for name in ("__init__.py", *lab.files):
        if not (mirror / name).is_file():
            yield f"{name} is missing in the solution"
    if (mirror / "__init__.py").read_bytes() != (lab.student_folder / "__init__.py").read_bytes():
        yield "__init__.py differs from the solution's"


def starter_is_recorded(lab: Lab) -> Iterator[str]:
    """`lab.toml` names the starter's files as git does."""
    for exercise in lab.exercises:
        name = blob_id((lab.student_folder / exercise.file).read_bytes())
        if name != exercise.starter:
            yield f'{exercise.file} is not the starter that lab.toml names; if it should be: starter = "{name}"'


def _unexpected(folder: Path, names: set[str]) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        if path.name not in names | LEFT_BY_PYTHON:
            yield f"{path.parent.name}/{path.name} should not be there"
