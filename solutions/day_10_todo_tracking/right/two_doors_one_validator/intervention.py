"""Decides what to do about a stall, as a machine with three states."""

from __future__ import annotations

from enum import Enum, auto

from mca.plugin import Reminder, Stop

from .stall import StallSignal


class State(Enum):
    """What the model has been told."""

    CALM = auto()
    TOLD_OF_SILENCE = auto()
    TOLD_OF_REOPENING = auto()


class Intervention:
    """Goes from calm to told, and from told to the stop."""

    def __init__(self) -> None:
        self.state = State.CALM

    def on(self, signal: StallSignal | None, moved: bool) -> Reminder | Stop | None:
        """Answer what the detector said after a round in which the list `moved` or did not."""
        if moved and self.state is State.TOLD_OF_SILENCE:
            self.state = State.CALM
        match signal, self.state:
            case None, _:
                return None
            case StallSignal(kind="quiet"), State.CALM:
                self.state = State.TOLD_OF_SILENCE
                return Reminder(f"{signal.note}. Work on a task of the list.")
            case StallSignal(kind="reopen"), State.CALM:
                self.state = State.TOLD_OF_REOPENING
                return Reminder(f"{signal.note}. Say what is missing in it before you go on.")
            case _:
                return Stop(signal.note)
