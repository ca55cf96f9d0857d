"""The approval gate: who is asked about what, and what a no leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from mca.approval import Gate
from mca.events import CallFinished, CallStarted, Reason
from mca.messages import Call
from mca.tools import Workspace, standard_tools
from mock_model.script import Call as Said
from mock_model.script import call, say
from tests.test_mca_loop import Conversation, calls_run, reasons

EVERY_TOOL = [
    call("read_file", path="a.txt"),
    call("list_files"),
    call("search_files", text="one"),
    call("edit_file", path="a.txt", old="one", new="two"),
    call("write_file", path="b.txt", text="three"),
    call("run_command", command="echo four > c.txt"),
]


class Asked:
    """Gives the same answer to everything, and notes what it was asked about."""

    def __init__(self, *, answer: bool) -> None:
        self._answer = answer
        self.calls: list[Call] = []

    def __call__(self, call: Call) -> bool:
        """The answer."""
        self.calls.append(call)
        return self._answer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder with one file."""
    (tmp_path / "a.txt").write_text("one\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("answer", [True, False])
def test_gate_asks_about_changes_only(folder: Path, answer: bool) -> None:
    """The three tools that look pass unasked, whatever the answer would be; the other three are asked about."""
    ask = Asked(answer=answer)
    gate = Gate(ask)
    calls = {said.name: Call("1", *said) for said in EVERY_TOOL}

    allowed = {tool.name for tool in standard_tools(Workspace(folder)) if gate.allows(tool, calls[tool.name])}

    changing = ["edit_file", "write_file", "run_command"]

    assert changing == [call.name for call in ask.calls]
    assert {"read_file", "list_files", "search_files", *(changing if answer else [])} == allowed


def test_gate_shows_call_as_written(folder: Path) -> None:
    """Whoever is asked sees the call with its raw arguments."""
    ask = Asked(answer=True)
    raw = '{ "path": "b.txt",  "text": "x" }'

    Conversation(folder, say("", Said("write_file", raw)), say("done"), ask=ask).turn()

    assert [Call("call-1", "write_file", raw)] == ask.calls


def test_denied_calls_change_nothing(folder: Path) -> None:
    """A denied call does not run and changes no file; the read-only ones of the same round do run."""
    events = Conversation(folder, say("", *EVERY_TOOL), say("done"), ask=Asked(answer=False)).turn()

    assert ["read_file", "list_files", "search_files"] == calls_run(events)
    assert {"a.txt": "one\n"} == {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_denial_goes_to_the_model(folder: Path) -> None:
    """The model is told that the user said no, and the turn goes on."""
    conversation = Conversation(folder, say("", EVERY_TOOL[4]), say("done"), ask=Asked(answer=False))

    events = conversation.turn()

    text = "`write_file` was not allowed by the user"

    assert [text] == conversation.results()
    assert [CallFinished(Call("call-1", *EVERY_TOOL[4]), text, ok=False)] == [
        event for event in events if isinstance(event, CallStarted | CallFinished)
    ]
    assert [Reason.ANSWERED] == reasons(events)


@pytest.mark.parametrize(
    "bad",
    [
        call("write_file", path="b.txt"),
        call("write_file", path="b.txt", text=5),
        call("write_file", path="b.txt", text="x", mode="a"),
        Said("run_command", '{"command": "ls"'),
        call("delete_file", path="a.txt"),
    ],
    ids=["missing", "type", "unknown key", "broken", "no tool"],
)
def test_bad_call_is_not_asked(folder: Path, bad: Said) -> None:
    """Nobody is asked to approve a call that cannot run."""
    ask = Asked(answer=True)

    events = Conversation(folder, say("", bad), say("done"), ask=ask).turn()

    assert [] == ask.calls
    assert [False] == [event.ok for event in events if isinstance(event, CallFinished)]


def test_approved_calls_all_run(folder: Path) -> None:
    """With a yes, every call runs and takes effect."""
    Conversation(folder, say("", *EVERY_TOOL), say("done"), ask=Asked(answer=True)).turn()

    assert {"a.txt": "two\n", "b.txt": "three", "c.txt": "four\n"} == {
        path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()
    }
