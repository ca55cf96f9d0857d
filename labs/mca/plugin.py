"""How a lab plugs into the agent: one small protocol.

The loop knows that somebody may add tools, may watch what is called, and may speak up after a
round. What a todo list is, it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mca.events import Reason
from mca.messages import Call
from mca.screen import Screen
from mca.tools import Tool


@dataclass(frozen=True, slots=True)
class Reminder:
    """After a round: tell the model something, with the user role, and go on."""

    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """After a round: end the turn. It leaves by the same door as a hard limit."""

    text: str
    reason: Reason = Reason.STALLED


class Plugin:
    """What a lab adds to the agent for one turn; as it stands, nothing."""

    def begin(self, request: str) -> str:  # noqa: ARG002 -- a lab needs it
        """A turn starts: what whoever watches should know of it; empty when there is nothing to say."""
        return ""

    def tools(self) -> Sequence[Tool]:
        """The tools it adds."""
        return ()

    def instruction(self) -> str:
        """What it adds to the system prompt; empty when its tool is not there.

        Asked before every round: what is pinned there is seen by the model as it is now.
        """
        return ""

    def after_call(self, call: Call, result: str, *, ran: bool, ok: bool) -> None:
        """A call has its `result`: it `ran` unless it was blocked, malformed or not allowed, and was `ok` or not."""

    def after_round(self, number: int) -> Reminder | Stop | None:  # noqa: ARG002 -- a lab needs it
        """What it does when round `number` is over: nothing, a reminder, or the end."""
        return None

    def wrap(self, screen: Screen) -> Callable[[str], None]:
        """The function that writes text on `screen` from now on."""
        return screen.write

    def close(self) -> None:
        """Take everything temporary off the screen: called on every way out."""

    def summary(self) -> str:
        """One line for the end of the turn; empty when there is nothing to say."""
        return ""

    def report(self) -> str:
        """All that it has kept, as Markdown; empty when it keeps nothing."""
        return ""
