"""Throwaway folders: every scenario gets copies of its own, so that none can prepare the next."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.submission import Submission
from mca.lab import Lab

PROJECT = "sample_project"
LARGEST_READ_BACK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Scratch:
    """One scenario's folders: the student files that it needs, and a project to work in."""

    root: Path
    files: Path
    project: Path

    @property
    def stack(self) -> Path:
        """Where the child writes down what it was doing, shortly before its time is up."""
        return self.root / "stack.txt"

    def project_texts(self) -> dict[str, str]:
        """The project's files as they are now, by path; a file too large is cut."""
        texts = {}
        for path in sorted(self.project.rglob("*")):
            if path.is_file() and not path.is_symlink():
                with path.open("rb") as file:
                    texts[path.relative_to(self.project).as_posix()] = file.read(LARGEST_READ_BACK).decode(
                        "utf-8", errors="replace"
                    )
        return texts


@contextmanager
def scratch(lab: Lab, submission: Submission, names: Iterable[str]) -> Iterator[Scratch]:
    """Folders with copies of the named student files and of the lab's sample project."""
    root = Path(tempfile.mkdtemp(prefix="grade-"))
    try:
        place = Scratch(root, root / lab.package, root / PROJECT)
        place.files.mkdir()
        for name in names:
            (place.files / f"{name}.py").write_bytes(submission.sources[name])
        _copy_project(lab.folder / PROJECT, place.project)
        yield place
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _copy_project(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    else:
        target.mkdir()
