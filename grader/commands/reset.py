"""`python -m grader reset`: give an exercise its starter back, and keep the student's version."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from grader.exceptions import Misuse
from grader.files import read_regular
from grader.hints import exercise_of
from grader.progress import student_place
from grader.show import show
from grader.starter import starter_source
from mca.lab import Lab, find_lab

LARGEST_KEPT = 16 * 1024**2
"""Bytes of a file that a backup is made of."""


def run(arguments: argparse.Namespace) -> int:
    """Reset one exercise's file, and say where the student's is kept. Raises `Misuse` or `LabError`."""
    show(reset(find_lab(arguments.lab), arguments.exercise), wrap=False)
    return 0


def reset(lab: Lab, name: str) -> str:
    """Put the starter's file in place of the student's; what was done. Raises `Misuse` if that cannot be."""
    exercise = exercise_of(lab, name)
    file, shown = lab.student_folder / exercise.file, f"{lab.package}/{exercise.file}"
    starter, kept = starter_source(lab, exercise).encode(), ""
    try:
        if file.exists() or file.is_symlink():
            if file.stat().st_size > LARGEST_KEPT:
                raise Misuse(f"{file} has more than {LARGEST_KEPT:,} bytes; move it away yourself")
            own = read_regular(file, LARGEST_KEPT)
            if own == starter:
                return f"{shown} is the starter's already."
            place = _keep(student_place(lab) / "backups", file, own)
            kept = f" Yours is kept (copy it back to undo this) in {place}"
        file.write_bytes(starter)
    except OSError as error:
        raise Misuse(f"{file} cannot be reset: {error.strerror or error}") from error
    return f"{shown} is the starter's again.{kept}"


def _keep(folder: Path, file: Path, content: bytes) -> Path:
    """Write a file beside all earlier ones, and take care that it is there before the original goes."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d_%H-%M-%S-%f")
    kept = folder / f"{file.stem}_{stamp}{file.suffix}"
    with kept.open("xb") as copy:
        copy.write(content)
    return kept
