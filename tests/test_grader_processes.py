"""Child processes: how they end, what they leave, and that a fresh Python does as well as a fork."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.child import Starter
from grader.grading import chosen, grade, load_checks
from grader.report import Report, Status
from grader.scenario import Job, Outcome, ScenarioRunner
from grader.start import starter
from grader.submission import take
from mca.lab import Lab, RunLimits
from tests.conftest import Grade, lost

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc"),
    pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning"),
]

NEED_LIST = {1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15}
WRITES = Job("writes", ("list",), {"writes": [["replace", [["a", "some text", "pending"]]]]}, None, 1)

DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open({!r}, "w").write(str(os.getpid()))
        for _ in range(30):
            time.sleep(0.1)
            os.write(1, b"tick")
    os._exit(0)
os.wait()
while not os.path.exists({!r}):
    time.sleep(0.01)
"""


def runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return False


def gone(pid: int, seconds: float = 0.5) -> bool:
    """Whether a process is gone, or goes soon: a kill takes a moment."""
    until = time.monotonic() + seconds
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not runs(pid)


def children() -> set[int]:
    """The children of this process."""
    mine = f" {os.getpid()} "
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if mine in f" {text.rpartition(')')[2].split()[1]} ":
            found.add(int(stat.parent.name))
    return found


@pytest.fixture
def spoilt(copy_of_solution: Path) -> Callable[..., Path]:
    """Puts code at the end of one of the solution's files, where it runs on import."""

    def spoil(code: str, file: str = "list.py") -> Path:
        with (copy_of_solution / file).open("a", encoding="utf-8") as place:
            place.write(f"\n\n{code}\n")
        return copy_of_solution

    return spoil


@pytest.fixture
def outcome_of(lab: Lab, warmed: Starter, spoilt: Callable[..., Path]) -> Callable[..., Outcome]:
    """Runs one scenario beside a spoilt `list.py`."""

    def run(code: str, seconds: float = 4) -> Outcome:
        hurried = lab.model_copy(update={"limits": RunLimits(scenario_seconds=seconds)})
        return ScenarioRunner(hurried, take(hurried, spoilt(code)), warmed).run(WRITES)

    return run


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os; os._exit(7)", "the process ended early, with exit status 7"),
        ("import os; os.kill(os.getpid(), 9)", "the process was killed by SIGKILL"),
        ("import os; os.abort()", "the process was killed by SIGABRT"),
        ("import os; os.kill(os.getpid(), 40)", "the process was killed by signal 40"),
        ("import os; os.killpg(0, 15)", "the process was killed by SIGTERM"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("import os; os.execv('/bin/sh', ['sh', '-c', 'exit 5'])", "the process ended early, with exit status 5"),
        ("import resource; resource.setrlimit(resource.RLIMIT_CPU, (0, 0))\nwhile True: pass", "killed by SIG"),
        ("import os; os.fork(); os._exit(0)", "the process ended early, with exit status 0"),
        ("import threading; threading.Thread(target=input).start(); raise ValueError('main')", "ValueError: main"),
        ("def f(): f()\nf()", "RecursionError: maximum recursion depth exceeded"),
        ("input()", "EOFError: EOF when reading a line"),
    ],
    ids=range(12),
)
def test_process_end_is_named(outcome_of: Callable[..., Outcome], code: str, says: str) -> None:
    """However a process ends, the trouble says how, and that it was on import."""
    trouble = outcome_of(code).trouble

    assert trouble is not None
    assert says in str(trouble)
    assert ("list", True) == (trouble.file, trouble.at_import)


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "import os; os.kill(os.getpid(), 19)",
        "import faulthandler as f, signal as s\nf.cancel_dump_traceback_later()\ns.signal(15, 1)\nwhile True: pass",
    ],
    ids=["loop", "stopped", "deaf and dumb"],
)
def test_process_without_end_is_ended(outcome_of: Callable[..., Outcome], code: str) -> None:
    """A process that does not end by itself is ended when its time is up, and the file is named."""
    trouble = outcome_of(code, seconds=0.5).trouble

    assert trouble is not None
    assert ("no end after 0.5 s", "list") == (str(trouble), trouble.file)


def test_process_tells_where_it_was(outcome_of: Callable[..., Outcome], copy_of_solution: Path) -> None:
    """A process that was ended had written down its line."""
    trouble = outcome_of("import time\ntime.sleep(60)", seconds=0.5).trouble

    assert trouble is not None
    assert trouble.line is not None
    lines = (copy_of_solution / "list.py").read_text(encoding="utf-8").splitlines()

    assert "time.sleep(60)" == lines[trouble.line - 1]


def test_hanging_import_costs_one_wait(lab: Lab, warmed: Starter, spoilt: Callable[..., Path]) -> None:
    """A file that hung on import is remembered: whoever needs it gets the same trouble at once."""
    hurried = lab.model_copy(update={"limits": RunLimits(scenario_seconds=0.5)})
    runner = ScenarioRunner(hurried, take(hurried, spoilt("while True: pass")), warmed)
    first = runner.run(WRITES)
    started = time.monotonic()

    again, other = runner.run(WRITES), runner.run(Job("gate", ("list", "tool"), {"calls": []}, None, 1))

    assert time.monotonic() - started < 0.5
    assert first.trouble is not None
    assert first.trouble is again.trouble is other.trouble


def test_hanging_method_is_not_remembered(lab: Lab, warmed: Starter, spoilt: Callable[..., Path]) -> None:
    """A file that can be imported is tried again, whatever one of its methods did."""
    runner = ScenarioRunner(lab, take(lab, spoilt("TodoList.set_status = exit")), warmed)
    broken = Job("writes", ("list",), {"writes": [["set_status", "a", "done"]]}, None, 1)

    first, second = runner.run(broken), runner.run(WRITES)

    assert first.trouble is not None
    assert second.trouble is None


def test_process_with_piped_stack(outcome_of: Callable[..., Outcome], tmp_path: Path) -> None:
    """A child that puts a pipe in the place of its stack file does not hang the grader."""
    code = f"""
import os
_stack = os.path.join(os.path.dirname(os.getcwd()), "stack.txt")
os.unlink(_stack)
os.mkfifo(_stack)
open({str(tmp_path / "stack")!r}, "w").write(_stack)
while True: pass
"""
    thread = threading.Thread(target=outcome_of, args=(code, 0.3), daemon=True)
    thread.start()
    thread.join(1)
    hung = thread.is_alive()
    if hung:  # let it go: an end of the pipe that opens and closes is all that it waits for
        os.close(os.open((tmp_path / "stack").read_text(encoding="utf-8"), os.O_WRONLY | os.O_NONBLOCK))
        thread.join()

    assert not hung


def test_stray_child_is_gone(outcome_of: Callable[..., Outcome], tmp_path: Path) -> None:
    """A background process that student code started is gone after the scenario, and delays nothing."""
    place = str(tmp_path / "pids")
    code = (
        "import subprocess\n_kids = [subprocess.Popen(['sleep', '77']) for _ in range(20)]\n"
        f"open({place!r}, 'w').write(' '.join(str(kid.pid) for kid in _kids))"
    )
    outcome = outcome_of(code)

    assert outcome.trouble is None
    pids = [int(pid) for pid in (tmp_path / "pids").read_text(encoding="utf-8").split()]

    assert [True] * 20 == [gone(pid) for pid in pids]


def test_stray_child_of_the_dead(outcome_of: Callable[..., Outcome], tmp_path: Path) -> None:
    """A background process is gone even if the child that started it ended first."""
    place = str(tmp_path / "pid")
    code = (
        "import os, subprocess\n_kid = subprocess.Popen(['sleep', '77'])\n"
        f"open({place!r}, 'w').write(str(_kid.pid))\nos._exit(0)"
    )

    outcome = outcome_of(code)

    assert "the process ended early, with exit status 0" == str(outcome.trouble)
    assert gone(int((tmp_path / "pid").read_text(encoding="utf-8")))


def test_daemon_is_gone(outcome_of: Callable[..., Outcome], tmp_path: Path) -> None:
    """A background process with a session of its own is gone after the scenario, and its prints disturb nobody."""
    place = str(tmp_path / "pid")

    outcome = outcome_of(DAEMON.format(place, place))

    assert outcome.trouble is None
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    time.sleep(0.3)  # a thread that fails over what it prints fails this test: see `pytestmark`

    assert gone(pid, 0)


def test_threads_delay_nothing(outcome_of: Callable[..., Outcome]) -> None:
    """Threads that never end, daemons or not, change no verdict and cost no time."""
    code = (
        "import threading, time\nfor _daemon in (True, False):\n"
        "    threading.Thread(target=time.sleep, args=(77,), daemon=_daemon).start()"
    )
    started = time.monotonic()

    assert outcome_of(code).trouble is None
    assert time.monotonic() - started < 4


def test_memory_is_limited(outcome_of: Callable[..., Outcome]) -> None:
    """A child that asks for three gigabytes is refused."""
    assert "MemoryError" in str(outcome_of("_much = bytes(3 << 30)").trouble)


def test_output_is_kept_in_part(outcome_of: Callable[..., Outcome]) -> None:
    """Of much output the first 64 kB are kept, from both streams, whatever bytes they are."""
    code = "import os\nos.write(2, b'\\xff!')\nfor _ in range(300): os.write(1, b'x' * 1000)"

    output = outcome_of(code).output

    assert output.startswith("\ufffd!xxx")
    assert 64 * 1024 == len(output)


def test_streams_may_be_replaced(graded: Grade, spoilt: Callable[..., Path]) -> None:
    """Student code that closes, replaces or breaks its standard streams keeps its points."""
    code = "import sys\nsys.stdout.close()\nsys.stderr = None\nsys.stdin = 5\nsys.__stdout__ = None"

    assert [] == lost(graded(spoilt(code)))


def test_killed_parent_gains_nothing(lab: Lab, spoilt: Callable[..., Path]) -> None:
    """A child that kills the process that it was forked from wins no point, and every check has a verdict."""
    folder = spoilt("import os; os.kill(os.getppid(), 9); exit()")
    with starter(None) as start:
        report = grade(lab, take(lab, folder), load_checks(lab), start, seed=1)

    assert 15 == report.max_score
    assert set(lost(report)) >= NEED_LIST


def test_starter_leaves_nothing_open(lab: Lab, starter_files: Path) -> None:
    """After a grading, and after one that raised, no child of this process is left, and no descriptor."""
    before, descriptors = children(), len(list(Path("/proc/self/fd").iterdir()))

    with starter(None) as start:
        during = children()
        grade(lab, take(lab, starter_files), load_checks(lab)[:5], start, seed=1)
    with pytest.raises(ZeroDivisionError), starter(None):
        raise ZeroDivisionError

    assert 1 == len(during - before)
    assert before == children()
    assert descriptors == len(list(Path("/proc/self/fd").iterdir()))


def test_student_code_stays_outside(starter_files: Path) -> None:
    """The process that judges has imported none of the student's files, nor the lab's scenarios."""
    code = (
        "import sys; from grader.cli import main; main(['grade', '--only', 'list', '--submission', sys.argv[1]]);"
        "print({name.split('.')[1] for name in sys.modules if name.startswith('day_10') and '.' in name})"
    )

    done = subprocess.run([sys.executable, "-c", code, str(starter_files)], capture_output=True, text=True, check=True)

    assert done.stdout.endswith("\n2/5\n{'checks'}\n")


@pytest.fixture(scope="module")
def fresh() -> Iterator[Starter]:
    """Starts a new Python for each scenario."""
    with starter(None, fork=False) as start:
        yield start


@pytest.fixture
def freshly(lab: Lab, fresh: Starter) -> Callable[..., Report]:
    """Grades a folder with a new Python for each scenario."""

    def run(folder: Path, only: str = "") -> Report:
        return grade(lab, take(lab, folder), chosen(lab, load_checks(lab), only), fresh, seed=1)

    return run


def test_fresh_process_passes_solution(freshly: Callable[..., Report], solution: Path) -> None:
    """The solution has full marks where nothing is forked, and the report says how it was run."""
    report = freshly(solution)

    assert [] == lost(report)
    assert "fresh process" == report.isolation


def test_fresh_process_agrees_on_starter(freshly: Callable[..., Report], graded: Grade, starter_files: Path) -> None:
    """The starter has the same statuses and texts in fresh processes as in forked ones."""

    def verdicts(report: Report) -> list[tuple[Status, str, str]]:
        return [(check.status, check.expected, check.got) for check in report.checks]

    report = freshly(starter_files)

    assert 5 == report.score
    assert verdicts(graded(starter_files)) == verdicts(report)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os; os._exit(7)", "the process ended early, with exit status 7"),
        ("import os; os.kill(os.getpid(), 9)", "the process was killed by SIGKILL"),
        ("import os\nfor n in range(64):\n    try: os.write(n, b'x\\n')\n    except OSError: pass", "is not JSON: b'x"),
        ("input()", "EOFError"),
    ],
    ids=range(4),
)
def test_fresh_process_end_is_named(
    freshly: Callable[..., Report], spoilt: Callable[..., Path], code: str, says: str
) -> None:
    """However a fresh process ends, the check says how."""
    check = freshly(spoilt(code), "1").checks[0]

    assert Status.ERROR is check.status
    assert says in check.got


def test_fresh_process_keeps_output(freshly: Callable[..., Report], spoilt: Callable[..., Path]) -> None:
    """What is printed on either stream of a fresh process is output, and no frame."""
    code = "import os, sys\nprint('one', flush=True)\nprint('two', file=sys.stderr)\nos.write(1, b'three')\nexit()"

    check = freshly(spoilt(code), "1").checks[0]

    assert "one\ntwo\nthree" == check.output


def test_fresh_process_leaves_no_stray(
    freshly: Callable[..., Report], spoilt: Callable[..., Path], tmp_path: Path
) -> None:
    """A background process of a fresh one is gone after the scenario."""
    place = str(tmp_path / "pid")
    code = f"import subprocess\nopen({place!r}, 'w').write(str(subprocess.Popen(['sleep', '77']).pid))"

    report = freshly(spoilt(code), "1")

    assert [] == lost(report)
    assert gone(int((tmp_path / "pid").read_text(encoding="utf-8")))
