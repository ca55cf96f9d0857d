"""The scripted model in a process of its own, as the agent starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mca.lab import Lab
from mock_model.player import Player

ASK = json.dumps({"messages": [], "tools": []}) + "\n"

SCRIPTS = """
import sys
import threading
from mock_model.script import call, say


def talk(rng):
    yield say(f"a drawn number, {rng.randrange(10**9)}, and some more text")
    yield say("", call("look"))


def looks_around(rng):
    known = ("pydantic", "rich", "mca", "grader", "avt", "asyncio", "pytest")
    yield say(" ".join(name for name in known if name in sys.modules) or "none")


SCRIPTS = {"": talk, "looks_around": looks_around}
"""


class Ran(NamedTuple):
    """What the process left: its exit status, the frames and what it said on standard error."""

    status: int
    frames: list[dict[str, Any]]
    err: str

    @property
    def text(self) -> str:
        """The text of all replies."""
        return "".join(frame.get("text", "") for frame in self.frames)


def play(*arguments: object, requests: str = ASK, mode: str | None = None, cwd: Path | None = None) -> Ran:
    """Run `python -m mock_model` on some requests."""
    environment = {name: value for name, value in os.environ.items() if name != "INJECT"}
    done = subprocess.run(
        [sys.executable, "-m", "mock_model", *map(str, arguments)],
        input=requests,
        env=environment if mode is None else environment | {"INJECT": mode},
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    return Ran(done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr)


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A file with two scripts."""
    place = tmp_path / "scripts.py"
    place.write_text(SCRIPTS, encoding="utf-8")
    return place


def test_process_answers_each_request(scripts: Path) -> None:
    """Each request gets its reply, and the process ends with its input."""
    ran = play(scripts, requests=ASK * 2)

    assert (0, "") == (ran.status, ran.err)
    assert [{"call": {"id": "call-1", "name": "look", "arguments": "{}"}}, {"done": {"tokens": 0}}] == ran.frames[-2:]
    assert 2 == sum("done" in frame for frame in ran.frames)


def test_process_answers_at_once(scripts: Path) -> None:
    """A reply is complete before the next request is sent: nothing is kept back."""
    environment = {name: value for name, value in os.environ.items() if name not in {"INJECT", "PYTHONUNBUFFERED"}}
    with subprocess.Popen(
        [sys.executable, "-m", "mock_model", str(scripts)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = threading.Timer(5, process.kill)
        alarm.start()
        process.stdin.write(ASK)
        process.stdin.flush()
        lines = [process.stdout.readline()]
        while lines[-1] and '"done"' not in lines[-1]:
            lines.append(process.stdout.readline())
        alarm.cancel()
        process.stdin.close()

    assert '"done"' in lines[-1]
    assert len(lines) > 3


def test_process_takes_a_seed(scripts: Path) -> None:
    """The same seed gives the same frames in another process, another seed gives another text."""
    first, again, other = play(scripts, 5), play(scripts, 5), play(scripts, 6)

    assert first.frames == again.frames
    assert first.text != other.text


def test_process_reads_its_mode(scripts: Path) -> None:
    """`INJECT` chooses the script; unset or empty means the default one."""
    assert "none" == play(scripts, mode="looks_around").text
    assert play(scripts).frames == play(scripts, mode="").frames


def test_process_refuses_unknown_mode(lab: Lab) -> None:
    """An unknown mode of the real lab is refused in one sentence that lists the modes."""
    ran = play(lab.folder / "scripts.py", mode="nonsense")

    modes = "bad_arguments, circle, loop, no_list, reopen, two_in_progress"

    assert [
        {"error": f"INJECT='nonsense' is no mode of this lab; the modes are {modes}, or leave it unset"}
    ] == ran.frames
    assert (0, "") == (ran.status, ran.err)


def test_process_runs_out_of_rounds(lab: Lab) -> None:
    """A real script that has no further round says so in one sentence."""
    ran = play(lab.folder / "scripts.py", requests=ASK * 11, mode="no_list")

    assert {"error": "the script 'no_list' has no round 11"} == ran.frames[-1]


def test_process_stays_light(scripts: Path, lab: Lab, tmp_path: Path) -> None:
    """The process imports neither pydantic nor rich nor the agent, with the real scripts loaded too."""
    real = f"import runpy\nrunpy.run_path({str(lab.folder / 'scripts.py')!r})\n"
    both = tmp_path / "both.py"
    both.write_text(real + SCRIPTS, encoding="utf-8")

    assert "none" == play(scripts, mode="looks_around").text
    assert "none" == play(both, mode="looks_around").text


def test_process_pauses_between_frames(scripts: Path) -> None:
    """With a pause the frames are the same."""
    assert play(scripts, 5).frames == play(scripts, 5, 0.001).frames


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "got 0 arguments, expected SCRIPTS [SEED [PAUSE]]"),
        (["scripts.py", "1", "0", "x"], "got 4 arguments, expected SCRIPTS [SEED [PAUSE]]"),
        (["scripts.py", "one"], "invalid literal for int() with base 10: 'one'"),
        (["scripts.py", "1", "long"], "could not convert string to float: 'long'"),
        (["missing.py"], "[Errno 2] No such file or directory: '"),
        (["notes.txt"], "'notes.txt' is not a Python file"),
        (["."], "'.' is not a Python file"),
    ],
    ids=" ".join,
)
def test_process_refuses_wrong_arguments(scripts: Path, arguments: Sequence[str], says: str) -> None:
    """Arguments that it cannot use give exit status 2 and one sentence."""
    (scripts.parent / "notes.txt").write_text("notes", encoding="utf-8")

    ran = play(*arguments, cwd=scripts.parent)

    assert (2, []) == (ran.status, ran.frames)
    assert ran.err.startswith(f"mock_model: {says}")
    assert 1 == ran.err.count("\n")


@pytest.mark.parametrize("source", ["x = 1\n", "def broken(:\n", "raise RuntimeError('no')\n"], ids=range(3))
def test_process_refuses_broken_scripts(scripts: Path, source: str) -> None:
    """A file of scripts that is broken, or holds none, gives exit status 2 and one sentence."""
    scripts.write_text(source, encoding="utf-8")

    ran = play(scripts)

    assert (2, 1) == (ran.status, ran.err.count("\n"))
    assert ran.err.startswith("mock_model: ")


def test_process_survives_shadows(scripts: Path) -> None:
    """A `json.py` in the working folder is not imported: a student may have one."""
    (scripts.parent / "json.py").write_text("raise SystemExit('shadowed')\n", encoding="utf-8")

    ran = play(scripts, cwd=scripts.parent)

    assert (0, "") == (ran.status, ran.err)


def test_process_plays_like_the_class(lab: Lab) -> None:
    """The process gives the frames that the plain class gives, for every mode of the real lab."""
    namespace: dict[str, Any] = {}
    exec(compile((lab.folder / "scripts.py").read_text(encoding="utf-8"), "scripts.py", "exec"), namespace)  # noqa: S102
    for mode in namespace["SCRIPTS"]:
        expected = list(Player(namespace["SCRIPTS"], mode, 3).reply([]))
        assert expected == play(lab.folder / "scripts.py", 3, mode=mode).frames
