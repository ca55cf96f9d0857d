"""Events in, text out, through one `write` function.

It knows nothing of a panel: whoever wants one hands in a `write` that makes room for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from mca.cells import clip
from mca.events import CallFinished, CallStarted, ErrorRaised, Event, RoundStarted, TextDelta, TurnFinished
from mca.messages import Call

ARGUMENT_CELLS = 60
RESULT_LINES, FAILURE_LINES = 1, 4
JOINERS = "\u200d\ufe0f"
"""Format characters that belong inside an emoji."""


class Renderer:
    """Shows the events of one turn as lines of text, the model's words as they stream."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._inside_line = False

    def show(self, event: Event) -> None:
        """Write what a reader should see of `event`."""
        match event:
            case TextDelta(text):
                if shown := _printable(text):
                    self._write(shown)
                    self._inside_line = not shown.endswith("\n")
            case CallStarted(call):
                self.line(f"* {_described(call)}")
            case CallFinished(_, result, True):
                self.line(_indented(result, RESULT_LINES, mark=" "))
            case CallFinished(_, result, False):
                self.line(_indented(result, FAILURE_LINES, mark="!"))
            case ErrorRaised(text):
                self.line(text)
            case TurnFinished(reason, text) if text:
                self.line(f"{reason}: {text}")
            case RoundStarted() | TurnFinished():
                self.end_line()

    def end_line(self) -> None:
        """End a line that streaming text left half-written."""
        if self._inside_line:
            self._write("\n")
            self._inside_line = False

    def line(self, text: str) -> None:
        """Write text as a line of its own."""
        self.end_line()
        self._write(f"{_printable(text)}\n")


def _printable(text: str) -> str:
    """Text without control characters: a file that was read must not be able to drive the terminal."""
    return "".join(c for c in text if c in "\n\t" or not unicodedata.category(c).startswith("C") or c in JOINERS)


def _described(call: Call) -> str:
    return f"{call.name} {clip(one_line(call.arguments), ARGUMENT_CELLS)}"


def one_line(text: str) -> str:
    """Text as one line without control characters."""
    return _printable(" ".join(text.split()))


def _indented(result: str, most: int, mark: str) -> str:
    """The first lines of a result, and how many were left out: the model sees all of them."""
    lines = result.splitlines() or ["(nothing)"]
    left_out = f"  (+{len(lines) - most} lines)" if len(lines) > most else ""
    return "\n".join(f"{mark} {line}" for line in lines[:most]) + left_out
