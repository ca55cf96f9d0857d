"""What a turn tells the outside world: a closed set of small frozen types.

The loop yields them and prints nothing, so the same turn can be shown, recorded or judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mca.messages import Call


class Reason(StrEnum):
    """Why a turn ended. Only `ANSWERED` is success; `INTERRUPTED` is said by whoever runs the turn."""

    ANSWERED = "answered"
    ROUND_LIMIT = "round_limit"
    TIME_LIMIT = "time_limit"
    TOKEN_LIMIT = "token_limit"  # noqa: S105 -- a reason's name, not a secret
    STALLED = "stalled"
    HANDED_BACK = "handed_back"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A model call is about to be made; rounds count from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A small piece of the model's text, as it streams; it may end in the middle of a line."""

    text: str


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A tool call was allowed and is about to run."""

    call: Call


@dataclass(frozen=True, slots=True)
class CallFinished:
    """A tool call ran, was denied, or failed; `result` is what the model is told."""

    call: Call
    result: str
    ok: bool


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """Something the reader should see although the turn may go on.

    A reminder and a blocked call come as this event with `retryable=True`: to whoever watches,
    they are what a failed call is, and a type of their own would teach every reader a new case.
    """

    text: str
    retryable: bool


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The last event of every turn that came to its end, by itself or by a limit or a guard."""

    reason: Reason
    text: str


Event = RoundStarted | TextDelta | CallStarted | CallFinished | ErrorRaised | TurnFinished
