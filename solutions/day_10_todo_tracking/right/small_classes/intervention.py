"""Decides what to do about a stall; what was said is kept by a class of its own."""

from __future__ import annotations

from mca.plugin import Reminder, Stop

from .stall import StallSignal


class Calm:
    """Nothing was said yet."""

    def after_move(self) -> Calm | Warned:
        """Still nothing."""
        return self

    def hit(self, signal: StallSignal) -> tuple[Calm | Warned, Reminder | Stop]:
        """Warn."""
        return Warned(signal.kind), Reminder(signal.note + ". What is in the way? Change the plan if it does not fit.")


class Warned:
    """A reminder is out."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def after_move(self) -> Calm | Warned:
        """A move answers a reminder about silence."""
        return Calm() if self.kind == "quiet" else self

    def hit(self, signal: StallSignal) -> tuple[Calm | Warned, Reminder | Stop]:
        """Stop."""
        return self, Stop(signal.note)


class Intervention:
    """Is calm, or has warned."""

    def __init__(self) -> None:
        self._mood: Calm | Warned = Calm()

    def on(self, signal: StallSignal | None, moved: bool) -> Reminder | Stop | None:
        """Answer what the detector said after a round in which the list `moved` or did not."""
        if moved:
            self._mood = self._mood.after_move()
        if signal is None:
            return None
        self._mood, action = self._mood.hit(signal)
        return action
