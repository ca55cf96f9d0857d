"""What is taken of a submission: the lab's student files, read once, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.exceptions import Misuse
from grader.files import read_regular
from mca.lab import LABS, Lab, student_folder

LARGEST = 256 * 1024
"""Bytes of one file; a hundred times what an exercise needs."""


@dataclass(frozen=True, slots=True)
class Submission:
    """The student's files by exercise: their bytes, or why a file was not taken."""

    folder: Path
    sources: dict[str, bytes]
    refused: dict[str, str]

    def text(self, name: str) -> str:
        """The source of one file as text, to point into; empty if it was not taken."""
        return self.sources.get(name, b"").decode("utf-8", errors="replace")


def take(lab: Lab, folder: Path | None) -> Submission:
    """Take the lab's files from a folder (the lab's own if none is given).

    Raises `LabError` if the folder holds none of them.
    """
    place = student_folder(lab, folder)
    sources: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    for exercise in lab.exercises:
        try:
            sources[exercise.name] = _read(place / exercise.file)
        except OSError as error:
            refused[exercise.name] = f"{lab.package}/{exercise.file} {_reason(error)}"
    return Submission(place, sources, refused)


def solution_folder(lab: Lab) -> Path:
    """Where the reference solution of a lab lies. Raises `Misuse` if this checkout has none."""
    if not has_solution(lab):
        raise Misuse(f"this checkout has no solution of {lab.slug}")
    return _solution(lab)


def has_solution(lab: Lab) -> bool:
    """Whether this checkout has the reference solution of a lab: a student's may not."""
    return _solution(lab).is_dir()


def _solution(lab: Lab) -> Path:
    return LABS.parent / "solutions" / lab.slug / lab.package


def _read(path: Path) -> bytes:
    source = read_regular(path, LARGEST + 1)
    if len(source) > LARGEST:
        raise OSError(0, f"has {path.stat().st_size:,} bytes; at most {LARGEST:,} are taken")
    return source


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "is missing"
    return str(error.strerror) if error.errno == 0 else f"cannot be read: {error.strerror}"
