"""`python -m grader watch`: grade the student's own files again whenever one is saved."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from grader.child import Starter
from grader.commands.diff import changes
from grader.commands.hint import next_hint
from grader.commands.reset import reset
from grader.console import console_report
from grader.exceptions import Misuse
from grader.grading import SEEDS, chosen, load_checks
from grader.keys import Poll, forget_typed, single_keys
from grader.own_files import grade_own
from grader.report import CheckResult, Report, Status
from grader.show import clear, show
from mca.lab import Lab, find_lab

try:
    from watchfiles import watch
except ImportError as missing:
    raise Misuse('`watch` needs one more package: python -m pip install -e ".[watch]"') from missing

QUIET_MS, LOOK_MS = 50, 10
"""A save can be several changes: how long nothing must have changed, and how often to look."""

POLL_SECONDS = 0.02
MENU = "n next   h hint   a all checks   d my changes   r reset   p play   q quit"


def run(arguments: argparse.Namespace, starter: Starter) -> int:
    """Watch until `q` or Ctrl-C. Raises `Misuse` or `LabError`."""
    lab = find_lab(arguments.lab)
    saved = threading.Event()
    with contextlib.suppress(KeyboardInterrupt), _watched(lab, saved):
        watching = Watching(lab, starter, arguments.only)
        while watching.until_play(saved):
            with contextlib.suppress(KeyboardInterrupt):  # ends the agent alone
                subprocess.run([sys.executable, "-m", "mca", "--lab", lab.slug, "--slow"], check=False)
            forget_typed()
            show(Text(f"\n{MENU}", "dim"))
    return 0


@contextlib.contextmanager
def _watched(lab: Lab, saved: threading.Event) -> Iterator[None]:
    """Set `saved` whenever one of the student's files was written, renamed or deleted."""
    stop = threading.Event()

    def is_own(_: object, path: str) -> bool:
        return Path(path).name in lab.files

    def look() -> None:
        while not stop.is_set():
            try:
                look_once()
            except RuntimeError:  # a file's name is no text: begin again
                saved.set()  # and miss nothing in between

    def look_once() -> None:
        changes = watch(
            lab.student_folder,
            watch_filter=is_own,
            debounce=QUIET_MS,
            step=LOOK_MS,
            stop_event=stop,
            raise_interrupt=False,
        )
        for _ in changes:
            saved.set()

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


class Watching:
    """What `watch` shows: the last report, and what its keys do."""

    def __init__(self, lab: Lab, starter: Starter, only: str) -> None:
        self._lab = lab
        self._starter = starter
        self._checks = chosen(lab, load_checks(lab), only)
        self._seed = secrets.randbelow(SEEDS)  # the same for all runs, so that only what was edited changes
        self._next = 0  # how many of the open checks have been shown
        self._note = ""  # what the last key did, to be seen until the next
        self.grade()

    def grade(self) -> None:
        """Grade the files as they are now, and show the report."""
        self._report: Report = grade_own(self._lab, self._checks, self._starter, self._seed)
        self._next = 0
        self._show(self._open())

    def until_play(self, saved: threading.Event) -> bool:
        """Serve saves and keys; true for `p`, false for `q`."""
        with single_keys() as poll:
            while True:
                if saved.is_set():
                    saved.clear()
                    self.grade()
                match poll(POLL_SECONDS).lower():
                    case "p":
                        return True
                    case "q":
                        return False
                    case "r":
                        self._reset(poll)
                    case "":
                        pass
                    case key:
                        self._note = ""
                        self._act(key)

    def _act(self, key: str) -> None:
        match key:
            case "n":
                self._next += 1
                self._show(self._open())
            case "a":
                self._show(self._report.checks)
            case "d":
                self._show_below(*changes(self._lab, None))
            case "h":
                self._show_below(*self._hint())

    def _hint(self) -> list[RenderableType]:
        for check in self._open():
            return next_hint(self._lab, self._report.exercise_of(check).name)
        return ["No check is open, so there is nothing to hint at."]

    def _open(self) -> list[CheckResult]:
        """The open check that `n` has come to; after the last comes the first again."""
        open_ = [check for check in self._report.checks if check.status not in {Status.PASSED, Status.BLOCKED}]
        return [open_[self._next % len(open_)]] if open_ else []

    def _show(self, full: Sequence[CheckResult]) -> None:
        clear()
        show(console_report(self._report, full))
        self._show_below()

    def _show_below(self, *parts: RenderableType) -> None:
        show(*parts, *filter(None, [self._note]), Text(f"\n{MENU}", "dim"))

    def _reset(self, poll: Poll) -> None:
        """Ask for an exercise and reset its file; any key that is no number leaves all as it is."""
        numbers = "  ".join(f"{number} {exercise.file}" for number, exercise in enumerate(self._lab.exercises, 1))
        show(f"reset which? {numbers}   (another key: none)")
        while not (key := poll(POLL_SECONDS)):
            pass
        try:
            self._note = reset(self._lab, key) if key.isdecimal() else "nothing was reset"
        except Misuse as problem:
            self._note = str(problem)
        self.grade()
