"""The scripted model as a plain class: one request in, the frames of one reply out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from mock_model.in_process import InProcess
from mock_model.player import LONGEST_PIECE, Player
from mock_model.script import Call, Script, Told, call, say

TEXT = "A sentence that is a good deal longer than one piece. "
Frames = list[dict[str, Any]]
NOTHING: list[dict[str, Any]] = []


def talk(_: Random) -> Script:
    """Two rounds with calls, then the answer."""
    yield say(TEXT, call("look", at=1), Call("look", "not JSON"))
    yield say("", call("wait"))
    yield say(TEXT * 3)


def drawn(rng: Random) -> Script:
    """One round with a drawn text."""
    yield say(str(rng.randrange(10**9)))


def listens(_: Random) -> Script:
    """Says back what it was told."""
    told = yield say("first")
    while True:
        told = yield say(repr(told))


SCRIPTS = {"": talk, "drawn": drawn, "other": drawn, "listens": listens}


def replies(player: Player, rounds: int) -> list[Frames]:
    """The frames of so many replies to an empty conversation."""
    return [list(player.reply(NOTHING)) for _ in range(rounds)]


def text_of(frames: Frames) -> str:
    """The text of a reply."""
    return "".join(frame.get("text", "") for frame in frames)


def message(role: str, text: str) -> dict[str, Any]:
    """One message."""
    return {"role": role, "text": text}


def told(conversation: list[dict[str, Any]]) -> str:
    """What a script was told by the second request."""
    player = Player(SCRIPTS, "listens")
    list(player.reply(NOTHING))
    return text_of(list(player.reply(conversation)))


@pytest.mark.parametrize("mode", sorted(SCRIPTS))
def test_player_repeats_a_seed(mode: str) -> None:
    """The same scripts, mode and seed give the same frames, piece by piece."""
    rounds = 3 if mode == "" else 1

    assert replies(Player(SCRIPTS, mode, 7), rounds) == replies(Player(SCRIPTS, mode, 7), rounds)


def test_player_draws_from_seed() -> None:
    """Another seed gives other texts, and so does another mode."""
    texts = {text_of(replies(Player(SCRIPTS, mode, seed), 1)[0]) for mode in ("drawn", "other") for seed in (1, 2)}

    assert 4 == len(texts)


def test_player_streams_small_pieces() -> None:
    """Text comes in pieces of one to nine characters, of different sizes, that join to the whole."""
    frames = replies(Player(SCRIPTS), 3)[2]

    pieces = [frame["text"] for frame in frames if "text" in frame]

    assert TEXT * 3 == "".join(pieces)
    assert 9 == LONGEST_PIECE
    assert {len(piece) for piece in pieces} <= set(range(1, 10))
    assert len({len(piece) for piece in pieces}) > 3


def test_player_ends_every_reply() -> None:
    """A reply is text, then calls, then one end with the tokens that it cost."""
    kinds = [[next(iter(frame)) for frame in frames] for frames in replies(Player(SCRIPTS), 3)]

    assert ["call", "call", "done"] == kinds[0][-3:]
    assert ["call", "done"] == kinds[1]
    assert {"text"} == set(kinds[2][:-1])


def test_player_counts_its_tokens() -> None:
    """A token is four characters of text and arguments."""
    frames = replies(Player(SCRIPTS), 2)

    assert {"done": {"tokens": (len(TEXT) + len('{"at": 1}') + len("not JSON")) // 4}} == frames[0][-1]
    assert {"done": {"tokens": 0}} == frames[1][-1]


def test_player_numbers_its_calls() -> None:
    """Every call has an id of its own, across rounds, and its arguments as the script wrote them."""
    calls = [frame["call"] for frames in replies(Player(SCRIPTS), 3) for frame in frames if "call" in frame]

    assert ["call-1", "call-2", "call-3"] == [call["id"] for call in calls]
    assert [("look", '{"at": 1}'), ("look", "not JSON"), ("wait", "{}")] == [
        (call["name"], call["arguments"]) for call in calls
    ]


def test_player_runs_out_of_rounds() -> None:
    """A script that has no further round says so in one sentence, at every further request."""
    player = Player(SCRIPTS, "drawn")
    list(player.reply(NOTHING))

    assert [
        [{"error": "the script 'drawn' has no round 2"}],
        [{"error": "the script 'drawn' has no round 3"}],
    ] == replies(player, 2)


def test_player_names_default_script() -> None:
    """The script without a mode is called the default one."""
    player = Player({"": drawn})

    assert [{"error": "the script 'default' has no round 2"}] == replies(player, 2)[1]


@pytest.mark.parametrize("mode", ["unknown", "Drawn", " "])
def test_player_refuses_unknown_mode(mode: str) -> None:
    """An unknown mode is refused in one sentence that lists the known ones, at every request."""
    refusal = f"INJECT={mode!r} is no mode of this lab; the modes are drawn, listens, other, or leave it unset"

    assert [[{"error": refusal}]] * 2 == replies(Player(SCRIPTS, mode), 2)


def test_script_is_told_results() -> None:
    """A script is told the results and reminders that came since it last spoke, and nothing older."""
    conversation = [
        message("system", "be good"),
        message("user", "do it"),
        message("assistant", "one"),
        message("tool", "old result"),
        message("assistant", "two"),
        message("tool", "first"),
        message("tool", "second"),
        message("user", "mind the list"),
    ]

    assert repr(Told(results=("first", "second"), reminders=("mind the list",))) == told(conversation)


def test_script_is_told_of_silence() -> None:
    """A script that was told nothing new receives empty results."""
    assert repr(Told((), ())) == told([message("user", "x"), message("assistant", "y")])


def test_call_writes_its_arguments() -> None:
    """A call with well-formed arguments has them as JSON text."""
    assert {"path": "a.py", "lines": [1, 2]} == json.loads(call("look", path="a.py", lines=[1, 2]).arguments)


def test_in_process_answers_lines() -> None:
    """The model without a process takes request lines and hands out the lines of the same frames."""
    model = InProcess(SCRIPTS, "drawn", 3)
    model.send(json.dumps({"messages": []}) + "\n")

    def lines() -> Iterator[str]:
        while line := model.receive():
            yield line

    assert replies(Player(SCRIPTS, "drawn", 3), 1)[0] == [json.loads(line) for line in lines()]
    assert "" == model.receive()
