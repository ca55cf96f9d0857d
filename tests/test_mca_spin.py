"""The spin guard: the same call again and again, by itself and inside a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from mca.events import CallFinished, CallStarted, ErrorRaised
from mca.messages import Call
from mca.spin import SpinGuard
from mock_model.script import Call as Said
from mock_model.script import Round, call, say
from tests.test_mca_loop import Conversation, calls_run, errors

MARK = call("run_command", command="echo run >> log")
"""Leaves a line in the file `log` each time that it is really run."""

OTHER = call("list_files")


def runs(folder: Path) -> int:
    """How often `MARK` was really run."""
    log = folder / "log"
    return len(log.read_text(encoding="utf-8").splitlines()) if log.exists() else 0


@pytest.mark.parametrize(
    ("calls", "blocked"),
    [
        ("A", "."),
        ("AA", ".."),
        ("AAA", "..x"),
        ("AAAAA", "..xxx"),
        ("AABAA", "....."),
        ("AABAAA", ".....x"),
        ("AAABA", "..x.."),
        ("AAABAAA", "..x...x"),
        ("AAABBB", "..x..x"),
        ("ABABABABAB", ".........."),
        ("ABCABCABC", "........."),
    ],
)
def test_guard_counts_calls_in_a_row(calls: str, blocked: str) -> None:
    """From the third identical call in a row on, calls are blocked; another one starts the count again."""
    guard = SpinGuard()

    assert blocked == "".join(".x"[guard.blocks(Call(str(n), name, "{}"))] for n, name in enumerate(calls))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("read_file", '{"path": "a"}'), ("read_file", '{"path":"a"}')),
        (("read_file", '{"path": "a"}'), ("read_file", '{"path": "a"} ')),
        (("read_file", '{"first": 1, "path": "a"}'), ("read_file", '{"path": "a", "first": 1}')),
        (("read_file", '{"path": "a"}'), ("write_file", '{"path": "a"}')),
        (("read_file", "{}"), ("read_file", "")),
    ],
)
def test_guard_compares_raw_text(one: tuple[str, str], other: tuple[str, str]) -> None:
    """Two calls are the same only if name and raw argument text are, to the letter."""
    guard = SpinGuard()

    assert [False] * 3 == [guard.blocks(Call("1", *given)) for given in (one, one, other)]
    assert not guard.blocks(Call("1", *other))
    assert guard.blocks(Call("1", *other))


def test_guard_ignores_call_ids() -> None:
    """Calls are compared without their ids, which always differ."""
    guard = SpinGuard()

    assert [False, False, True] == [guard.blocks(Call(id_, "read_file", "{}")) for id_ in ("a", "b", "c")]


def test_spin_third_call_not_executed(tmp_path: Path) -> None:
    """The third identical call over three rounds does not run; the model gets a note in place of a result."""
    conversation = Conversation(tmp_path, *[say("", MARK)] * 3, say("done"))

    events = conversation.turn()

    assert 2 == runs(tmp_path)
    note = conversation.results()[2]

    assert note.startswith("not executed: `run_command` was called with the same arguments 3 times in a row")
    assert "call-3" == conversation.told()[-1]["call_id"]
    assert [True] == [error.retryable and note in error.text for error in errors(events)]
    assert 2 == len([event for event in events if isinstance(event, CallStarted)])
    assert 2 == len([event for event in events if isinstance(event, CallFinished)])


def test_spin_fourth_call_blocked_too(tmp_path: Path) -> None:
    """A blocked call does not start the count again: the fourth and fifth do not run either."""
    conversation = Conversation(tmp_path, *[say("", MARK)] * 5, say("done"))

    events = conversation.turn()

    assert 2 == runs(tmp_path)
    assert 3 == len(errors(events))
    assert 5 == len(conversation.results())


@pytest.mark.parametrize("said", [[say("", MARK, MARK)], [say("", MARK)] * 2], ids=["one round", "two rounds"])
def test_spin_two_calls_are_silent(tmp_path: Path, said: list[Round]) -> None:
    """Two identical calls run, and nothing is said about it."""
    events = Conversation(tmp_path, *said, say("done")).turn()

    assert 2 == runs(tmp_path)
    assert [] == errors(events)


def test_spin_third_in_one_round(tmp_path: Path) -> None:
    """Of three identical calls in one round the third is blocked, and each has its result."""
    conversation = Conversation(tmp_path, say("", MARK, MARK, MARK, OTHER), say("done"))

    conversation.turn()

    assert 2 == runs(tmp_path)
    assert [False, False, True, False] == ["not executed" in result for result in conversation.results()]


@pytest.mark.parametrize(
    "between",
    [OTHER, call("no_tool"), call("run_command"), call("run_command", command="exit 1"), Said("run_command", "{")],
    ids=["another tool", "no tool", "no arguments", "another command", "broken"],
)
def test_spin_other_call_restarts_count(tmp_path: Path, between: Said) -> None:
    """Any other call in between starts the count again, one that fails or cannot run included."""
    said = [say("", one) for one in (MARK, MARK, between, MARK, MARK)]

    events = Conversation(tmp_path, *said, say("done")).turn()

    assert 4 == runs(tmp_path)
    assert [] == errors(events)


def test_spin_alternation_never_blocked(tmp_path: Path) -> None:
    """Two calls that take turns are never blocked, however long it goes on."""
    said = [say("", one) for one in (MARK, OTHER) * 6]

    events = Conversation(tmp_path, *said, say("done")).turn()

    assert ["run_command", "list_files"] * 6 == calls_run(events)
    assert [] == errors(events)


def test_spin_new_turn_starts_again(tmp_path: Path) -> None:
    """What was called in the last turn does not count in the next one."""
    conversation = Conversation(tmp_path, say("", MARK, MARK), say("done"), say("", MARK, MARK, MARK), say("done"))

    first, second = conversation.turn(), conversation.turn()

    assert 4 == runs(tmp_path)
    assert [0, 1] == [len(errors(events)) for events in (first, second)]


def test_spin_blocked_call_not_asked(tmp_path: Path) -> None:
    """Nobody is asked to approve a call that is blocked."""
    asked: list[str] = []

    def ask(call: Call) -> bool:
        asked.append(call.id)
        return False

    events = Conversation(tmp_path, *[say("", MARK)] * 4, say("done"), ask=ask).turn()

    assert ["call-1", "call-2"] == asked
    assert 2 == len(errors(events))


def test_spin_counts_failing_calls(tmp_path: Path) -> None:
    """The same bad call three times is blocked like a good one."""
    conversation = Conversation(tmp_path, *[say("", Said("read_file", "{"))] * 3, say("done"))

    events = conversation.turn()

    assert ["bad arg", "bad arg", "not exe"] == [result[:7] for result in conversation.results()]
    assert [ErrorRaised] == [type(error) for error in errors(events)]
