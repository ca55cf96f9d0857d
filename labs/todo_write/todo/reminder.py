"""Notices that the model has forgotten its list, and words one reminder."""

from __future__ import annotations

from collections.abc import Sequence


class TodoReminder:
    """Counts the rounds that went by since the list was last written."""

    def __init__(self, after: int = 3) -> None:
        self._after = after
        self._quiet = 0

    def after_round(self, outcomes: Sequence[bool]) -> str | None:
        """What to remind the model of when a round is over; `None` for nothing.

        `outcomes` has one entry for each call to `todo` in this round, in order: true if it was
        accepted, false if it was refused. A round is quiet if none was accepted. After `after`
        quiet rounds in a row there is one reminder, a text that names `todo`; then silence, however
        long it stays quiet, until the list is written and as many quiet rounds follow. Before the
        first accepted call no round counts: not every job needs a list.

        >>> reminder = TodoReminder(after=2)
        >>> [reminder.after_round(outcomes) is not None for outcomes in ([True], [], [], [])]
        [False, False, True, False]
        """
        # TODO 3: read the last three sentences again. Who is reminded too often, who for no
        # reason, and who not at all?
        if outcomes:
            self._quiet = 0
        else:
            self._quiet += 1
        if self._quiet < self._after:
            return None
        return f"The list was not written for {self._quiet} rounds: bring it up to date with `todo`."
