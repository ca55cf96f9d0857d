"""A coroutine that walks through the streaks."""

from __future__ import annotations

from collections.abc import Generator, Sequence


class TodoReminder:
    """Hands each round on to the generator that holds the place in the streak."""

    def __init__(self, after: int = 3) -> None:
        self._streaks = _streaks(after)
        next(self._streaks)

    def after_round(self, outcomes: Sequence[bool]) -> str | None:
        """What the generator says to this round."""
        return self._streaks.send(any(outcomes))


def _streaks(after: int) -> Generator[str | None, bool, None]:
    while not (yield None):
        pass
    while True:
        for _ in range(after):
            if (yield None):
                break
        else:
            accepted = yield f"time for `todo`: {after} rounds went by"
            while not accepted:
                accepted = yield None
