"""Times the grader beside what it is measured against, in one run: `nox -s bench -- [ROUNDS]`.

All commands run in turn, round by round, so that a machine that changes its speed changes it for
all. Look at the ratios; the milliseconds are this machine's.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
IMPORTS = "import pydantic, rich.console, rich.table\nclass Model(pydantic.BaseModel):\n    x: int\nModel(x=1)"
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


def timed(command: list[str]) -> float:
    """The wall-clock seconds of one run; a command that fails ends the bench."""
    started = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - started


def table(medians: dict[str, float], rounds: int) -> Table:
    """The medians, and each as a multiple of the empty Python, the bare imports and plain pytest."""
    empty, imports, pytest, *_ = medians.values()
    made = Table("command", "ms", "x empty", "x imports", "x pytest", title=f"median of {rounds}, in turn")
    for name, seconds in medians.items():
        made.add_row(name, f"{seconds * 1000:.0f}", *(f"{seconds / base:.2f}" for base in (empty, imports, pytest)))
    return made


if __name__ == "__main__":
    main()
