"""Puts the pieces together: `python -m mca "fix the failing test"`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from mca.events import Reason
from mca.exceptions import LabError, ModelError
from mca.lab import Lab, find_lab, student_folder
from mca.model import Model
from mca.model_process import scripted_model
from mca.screen import Screen, open_screen
from mca.session import Session
from mca.student import StudentFiles
from mca.tools import Workspace

EXIT_STOPPED, EXIT_MISUSE = 1, 2
STATUS = {Reason.ANSWERED: 0, Reason.INTERRUPTED: 130}
"""The exit status of each reason; every other one is a turn that did not come to its end."""

SLOW_SECONDS = 0.15


def main(
    argv: Sequence[str] | None = None,
    *,
    model: Model | None = None,
    files: StudentFiles | None = None,
    screen: Screen | None = None,
) -> int:
    """Run one request and return the exit status.

    0: the model answered; 1: a limit or a guard ended the turn; 2: misuse, or no answer could be
    had; 130: interrupted. `model`, `files` and `screen` stand in for what would be opened.
    """
    arguments = _parser().parse_args(argv)
    try:
        with ExitStack() as stack:
            lab = files.lab if files else find_lab(arguments.lab)
            files = files or StudentFiles(lab, student_folder(lab, arguments.student_files))
            model = model or stack.enter_context(_model(lab, pause=SLOW_SECONDS if arguments.slow else 0))
            folder = stack.enter_context(_workspace(lab, arguments.workspace))
            # In a throwaway copy there is nothing of the user's to ask about.
            allow_all = arguments.yes or arguments.workspace is None
            session = Session(files, model, Workspace(folder), screen or open_screen(), allow_all=allow_all)
            status = STATUS.get(session.run(arguments.request or lab.request), EXIT_STOPPED)
            if arguments.report is not None:
                _report(session.report() or f"{lab.title} keeps nothing that a report could show.\n", arguments.report)
            return status
    except (LabError, ModelError) as error:
        print(f"mca: {error}", file=sys.stderr)
        return EXIT_MISUSE
    except BrokenPipeError:
        # Whoever read the output has gone. Nothing can be said to them, not even at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_STOPPED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mca",
        description="A small coding agent in the terminal. MOCK=1, the default, plays a scripted model; "
        "INJECT=MODE makes it misbehave.",
    )
    parser.add_argument("request", nargs="?", help="what to do; the lab's own request if left out")
    parser.add_argument("--yes", action="store_true", help="allow edits and commands in --workspace without asking")
    parser.add_argument(
        "--workspace", type=Path, metavar="DIR", help="the folder to work in; a throwaway copy of the lab's sample"
    )
    parser.add_argument("--lab", metavar="NAME", help="which lab's plug-in to use")
    parser.add_argument("--student-files", type=Path, metavar="DIR", help="a folder with other files for the lab")
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="afterwards write what the lab has kept to FILE as Markdown; - shows it",
    )
    parser.add_argument("--slow", action="store_true", help="stream at a pace that a person can follow")
    return parser


def _report(text: str, path: Path) -> None:
    if str(path) == "-":
        print(f"\n{text}", end="")
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LabError(f"--report {str(path)!r} cannot be written: {error.strerror}") from error


@contextmanager
def _model(lab: Lab, pause: float) -> Iterator[Model]:
    if (choice := os.environ.get("MOCK", "1")) != "1":
        raise LabError(f"MOCK={choice!r}: only MOCK=1, the scripted model, comes with this course")
    with scripted_model(lab.folder / "scripts.py", pause=pause) as model:
        yield model


@contextmanager
def _workspace(lab: Lab, folder: Path | None) -> Iterator[Path]:
    """The folder to work in: the one asked for, or a copy of the lab's sample that is thrown away."""
    if folder is not None:
        if not folder.is_dir():
            raise LabError(f"--workspace {str(folder)!r} is not a folder")
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="mca-") as scratch:
        copy = Path(scratch, "sample_project")
        shutil.copytree(lab.folder / "sample_project", copy, ignore=shutil.ignore_patterns("__pycache__"))
        yield copy
