"""Decides what to do about a stall, with a count of hits for each kind."""

from __future__ import annotations

from mca.plugin import Reminder, Stop

from .stall import StallSignal


class Intervention:
    """Counts the hits that have not been answered."""

    def __init__(self) -> None:
        self._hits = {"quiet": 0, "reopen": 0}

    def on(self, signal: StallSignal | None, moved: bool) -> Reminder | Stop | None:
        """Answer what the detector said after a round in which the list `moved` or did not."""
        if moved:
            self._hits["quiet"] = 0
        if signal is None:
            return None
        self._hits[signal.kind] += 1
        if sum(self._hits.values()) == 1:
            return Reminder(f"Note: {signal.note}. Either finish something or rewrite the plan.")
        return Stop(f"{signal.note}, after a reminder")
