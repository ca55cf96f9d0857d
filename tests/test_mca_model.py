"""The wire to a model: what goes out, what comes back, and what is no answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mca.exceptions import ModelError
from mca.lab import Lab
from mca.messages import Call, Message
from mca.model import Piece, Usage, WireModel
from mca.model_process import scripted_model

DONE = '{"done": {"tokens": 7}}\n'
ASK = [Message("system", "Be brief."), Message("user", "What is é?")]


class Wire:
    """The other end of a wire that answers with the given lines, whatever it is asked."""

    def __init__(self, *lines: str) -> None:
        self.sent: list[str] = []
        self.left = list(lines)

    def model(self) -> WireModel:
        """A model at this end."""
        return WireModel(self.sent.append, lambda: self.left.pop(0) if self.left else "")

    def pieces(self) -> list[Piece]:
        """All that comes back when it is asked."""
        return list(self.model().reply(ASK, [{"name": "read_file"}]))


def text(words: str) -> str:
    """A frame with text."""
    return json.dumps({"text": words}) + "\n"


def test_wire_sends_one_line() -> None:
    """A request is one line of JSON with every message and every tool."""
    wire = Wire(DONE)
    wire.pieces()

    assert [True] == [line.endswith("\n") and "\n" not in line[:-1] for line in wire.sent]
    assert {"messages": [message.as_json() for message in ASK], "tools": [{"name": "read_file"}]} == json.loads(
        wire.sent[0]
    )


def test_wire_passes_pieces_on() -> None:
    """Text, calls and the cost come out in the order in which they came in."""
    called = json.dumps({"call": {"id": "1", "name": "read_file", "arguments": '{"path": '}}) + "\n"
    wire = Wire(text("Let me "), text("se\né"), called, DONE)

    assert ["Let me ", "se\né", Call("1", "read_file", '{"path": '), Usage(7)] == wire.pieces()


def test_wire_streams_while_it_reads() -> None:
    """A piece can be had before the next one has arrived."""
    wire = Wire(text("a"), text("b"), DONE)
    reply = wire.model().reply(ASK, [])

    assert ["a", 2, "b", 1] == [next(reply), len(wire.left), next(reply), len(wire.left)]


def test_wire_stops_at_the_end() -> None:
    """Nothing is read after the frame that ends a reply: it belongs to the next one."""
    wire = Wire(text("a"), DONE, text("b"), DONE)
    model = wire.model()

    assert [["a", Usage(7)], ["b", Usage(7)]] == [list(model.reply(ASK, [])) for _ in range(2)]


def test_wire_error_is_the_models_sentence() -> None:
    """An error frame is raised with its sentence, after what came before it."""
    reply = Wire(text("a"), '{"error": "no more money"}\n').model().reply(ASK, [])

    assert "a" == next(reply)
    with pytest.raises(ModelError, match=r"^no more money$"):
        next(reply)


@pytest.mark.parametrize("lines", [[], [text("a")]], ids=["before", "within"])
def test_wire_end_is_an_error(lines: list[str]) -> None:
    """A model that is gone before its reply is complete has not answered."""
    with pytest.raises(ModelError, match="ended in the middle of a reply"):
        Wire(*lines).pieces()


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "5",
        "null",
        '{"text": 5}',
        '{"text": null}',
        '{"call": {"id": "1", "name": "read_file"}}',
        '{"call": {"id": 1, "name": "read_file", "arguments": "{}"}}',
        '{"call": {"id": "1", "name": "read_file", "arguments": {"path": "a"}}}',
        '{"done": {}}',
        '{"done": {"tokens": "many"}}',
        '{"done": true}',
        '{"error": {"code": 5}}',
        '{"thought": "hm"}',
    ],
)
def test_wire_refuses_other_frames(line: str) -> None:
    """A frame that is not of the protocol is an error that quotes it."""
    with pytest.raises(ModelError) as caught:
        Wire(line + "\n", DONE).pieces()

    assert f"the model sent a frame that is not of its protocol: {line!r}" == str(caught.value)


def test_wire_cuts_long_frames() -> None:
    """A frame that is not of the protocol is quoted by its beginning only."""
    with pytest.raises(ModelError) as caught:
        Wire(json.dumps({"thought": "x" * 5000}) + "\n").pieces()

    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("line", ["Traceback (most recent call last):\n", '{"text": "a\n', "\n"])
def test_wire_refuses_broken_lines(line: str) -> None:
    """A line that is not JSON is the model's fault, too, and said in one sentence."""
    with pytest.raises(ModelError):
        Wire(line, DONE).pieces()


def repeated(lab: Lab, mode: str) -> Iterator[list[str]]:
    """The lines of one reply of the scripted model in a process of its own, again and again."""
    command = [sys.executable, "-m", "mock_model", str(lab.folder / "scripts.py")]
    request = json.dumps({"messages": [{"role": "user", "text": "go"}], "tools": []}) + "\n"
    while True:
        ended = subprocess.run(
            command, input=request, capture_output=True, text=True, check=True, env=os.environ | {"INJECT": mode}
        )
        yield ended.stdout.splitlines()


@pytest.mark.parametrize("mode", ["", "loop"])
def test_process_says_the_same_again(lab: Lab, mode: str) -> None:
    """The scripted model in another process gives the same frames for the same request."""
    replies = repeated(lab, mode)
    first, second = next(replies), next(replies)

    assert first == second
    assert len(first) > 3
    assert {"done"} == set(json.loads(first[-1]))


def test_process_answers_and_ends(lab: Lab) -> None:
    """A model in another process can be asked, and is gone when its block is left."""
    with scripted_model(lab.folder / "scripts.py") as model:
        pieces = list(model.reply(ASK, []))

    assert isinstance(pieces[-1], Usage)
    assert ["update_todos"] == [piece.name for piece in pieces if isinstance(piece, Call)]
    with pytest.raises((ModelError, ValueError)):
        list(model.reply(ASK, []))


def test_process_ends_within_a_reply(lab: Lab) -> None:
    """A model process in the middle of a slow reply does not hold up whoever leaves its block."""
    with scripted_model(lab.folder / "scripts.py", pause=5) as model:
        next(model.reply(ASK, []))
        started = time.monotonic()

    assert time.monotonic() - started < 2


def test_process_gone_is_a_model_error(tmp_path: Path) -> None:
    """A model process that has ended is a model that cannot answer, each time it is asked."""

    def asked_twice() -> None:
        with scripted_model(tmp_path / "no_scripts.py") as model:
            with pytest.raises(ModelError):
                list(model.reply(ASK, []))
            time.sleep(0.2)  # the two ends of its pipes go one after the other
            list(model.reply(ASK, []))

    with pytest.raises(ModelError):
        asked_twice()


@pytest.mark.skipif(os.name == "nt", reason="it is about POSIX signals")
def test_process_is_spared_interrupts(lab: Lab) -> None:
    """A Ctrl-C, which a terminal sends to all processes of a job, does not make the model print."""
    source = (
        "import os, signal, sys, time\n"
        "from pathlib import Path\n"
        "from mca.messages import Message\n"
        "from mca.model_process import scripted_model\n"
        "signal.signal(signal.SIGINT, lambda *_: None)\n"
        "with scripted_model(Path(sys.argv[1]), pause=0.01) as model:\n"
        "    reply = model.reply([Message('user', 'go')], [])\n"
        "    next(reply)\n"
        "    os.killpg(0, signal.SIGINT)\n"
        "    print(sum(1 for _ in reply) > 3)\n"
    )
    command = [sys.executable, "-c", source, str(lab.folder / "scripts.py")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, start_new_session=True)

    assert ("True\n", "") == (ended.stdout, ended.stderr)
