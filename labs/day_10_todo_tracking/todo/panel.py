"""The panel: a block of rows that stays below streaming text.

There is one cursor and two who want it. The rule between two calls: the cursor rests at the end
of the text, the panel is exactly the rows right below it, and nothing is below the panel.
"""

from __future__ import annotations

from collections.abc import Callable


class TodoPanel:
    """Shows `rows(width)` below whatever is written through `wrap`.

    `size()` gives the columns and rows of the screen. A row wider than the screen is cut. Of a block
    as high as the screen or higher so much is shown that the cursor's row stays in view, and the last
    row then says how many rows of the block are left out (`… +3 more`, say).
    Outside a terminal (`tty` false) there is no panel: the text goes out unchanged, and the block
    is printed, uncut, between two lines when it changed.
    """

    def __init__(
        self,
        rows: Callable[[int], list[str]],
        write: Callable[[str], None],
        *,
        tty: bool,
        size: Callable[[], tuple[int, int]],
    ) -> None:
        self._rows = rows
        self._write = write
        self._size = size
        self._tty = tty

    def show(self) -> None:
        """Paint the panel below the text, in place of the one that is there."""
        # TODO 3: this prints the block into the text, once more at every call, terminal or not.
        # `hide` must give the screen back as it was, and `wrap` must keep the panel below the text.
        columns, _ = self._size()
        self._write("".join(f"{row}\n" for row in self._rows(columns)))

    def hide(self) -> None:
        """Leave the text alone on the screen, and the cursor at its end, until the next text or `show`."""

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Make a function that writes text through `out` and keeps the panel below it."""
        return out
