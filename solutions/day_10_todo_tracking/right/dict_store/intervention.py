"""Decides what to do about a stall: remind first, then stop."""

from __future__ import annotations

from mca.plugin import Reminder, Stop

from .stall import StallSignal

CLEARED_BY_A_MOVE = {"quiet": True, "reopen": False}


class Intervention:
    """Keeps the kinds of stall that it reminded of."""

    def __init__(self) -> None:
        self._open: dict[str, str] = {}

    def on(self, signal: StallSignal | None, moved: bool) -> Reminder | Stop | None:
        """Answer what the detector said after a round in which the list `moved` or did not."""
        if moved:
            self._open = {kind: note for kind, note in self._open.items() if not CLEARED_BY_A_MOVE[kind]}
        if signal is None:
            return None
        answer = Stop if self._open else Reminder
        self._open[signal.kind] = signal.note
        return answer(f"{signal.note}: do what the list says, or change it")
