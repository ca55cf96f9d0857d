"""Decides what to do about a stall: remind first, then stop."""

from __future__ import annotations

from mca.plugin import Reminder, Stop

from .stall import StallSignal


class Intervention:
    """Remembers what the model has been reminded of."""

    def __init__(self) -> None:
        self._reminded: StallSignal | None = None

    def on(self, signal: StallSignal | None, moved: bool) -> Reminder | Stop | None:
        """Answer what the detector said after a round in which the list `moved` or did not.

        The first hit reminds, the next one stops the turn. A list that moves clears a reminder
        about quiet rounds, before the hit of the same round counts. It does not clear one about a
        reopened task, because reopening is a move itself: then the next hit of either kind stops.

        >>> stall, steps = StallSignal("quiet", "nothing moves"), Intervention()
        >>> [type(steps.on(stall, moved=False)).__name__ for _ in range(2)]
        ['Reminder', 'Stop']
        """
        if moved and self._reminded is not None and self._reminded.kind == "quiet":
            self._reminded = None
        if signal is None:
            return None
        if self._reminded is not None:
            return Stop(f"reminded once, and still: {signal.note}")
        self._reminded = signal
        return Reminder(f"{signal.note}. Go on with an open task, or change the plan so that it fits what you do.")
