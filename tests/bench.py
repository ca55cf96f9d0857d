"""Times the grader beside what it is measured against, in one run: `nox -s bench -- [ROUNDS]`.

All commands run in turn, round by round, so that a machine that changes its speed changes it for
all. Look at the ratios; the milliseconds are this machine's.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from grader.restrain import most_processes, restrain
from grader.scenario import Job, ScenarioRunner
from grader.scratch import scratch
from grader.start import starter
from grader.submission import Submission, solution_folder, take
from grader.worker import warm
from mca.lab import Lab, find_lab
from tests.student import MENU_END, Checkout, Watched

ROOT = Path(__file__).parents[1]
IMPORTS = "import pydantic, rich.console, rich.table\nclass Model(pydantic.BaseModel):\n    x: int\nModel(x=1)"
LAYER_ROUNDS = 40
GRADE = ["-m", "grader", "grade", "--solution"]

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "the bare imports: pydantic with one model, rich": ["-c", IMPORTS],
    "plain pytest, the same scenarios in one process": [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/plain/checks_under_pytest.py",
    ],
    "python -m grader grade": GRADE,
    "nox -s grade": ["-m", "nox", "-s", "grade", "--", "--solution"],
    "nox -l, nox's own start": ["-m", "nox", "-l"],
}


def main() -> None:
    """Run every command some times and print the medians side by side."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for number in range(rounds + 1):
        for name, arguments in COMMANDS.items():
            seconds = timed([sys.executable, *arguments])
            if number:  # the first round warms the disk
                times[name].append(seconds)
    Console().print(table({name: statistics.median(values) for name, values in times.items()}, rounds))
    if hasattr(os, "fork"):
        Console().print(layers())
        Console().print(f"from a save to its verdict in `watch`: {statistics.median(saves(rounds)) * 1000:.0f} ms")


def timed(command: list[str]) -> float:
    """The wall-clock seconds of one run; a command that fails ends the bench."""
    return clocked(lambda: subprocess.run(command, cwd=ROOT, check=True, capture_output=True))


def table(medians: dict[str, float], rounds: int) -> Table:
    """The medians, and each as a multiple of the empty Python, the bare imports and plain pytest."""
    empty, imports, pytest, *_ = medians.values()
    made = Table("command", "ms", "x empty", "x imports", "x pytest", title=f"median of {rounds}, in turn")
    for name, seconds in medians.items():
        made.add_row(name, f"{seconds * 1000:.0f}", *(f"{seconds / base:.2f}" for base in (empty, imports, pytest)))
    return made


def layers() -> Table:
    """What each layer around one scenario costs, in milliseconds, most of it without the work inside."""
    made = Table("layer", "ms", title=f"the price of each layer, median of {LAYER_ROUNDS}")
    with starter(None) as start:
        lab = warm("")
        submission = take(lab, solution_folder(lab))
        runner = ScenarioRunner(lab, submission, start)
        job = Job("detect", ["stall"], {"limits": {}, "rounds": [[1, 1, {}]]}, None, 0)
        steps: dict[str, Callable[[], object]] = {
            "a fork of a warmed process, and its end": lambda: forked(lambda: None),
            "the same with limits and without special rights": lambda: forked(lambda: restrain(4, most_processes())),
            "folders with copies": lambda: folders(lab, submission),
            "the smallest scenario, all layers on": lambda: runner.run(job),
        }
        for name, step in steps.items():
            step()
            made.add_row(name, f"{statistics.median(clocked(step) for _ in range(LAYER_ROUNDS)) * 1000:.1f}")
    return made


def saves(rounds: int) -> Iterator[float]:
    """The seconds between the save of a file and its verdict on the screen; to set beside `grade`."""
    with tempfile.TemporaryDirectory() as folder, closing(Watched(Checkout(Path(folder), find_lab()))) as watched:
        watched.sees(MENU_END)
        for number in range(rounds):
            text = f"NUMBER = {number}\n"
            yield clocked(lambda: watched.save("intervention.py", text))  # noqa: B023 -- called at once


def forked(action: Callable[[], object]) -> None:
    """Fork, act in the child, and wait for its end."""
    child = os.fork()
    if child == 0:
        action()
        os._exit(0)
    os.waitpid(child, 0)


def folders(lab: Lab, submission: Submission) -> None:
    """Make a scenario's folders, and delete them."""
    with tempfile.TemporaryDirectory() as folder, scratch(lab, submission, ["list", "tool"], Path(folder)):
        pass


def clocked(action: Callable[[], object]) -> float:
    """The wall-clock seconds of an action."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
