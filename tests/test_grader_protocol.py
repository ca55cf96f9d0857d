"""What a child sends is data from a stranger: hostile frames gain nothing and harm nobody."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.child import Starter
from grader.grading import chosen, grade, load_checks
from grader.report import Report, Status
from grader.scenario import Job, Outcome, ScenarioRunner
from grader.submission import take
from mca.lab import Lab, RunLimits
from tests.conftest import Grade, lost

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the tricks are written for a forked child")

NEED_LIST = [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15]

FORGER = """
import os
for _descriptor in range(64):
    try:
        os.write(_descriptor, {!r} * {})
    except OSError:
        pass
os._exit(0)
"""

WRITES = Job("writes", ("list",), {"writes": [["replace", [["a", "some text", "pending"]]]]}, None, 1)
TALK = Job("conversation", ("list", "tool"), {"rounds": 2}, "", 1)

RIGHT_LIST = {"items": [["a", "b", "pending"]] * 3, "revision": 1, "counts": [0, 3], "reopened": {}}


def frame(**content: object) -> bytes:
    """One line of the protocol."""
    return json.dumps(content).encode() + b"\n"


def raised(**more: object) -> bytes:
    """A frame that says that something was raised."""
    values = {"what": "x", "file": "list", "line": 1, "unwritten": False, "trace": ""}
    return frame(raised=values | more)


def forging(line: bytes, times: int = 1) -> str:
    """Code that writes a line to every open descriptor, so many times, and leaves."""
    return FORGER.format(line, times)


@pytest.fixture
def spoilt(copy_of_solution: Path) -> Callable[[str], Path]:
    """Puts code at the end of the solution's `list.py`, where it runs on import."""
    place = copy_of_solution / "list.py"
    source = place.read_text(encoding="utf-8")

    def spoil(code: str) -> Path:
        place.write_text(f"{source}\n\n{code}\n", encoding="utf-8")
        return copy_of_solution

    return spoil


@pytest.fixture
def outcome_of(lab: Lab, warmed: Starter, spoilt: Callable[[str], Path]) -> Callable[..., Outcome]:
    """Runs one scenario beside a spoilt `list.py`."""

    def run(code: str, job: Job = WRITES, seconds: float = 4) -> Outcome:
        hurried = lab.model_copy(update={"limits": RunLimits(scenario_seconds=seconds)})
        return ScenarioRunner(hurried, take(hurried, spoilt(code)), warmed).run(job)

    return run


@pytest.fixture
def check_of(lab: Lab, warmed: Starter, spoilt: Callable[[str], Path]) -> Callable[..., Report]:
    """Grades a spoilt `list.py` with one check."""

    def run(code: str, number: int = 1) -> Report:
        checks = chosen(lab, load_checks(lab), str(number))
        return grade(lab, take(lab, spoilt(code)), checks, warmed, seed=1)

    return run


FORGERIES = {
    "writes": frame(observation={"steps": [RIGHT_LIST | {"ok": True, "changed": True, "note": "x"}]}),
    "conversation": frame(observation={"reason": "answered", "history": [], **RIGHT_LIST}),
    "late list": frame(observation={"before": [], "after": []}),
    "agent": frame(observation={"status": 1, "screen": "stalled: list 0/3 done at revision 1"}),
    "verdict": frame(status="passed", score=15) + b"15/15\n",
}
"""What a forger may hope for: observations of the right shape, and a verdict."""


@pytest.mark.parametrize("line", FORGERIES.values(), ids=FORGERIES)
def test_forged_frames_gain_nothing(graded: Grade, spoilt: Callable[[str], Path], line: bytes) -> None:
    """Frames forged on every open descriptor win no point."""
    report = graded(spoilt(forging(line, times=2000)))

    assert NEED_LIST == lost(report)
    assert [] == [check.got for check in report.checks if "bytes; at most" in check.got]


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_short_observations_are_the_students(check_of: Callable[..., Report], number: int) -> None:
    """An observation of the right shape with too little in it is not taken for the grader's fault."""
    assert not check_of(forging(FORGERIES["writes"]), number).own_fault


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"not JSON\n", "sent a line that is not JSON"),
        (b"\n", "sent a line that is not JSON"),
        (b"\xff\xfe\n", "sent a line that is not JSON"),
        (b"\0\0\0\n", "sent a line that is not JSON"),
        (b"[" * 100_000 + b"\n", "sent a line that is not JSON"),
        (b'{"observation":' + b"1" * 5000 + b"}\n", "sent a line that is not JSON"),
        (b"null\n", "sent a frame that is not of the protocol: 'None'"),
        (b"[]\n", "sent a frame that is not of the protocol"),
        (frame(verdict="passed"), "sent a frame that is not of the protocol"),
        (frame(importing=5), "sent a frame that is not of the protocol"),
        (frame(model=["x"]), "sent a frame that is not of the protocol"),
        (frame(raised="x"), "sent a frame that is not of the protocol"),
        (b"", "the process ended early, with exit status 0"),
        (b'{"observation":', "the process ended early, with exit status 0"),
    ],
    ids=range(14),
)
def test_wrong_frames_are_named(outcome_of: Callable[..., Outcome], line: bytes, says: str) -> None:
    """A line that is no frame ends the scenario, and the trouble says what was sent."""
    outcome = outcome_of(forging(line))

    assert says in str(outcome.trouble)
    assert outcome.observation is None


def test_large_frames_are_named(outcome_of: Callable[..., Outcome]) -> None:
    """A frame of more than one megabyte ends the scenario; one of just less is read like any other."""
    code = "import os\nos.write(3, b' ' * {0} + b'{{\"observation\": 5}}\\n')\nos._exit(0)"

    flood, large = outcome_of(code.format(1 << 20)), outcome_of(code.format((1 << 20) - 50))

    assert "flooded its channel with a frame of more than 1,048,576 bytes" == str(flood.trouble)
    assert 5 == large.observation


@pytest.mark.parametrize("depth", [100, 500, *range(940, 1000, 10), 100_000])
def test_deep_frames_are_the_students(check_of: Callable[..., Report], depth: int) -> None:
    """However deep an observation is nested, the check fails or errs, and the grader holds."""
    code = forging(b'{"observation":' + b"[" * depth + b"]" * depth + b"}\n")

    report = check_of(code)

    assert {Status.FAILED, Status.ERROR} >= {check.status for check in report.checks}
    assert len(report.checks[0].got) < 1300


@pytest.mark.parametrize(
    "line",
    [
        raised(what="\ud800\x1b[2J", file="\ud800", line=10**40, trace=[]),
        raised(line=-5),
        raised(line=True, unwritten="yes"),
        raised(file="../../etc/passwd", line="7"),
        frame(importing="../../etc/passwd"),
        frame(importing="\ud800"),
        frame(observation="\ud800"),
    ],
    ids=range(7),
)
def test_forged_details_are_data(check_of: Callable[..., Report], line: bytes) -> None:
    """Forged names, lines and texts make a report that can be written and read back."""
    report = check_of(forging(line))

    assert 0 == report.score
    assert not report.own_fault
    assert report == Report.model_validate_json(report.model_dump_json())


@pytest.mark.parametrize(
    ("job", "line"),
    [
        (WRITES, frame(model='{"messages": []}')),
        (TALK, frame(model='{"messages": 5}')),
        (TALK, frame(model='{"messages": [1, 2]}')),
        (TALK, frame(model='{"messages": [{"role": "user"}]}')),
    ],
    ids=["no model", "number", "numbers", "no text"],
)
def test_forged_frames_are_the_students(outcome_of: Callable[..., Outcome], job: Job, line: bytes) -> None:
    """A frame that the lab's own code never sends is the student's doing, not a fault of the grader's."""
    outcome = outcome_of(f"import os, time\nos.write(3, {line!r} * 2)\ntime.sleep(60)", job, seconds=1)

    assert outcome.trouble is not None


def test_leaving_before_the_reply(outcome_of: Callable[..., Outcome]) -> None:
    """A child that asks the model and ends without reading the reply has ended early."""
    line = frame(model='{"messages": []}')

    outcome = outcome_of(f"import os, time\nos.write(3, {line!r})\ntime.sleep(0.2)\nos._exit(3)", TALK)

    assert "the process ended early, with exit status 3" == str(outcome.trouble)


def test_wrong_requests_are_named(outcome_of: Callable[..., Outcome]) -> None:
    """A request to the model that is not of the protocol ends the scenario and is named."""
    for request in ("not JSON", "[1]", "{}", '{"messages":', "[" * 100_000):
        outcome = outcome_of(forging(frame(model=request)), TALK)
        assert "sent a request to a model that is not of the protocol" in str(outcome.trouble)


def test_endless_frames_are_ended(outcome_of: Callable[..., Outcome]) -> None:
    """A child that sends harmless frames for ever is ended when its time is up."""
    line = frame(importing=None)

    outcome = outcome_of(f"import os\nwhile True:\n    os.write(3, {line!r})", seconds=0.4)

    assert "no end after 0.4 s" == str(outcome.trouble)


def test_half_frames_are_ended(outcome_of: Callable[..., Outcome]) -> None:
    """A child that begins a frame and never ends it is ended when its time is up."""
    outcome = outcome_of("import os, time\nos.write(3, b'{')\ntime.sleep(60)", seconds=0.4)

    assert "no end after 0.4 s" == str(outcome.trouble)


@pytest.mark.parametrize("code", ["import os\nos.close(3)", "import os\nos.closerange(0, 64)"], ids=["one", "all"])
def test_closed_channel_is_named(outcome_of: Callable[..., Outcome], code: str) -> None:
    """A child that closes its channel has ended early, and leaves nobody waiting."""
    assert "the process ended early" in str(outcome_of(code).trouble)


def test_printed_frames_are_output(outcome_of: Callable[..., Outcome]) -> None:
    """A frame that is printed is output, and the scenario goes on."""
    outcome = outcome_of(f"print({json.dumps({'observation': 1})!r}, flush=True)")

    assert outcome.trouble is None
    assert '{"observation": 1}\n' == outcome.output
    assert 1 == len(outcome.observation["steps"])


def test_exit_handlers_come_late(outcome_of: Callable[..., Outcome]) -> None:
    """What student code registers for the end never runs: the observation stands."""
    outcome = outcome_of("import atexit, os\natexit.register(os.write, 3, b'{}')\natexit.register(print, 'late')")

    assert outcome.trouble is None
    assert "" == outcome.output


def test_observations_have_exact_types(check_of: Callable[..., Report]) -> None:
    """A revision that is `True` where it should be 1 fails, and so does an object equal to everything."""
    everything = "class _Any:\n    def __eq__(self, other): return True\n    __hash__ = None\n"
    for value in ("self._revision == 1", "_Any()"):
        report = check_of(f"{everything}TodoList.revision = property(lambda self: {value})")
        assert [Status.FAILED] == [check.status for check in report.checks]


def test_child_is_told_little(outcome_of: Callable[..., Outcome]) -> None:
    """The job that a child gets holds no mode, no seed and no expected value, and no check is imported."""
    code = """
import sys
_frame, _jobs = sys._getframe(), []
while _frame:
    _jobs += [value for value in _frame.f_locals.values() if isinstance(value, dict) and "scenario" in value]
    _frame = _frame.f_back
print(sorted(_jobs[0]), [name for name in sys.modules if name.endswith(("checks", "judge", "grading"))])
"""
    told = ["files", "inputs", "names", "project", "scenario", "seconds", "stack"]

    assert f"{told} []\n" == outcome_of(code).output


def test_project_link_is_not_read(outcome_of: Callable[..., Outcome], tmp_path: Path) -> None:
    """A child that puts a link in the place of its files and its project shows nothing of what is there."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret", encoding="utf-8")
    code = f"import os\nos.symlink({str(tmp_path / 'outside')!r}, 'link')\nos.link('durations.py', 'hard.py')"

    outcome = outcome_of(code)

    assert "hard.py" in outcome.project
    assert "secret" not in outcome.project.values()


def test_replaced_project_is_not_read(outcome_of: Callable[..., Outcome], tmp_path: Path) -> None:
    """A child that puts a link in the place of the whole project shows nothing of what is there."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret", encoding="utf-8")
    target = str(tmp_path / "outside")

    outcome = outcome_of(f"import os\np = os.getcwd()\nos.rename(p, p + '2')\nos.symlink({target!r}, p)")

    assert {} == outcome.project


def test_long_paths_are_the_students(outcome_of: Callable[..., Outcome]) -> None:
    """Folders nested beyond what the system can name do not break the grader."""
    outcome = outcome_of("import os\nfor _ in range(25):\n    os.mkdir('d' * 200)\n    os.chdir('d' * 200)")

    assert outcome.observation is not None


def observation_fields(outcome: Outcome) -> Any:
    """The list after the first write."""
    return outcome.observation["steps"][0]["items"]


def test_copies_are_made_anew(lab: Lab, warmed: Starter, spoilt: Callable[[str], Path]) -> None:
    """A child that rewrites its own copies changes nothing for the next scenario, nor in the submission."""
    folder = spoilt("open(__file__, 'w').write('')\nopen('durations.py', 'w').write('')")
    before = (folder / "list.py").read_bytes()
    runner = ScenarioRunner(lab, take(lab, folder), warmed)

    outcomes = [runner.run(WRITES), runner.run(WRITES)]

    assert [[["a", "some text", "pending"]]] * 2 == [observation_fields(outcome) for outcome in outcomes]
    assert before == (folder / "list.py").read_bytes()
    assert (lab.folder / "sample_project" / "durations.py").read_bytes()
