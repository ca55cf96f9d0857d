"""Hard limits on one turn: the backstop for whatever no guard foresaw."""

from __future__ import annotations

import time
from dataclasses import dataclass

from mca.events import Reason


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one turn may use. Seconds are wall-clock seconds, looked at between two rounds."""

    rounds: int = 30
    seconds: float = 600.0
    tokens: int = 200_000


class Budget:
    """What one turn has used so far; its clock starts when it is made."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = time.monotonic()
        self._tokens = 0

    def spend(self, tokens: int) -> None:
        """Count the tokens of one reply."""
        self._tokens += tokens

    def exceeded(self, rounds: int) -> Reason | None:
        """Which limit, if any, forbids another round after `rounds` of them."""
        if rounds >= self._limits.rounds:
            return Reason.ROUND_LIMIT
        if time.monotonic() - self._started >= self._limits.seconds:
            return Reason.TIME_LIMIT
        if self._tokens >= self._limits.tokens:
            return Reason.TOKEN_LIMIT
        return None
