"""The shapes of what `scenarios.py` reports: data from beside student code, held to exact types."""

from __future__ import annotations

from typing import Any

from grader.checks import Observation

Item = list[str]
"""A task's id, text and status."""


class ListSeen(Observation):
    """The list at one moment."""

    items: list[Item]
    revision: int
    counts: list[int]
    reopened: dict[str, int]

    @property
    def state(self) -> tuple[Any, ...]:
        """All that a refusal must leave alone; a count of 0 is as good as none."""
        return self.items, self.revision, {task: times for task, times in self.reopened.items() if times}


class WriteSeen(ListSeen):
    """A write's outcome, and the list after it."""

    ok: bool
    changed: bool
    note: str


class WritesSeen(Observation):
    """A new list, written to several times."""

    steps: list[WriteSeen]


class GateSeen(ListSeen):
    """What the approval gate asked about, each call with whether it worked, and the list afterwards."""

    asked: list[str]
    outcomes: list[list[str | bool]]


class SignalSeen(Observation):
    """A hit of the detector."""

    kind: str
    note: str


class RoundSeen(Observation):
    """Where the list stood after a round, and what the detector said."""

    round: int
    revision: int
    counts: list[int]
    signal: SignalSeen | None


class ConversationSeen(ListSeen):
    """A whole turn."""

    reason: str
    history: list[RoundSeen]


class LateListSeen(ListSeen):
    """The rounds before a list was written, those after, and the list."""

    before: list[RoundSeen]
    after: list[RoundSeen]


class SignalsSeen(Observation):
    """What a detector said round by round."""

    signals: list[SignalSeen | None]


class DecisionSeen(Observation):
    """What the intervention said to one round."""

    kind: str
    text: str


class DecisionsSeen(Observation):
    """What an intervention said, round by round."""

    decisions: list[DecisionSeen]


class PanelSeen(Observation):
    """What was written at each step, and the widths that rows were asked for."""

    written: list[str]
    widths: list[int]


class AgentSeen(Observation):
    """What `python -m mca` left behind."""

    status: int
    screen: str
