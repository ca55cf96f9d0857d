"""The spin guard: the same call, again and again.

It compares raw text, so it cannot see an agent that does something different every round and
gets nowhere. That is a stall, and takes a list to notice.
"""

from __future__ import annotations

from mca.messages import Call

SPIN_LIMIT = 3
"""The third identical call in a row is not executed."""


class SpinGuard:
    """Counts identical calls in a row within one turn, across rounds and within one."""

    def __init__(self) -> None:
        self._last: tuple[str, str] | None = None
        self._count = 0

    def blocks(self, call: Call) -> bool:
        """Count the call, and say whether it must not run.

        Two calls are identical when tool name and raw argument text are. Any other call starts
        the count again; a blocked one does not, so the fourth and later are blocked too.
        """
        key = (call.name, call.arguments)
        self._count = self._count + 1 if key == self._last else 1
        self._last = key
        return self._count >= SPIN_LIMIT


def spin_note(call: Call) -> str:
    """What goes back to the model in place of a result."""
    return (
        f"not executed: `{call.name}` was called with the same arguments {SPIN_LIMIT} times in a row "
        "and the answer will not change; do something else"
    )
