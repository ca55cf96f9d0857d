"""`python -m grader` as a student runs it: exit statuses, sentences, and what is left behind."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grader.starter import starter_source
from mca.lab import Lab
from tests.conftest import ROOT


class Ran(NamedTuple):
    """What a command left: its exit status, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line of its output."""
        return self.out.rstrip("\n").rpartition("\n")[2]


Run = Callable[..., Ran]


def environment(temporary: Path, **added: str) -> dict[str, str]:
    """The environment of a command that keeps its temporary files in a folder of its own."""
    temporary.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name not in {"INJECT", "PYTHONUNBUFFERED"}}
    return {**kept, "TMPDIR": str(temporary), "COLUMNS": "80", **added}


def left_over(temporary: Path) -> list[str]:
    """What a command left behind: temporary files, and processes that have its environment."""
    mark = f"TMPDIR={temporary}\0".encode()
    found = [path.name for path in temporary.iterdir()]
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in place.read_bytes() + b"\0":
                found.append((place.parent / "cmdline").read_text(encoding="utf-8").replace("\0", " "))
        except OSError:
            continue  # it has just ended, or is another user's
    return found


def grader(temporary: Path, *arguments: object, cwd: Path = ROOT, **added: str) -> Ran:
    """Run the grader as a command, and see to it that it leaves nothing behind."""
    done = subprocess.run(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        cwd=cwd,
        env=environment(temporary, **added),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert [] == left_over(temporary)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the grader as a command."""
    return partial(grader, tmp_path / "temporary")


def report_in(path: Path) -> dict[str, Any]:
    """The report that was written to a file."""
    report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return report


def drawn(check: dict[str, Any]) -> tuple[str, str, str]:
    """The texts of a check that hold drawn values."""
    return check["did"], check["expected"], check["got"]


def test_grade_of_solution(run: Run) -> None:
    """The solution has exit status 0, the score as its last line, and nothing on standard error."""
    ran = run("grade", "--solution")

    assert (0, "15/15", "") == (ran.status, ran.last, ran.err)


@pytest.fixture(scope="module")
def starter_run(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, dict[str, Any]]:
    """The starter graded once, with `--seed 11`, and the report that was written."""
    folder = tmp_path_factory.mktemp("starter")
    for exercise in lab.exercises:
        (folder / exercise.file).write_text(starter_source(lab, exercise), encoding="utf-8")
    command = ["grade", "--submission", folder, "--seed", 11, "--json", folder / "report.json"]
    return grader(folder / "temporary", *command), report_in(folder / "report.json")


def test_grade_of_starter(starter_run: tuple[Ran, dict[str, Any]]) -> None:
    """The starter has exit status 1, shows its first open check alone, and ends with the score."""
    ran, _ = starter_run

    assert (1, "5/15", "") == (ran.status, ran.last, ran.err)
    assert ["check 3 failed"] == re.findall(r"^check \d+ \w+", ran.out, re.MULTILINE)
    assert "\x1b" not in ran.out


def test_grade_writes_its_report(starter_run: tuple[Ran, dict[str, Any]]) -> None:
    """The report that is written has every check with its fields, and the score that was shown."""
    ran, report = starter_run

    assert ran.last == f"{report['score']}/{report['max_score']}"
    assert (1, 11) == (report["version"], report["seed"])
    assert list(range(1, 16)) == [check["number"] for check in report["checks"]]
    fields = {"number", "exercise", "name", "status", "did", "expected", "got", "where", "help", "seconds"}

    assert [] == [check["number"] for check in report["checks"] if not fields <= set(check)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "there is no lab 'nonsense'; the labs are "),
        (["--only", "nonsense"], "--only 'nonsense' is neither an exercise"),
        (["--require", "nonsense"], "--require 'nonsense' is neither 'full' nor a number from 0 to 15"),
        (["--only", "tool", "--require", "3"], "--require '3' is neither 'full' nor a number from 0 to 2"),
        (["--submission", "file.txt"], "'file.txt' is not a folder"),
        (["--submission", "empty"], "'empty' holds none of list.py, tool.py, panel.py"),
        (["--submission", "missing"], "'missing' is not a folder"),
        (["--solution", "--only", "1", "--json", "missing/x.json"], "--json 'missing/x.json' cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_grade_of_misuse(run: Run, tmp_path: Path, arguments: list[str], says: str) -> None:
    """Misuse has exit status 2 and one sentence on standard error, nothing else from anybody."""
    (tmp_path / "file.txt").write_text("", encoding="utf-8")
    (tmp_path / "empty").mkdir()

    ran = run("grade", *arguments, cwd=tmp_path)

    assert (2, "") == (ran.status, ran.out)
    assert ran.err.startswith(f"grader: {says}")
    assert 1 == ran.err.count("\n")


@pytest.mark.parametrize(
    "arguments",
    [[], ["nonsense"], ["grade", "--seed", "x"], ["grade", "--solution", "--submission", "."], ["grade", "--unknown"]],
    ids=" ".join,
)
def test_command_line_of_nonsense(run: Run, arguments: list[str]) -> None:
    """A command line that makes no sense has exit status 2, the usage, and no traceback."""
    ran = run(*arguments)

    assert (2, "") == (ran.status, ran.out)
    assert ran.err.startswith("usage: python -m grader")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "status", "score"),
    [
        (["--require", "5"], 0, "5/15"),
        (["--only", "list", "--require", "2"], 0, "2/5"),
        (["--only", "list", "--require", "3"], 1, "2/5"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_grade_requires_points(run: Run, starter_files: Path, arguments: list[str], status: int, score: str) -> None:
    """That many points of the chosen checks are enough for exit status 0, and fewer are not."""
    ran = run("grade", "--submission", starter_files, *arguments)

    assert (status, score, "") == (ran.status, ran.last, ran.err)


def test_grade_shows_all_checks(run: Run, starter_files: Path) -> None:
    """With `--all` every check stands there with its status, and the score is still the last line."""
    ran = run("grade", "--submission", starter_files, "--all")

    shown = re.findall(r"^check (\d+) (passed|failed|error|not started|blocked):", ran.out, re.MULTILINE)

    assert [str(number) for number in range(1, 16)] == [number for number, _ in shown]
    assert "5/15" == ran.last


def test_grade_repeats_a_seed(
    run: Run, starter_run: tuple[Ran, dict[str, Any]], starter_files: Path, tmp_path: Path
) -> None:
    """A seed repeats the drawn values, with an exercise or a check chosen; another seed draws others."""
    first = starter_run[1]["checks"]
    for name, seed, only in (("again", 11, "list"), ("other", 12, "3")):
        run("grade", "--submission", starter_files, "--only", only, "--seed", seed, "--json", tmp_path / name)
    again, other = (report_in(tmp_path / name)["checks"] for name in ("again", "other"))

    assert [[1, 2, 3, 4, 5], [3]] == [[check["number"] for check in checks] for checks in (again, other)]
    assert drawn(first[2]) == drawn(again[2])
    assert drawn(first[2]) != drawn(other[0])


def test_grade_draws_its_seed(run: Run, starter_files: Path, tmp_path: Path) -> None:
    """Without a seed each run draws another one."""
    for name in ("1.json", "2.json"):
        run("grade", "--submission", starter_files, "--only", "1", "--json", tmp_path / name)

    assert report_in(tmp_path / "1.json")["seed"] != report_in(tmp_path / "2.json")["seed"]


def test_repeat_line_repeats(run: Run, starter_files: Path, tmp_path: Path) -> None:
    """The printed `repeat` line, run as it stands, shows the same check with the same values."""
    folder = starter_files.rename(tmp_path / "a folder")
    ran = run("grade", "--submission", folder, COLUMNS="400")
    line = re.findall(r"^  repeat +(.*)$", ran.out, re.MULTILINE)[0]
    command = [sys.executable, "-m", *shlex.split(line)]

    again = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(tmp_path / "temporary", COLUMNS="400"),
        capture_output=True,
        text=True,
        check=True,
    )

    def check(text: str) -> str:
        return text[text.index("check 3 failed") : text.index("  repeat")]

    assert line.startswith("nox -s grade -- --submission ")
    assert check(ran.out) == check(again.stdout)
    assert again.stdout.endswith("\n0/1\n")


def test_grade_from_elsewhere(run: Run, copy_of_solution: Path) -> None:
    """From any working folder a path is taken as it is meant there, and no file there is taken for a module."""
    folder = copy_of_solution.parent
    for name in ("json", "typing", "random", "argparse", "pydantic", "rich", "mca", "mock_model", "sitecustomize"):
        (folder / f"{name}.py").write_text("raise SystemExit('shadowed')\n", encoding="utf-8")

    ran = run("grade", "--submission", "submission", "--only", "tool", cwd=folder)

    assert (0, "2/2", "") == (ran.status, ran.last, ran.err)
    assert ran.out.startswith("Todo tracking  submission\n")


def test_grade_ignores_its_surroundings(run: Run, starter_files: Path, tmp_path: Path) -> None:
    """Nothing in the caller's environment changes a verdict, and student code sees none of it."""
    place = starter_files / "intervention.py"
    place.write_text("import os\nprint(sorted(os.environ))\nraise ValueError\n", encoding="utf-8")
    surroundings = {"INJECT": "loop", "MOCK": "0", "CI": "1", "TERM": "dumb", "NO_COLOR": "1", "SECRET_TOKEN": "x"}

    ran = run("grade", "--submission", starter_files, "--json", tmp_path / "report.json", **surroundings)

    checks = report_in(tmp_path / "report.json")["checks"]

    assert "5/15" == ran.last
    assert "TMPDIR" in checks[14]["output"]
    assert [] == [name for name in surroundings if name in checks[14]["output"]]


def test_grade_without_unicode(run: Run, starter_files: Path) -> None:
    """A console that lacks characters shows marks in their place, and the report goes on."""
    (starter_files / "list.py").write_text("raise ValueError('日本 ✓')\n", encoding="utf-8")

    ran = run("grade", "--submission", starter_files, PYTHONIOENCODING="ascii")

    assert (1, "") == (ran.status, ran.err)
    assert "ValueError: ?? ?" in ran.out


@pytest.mark.parametrize(
    "arguments", [["grade", "--solution", "--only", "1", "--all"], ["diff", "--solution"]], ids=" ".join
)
def test_output_closed_early(arguments: list[str], tmp_path: Path) -> None:
    """When the reader of the output leaves early, nothing is said about that."""
    with subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        cwd=ROOT,
        env=environment(tmp_path / "temporary"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()

    assert "" == err
    assert [] == left_over(tmp_path / "temporary")


def test_grade_can_be_interrupted(copy_of_solution: Path, tmp_path: Path) -> None:
    """Ctrl-C in the middle of a run ends it without a traceback, and leaves nothing behind."""
    (copy_of_solution / "list.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "grader", "grade", "--submission", str(copy_of_solution)],
        env=environment(tmp_path / "temporary"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        until = time.monotonic() + 10
        while not any((tmp_path / "temporary").iterdir()) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=10)

    assert "Traceback" not in err
    assert [] == left_over(tmp_path / "temporary")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_grade_of_strange_folder(run: Run, copy_of_solution: Path, tmp_path: Path) -> None:
    """A submission in a folder whose name is not UTF-8 can be graded and reported."""
    folder = copy_of_solution.rename(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))

    ran = run("grade", "--submission", folder, "--only", "1", "--json", tmp_path / "report.json")

    assert (0, "") == (ran.status, ran.err)


def test_grade_clears_deep_folders(run: Run, copy_of_solution: Path, tmp_path: Path) -> None:
    """Folders that student code nests a thousandfold do not stay on the disk."""
    code = "import os\nfor _ in range(1100):\n    os.mkdir('d')\n    os.chdir('d')\n"
    (copy_of_solution / "intervention.py").write_text(code, encoding="utf-8")

    try:
        ran = run("grade", "--submission", copy_of_solution, "--only", "15")
    finally:  # what stays would also be too deep for pytest to clear
        subprocess.run(["rm", "-rf", *(tmp_path / "temporary").glob("grade-*")], check=True)

    assert (1, "") == (ran.status, ran.err)


def test_diff_of_starter(run: Run, starter_files: Path) -> None:
    """The untouched starter has no difference, in any of the five files."""
    ran = run("diff", starter_files)

    assert (0, "") == (ran.status, ran.err)
    assert 5 == ran.out.count("no difference\n")


def test_diff_with_solution(run: Run, starter_files: Path) -> None:
    """Compared with the solution every file of the starter differs, and long lines are not broken."""
    ran = run("diff", starter_files, "--solution", COLUMNS="40")

    assert (0, "") == (ran.status, ran.err)
    assert 5 == ran.out.count("\n--- submission/") == ran.out.count("\n+++ solution/")
    assert "\n+        if named == self._items:\n" in ran.out
    assert max(map(len, ran.out.split("\n"))) > 80


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["missing"], "'missing' is not a folder"),
        ([".", "--solution"], "'.' holds none of list.py"),
        (["--lab", "nonsense"], "there is no lab 'nonsense'"),
    ],
    ids=["missing", "empty", "lab"],
)
def test_diff_of_misuse(run: Run, tmp_path: Path, arguments: list[str], says: str) -> None:
    """Misuse of `diff` has exit status 2 and one sentence."""
    ran = run("diff", *arguments, cwd=tmp_path)

    assert (2, "") == (ran.status, ran.out)
    assert ran.err.startswith(f"grader: {says}")
    assert 1 == ran.err.count("\n")
