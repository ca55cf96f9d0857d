"""Throwaway folders: every scenario gets copies of its own, so that none can prepare the next."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from grader.files import read_regular, remove
from grader.submission import Submission
from mca.lab import Lab

PROJECT = "sample_project"
LARGEST_READ_BACK, MOST_READ_BACK = 64 * 1024, 100
MOST_LOOKED_AT = 2000
"""Files and folders, before reading back ends."""


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
        """The project's regular files as they are now, by path: so many, and each cut where it gets long."""
        texts: dict[str, str] = {}
        for path in islice(_files(self.project), MOST_READ_BACK):
            with contextlib.suppress(OSError):
                source = read_regular(path, LARGEST_READ_BACK)
                texts[path.relative_to(self.project).as_posix()] = source.decode("utf-8", errors="replace")
        return texts

    def last_stack(self) -> str:
        """What the child wrote down of what it was doing; empty if it did not, or wrote something else."""
        try:
            return read_regular(self.stack, LARGEST_READ_BACK).decode("utf-8", errors="replace")
        except OSError:
            return ""


@contextmanager
def scratch(lab: Lab, submission: Submission, names: Iterable[str], folder: Path) -> Iterator[Scratch]:
    """Folders, in `folder`, with copies of the named student files and of the lab's sample project."""
    root = Path(tempfile.mkdtemp(dir=folder))
    try:
        place = Scratch(root, root / lab.package, root / PROJECT)
        place.files.mkdir()
        for name in names:
            (place.files / f"{name}.py").write_bytes(submission.sources[name])
        _copy_project(lab.folder / PROJECT, place.project)
        yield place
    finally:
        remove(root)


def _files(folder: Path) -> Iterator[Path]:
    """What lies in a folder and is no folder, without following a link, however deep, but not for ever."""
    waiting, looked_at = [folder], 0
    while waiting and looked_at < MOST_LOOKED_AT:
        place, looked_at = waiting.pop(), looked_at + 1
        with contextlib.suppress(OSError):  # a name longer than the system takes, for instance
            if place.is_symlink() or not place.is_dir():
                yield place
            else:
                waiting += sorted(islice(place.iterdir(), MOST_LOOKED_AT), reverse=True)


def _copy_project(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    else:
        target.mkdir()
