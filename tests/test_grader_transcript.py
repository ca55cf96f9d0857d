"""What the record of a conversation answers."""

from __future__ import annotations

from typing import Any

import pytest

from grader.relay import Exchange
from grader.transcript import Transcript

START = [{"role": "system", "text": "be good"}, {"role": "user", "text": "do it"}]


def said(role: str, text: str) -> dict[str, Any]:
    """One message."""
    return {"role": role, "text": text}


def called(name: str, arguments: str) -> dict[str, Any]:
    """One frame with a call."""
    return {"call": {"id": "1", "name": name, "arguments": arguments}}


@pytest.fixture
def transcript() -> Transcript:
    """Three rounds: two calls, one call and a reminder, the answer."""
    second = [*START, said("assistant", "hm"), said("tool", "first result"), said("tool", "second result")]
    third = [*second, said("assistant", ""), said("tool", "third result"), said("user", "mind the list")]
    return Transcript(
        [
            Exchange(START, [{"text": "hm"}, called("look", '{"at": 1}'), called("look", '{"at": 2}'), {"done": {}}]),
            Exchange(second, [called("wait", "{}"), {"done": {}}]),
            Exchange(third, [{"text": "done"}, {"done": {}}]),
        ]
    )


def test_transcript_counts_rounds(transcript: Transcript) -> None:
    """A round is a request to the model."""
    assert 3 == transcript.rounds
    assert 0 == Transcript([]).rounds


def test_transcript_lists_calls(transcript: Transcript) -> None:
    """The calls of a round come in order, with their arguments; a round that did not happen has none."""
    assert [("look", {"at": 1}), ("look", {"at": 2})] == transcript.calls(1)
    assert [("wait", {})] == transcript.calls(2)
    assert [] == transcript.calls(3)
    assert [] == transcript.calls(4)


def test_transcript_lists_results(transcript: Transcript) -> None:
    """The results of a round are what the model was told of its calls, and nothing else."""
    assert ["first result", "second result"] == transcript.results(1)
    assert ["third result"] == transcript.results(2)


def test_transcript_lists_reminders(transcript: Transcript) -> None:
    """A reminder is what came with the user role after a round; the request itself is none."""
    assert [] == transcript.reminders(1)
    assert ["mind the list"] == transcript.reminders(2)


def test_transcript_ends_with_silence(transcript: Transcript) -> None:
    """After the last round the model was told nothing."""
    assert [] == transcript.results(3)
    assert [] == transcript.reminders(3)
