"""Decides what to do about a stall; where the generator stands is what it remembers."""

from __future__ import annotations

from collections.abc import Generator

from mca.plugin import Reminder, Stop

from .stall import StallSignal

Answer = Reminder | Stop | None
Round = tuple[StallSignal | None, bool]


def steps() -> Generator[Answer, Round, None]:
    """Wait for a hit, remind, wait for what comes of it, stop."""
    signal, _ = yield None
    while True:
        while signal is None:
            signal, _ = yield None
        reminded_of = signal.kind
        signal, moved = yield Reminder(f"{signal.note}. Go on with the plan, or make another one.")
        while not (moved and reminded_of == "quiet"):
            signal, moved = yield None if signal is None else Stop(signal.note)


class Intervention:
    """Hands each round to the generator."""

    def __init__(self) -> None:
        self._steps = steps()
        next(self._steps)

    def on(self, signal: StallSignal | None, moved: bool) -> Answer:
        """Answer what the detector said after a round in which the list `moved` or did not."""
        return self._steps.send((signal, moved))
