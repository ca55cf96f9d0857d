"""The shapes of what `scenarios.py` reports: data from beside student code, held to exact types."""

from __future__ import annotations

from typing import Any

from grader.checks import Observation

Item = list[str]
"""An item's id, text and status."""


class HeldSeen(Observation):
    """What a manager holds at one moment, and how it shows that."""

    items: list[Item]
    rendered: str


class UpdateSeen(HeldSeen):
    """What came of one update, a text either way, and what the manager holds after it."""

    answer: str | None
    refused: str | None


class UpdatesSeen(Observation):
    """A new manager, and several updates."""

    before: HeldSeen
    steps: list[UpdateSeen]


class OutcomeSeen(Observation):
    """What the agent made of one call."""

    name: str
    ok: bool
    result: str


class TurnSeen(HeldSeen):
    """A whole turn: every request to the model, what it could call, and what came of it."""

    requests: list[list[dict[str, Any]]]
    offered: list[str]
    asked: list[str]
    outcomes: list[OutcomeSeen]
    reason: str


class AnswerSeen(Observation):
    """What a call to `Dispatch.call` returned, or the text of its `ToolError`."""

    answer: str | None
    refused: str | None


class DispatchSeen(HeldSeen):
    """The names in a table, those of the tools that it was made from, what came of each call, and the list."""

    names: list[str]
    given: list[str]
    outcomes: list[AnswerSeen]


class TextsSeen(Observation):
    """What a reminder said, round by round."""

    texts: list[str | None]
