"""The panel: a block of rows that stays below streaming text.

There is one cursor and two who want it. The rule between two calls: the cursor rests at the end
of the text, the panel is exactly the rows right below it, and nothing is below the panel.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len

from mca.cells import clip, column_after, last_glyph
from mca.screen import BlockPrinter

SAVE, RESTORE = "\x1b7", "\x1b8"
INDEX = "\x1bD"  # one row down in the same column; on the last row the screen scrolls
RESET, CLEAR_BELOW = "\x1b[0m", "\x1b[J"
WRAP_OFF, WRAP_ON = "\x1b[?7l", "\x1b[?7h"


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
        self._printer = None if tty else BlockPrinter(lambda: rows(size()[0]), write)
        self._painted = 0  # rows of the panel that are on the screen now
        self._column = 0  # where the text ends
        self._glyph = ""  # what it ends with

    def show(self) -> None:
        """Paint the panel below the text, in place of the one that is there."""
        if self._printer:
            self._printer.show()
        else:
            self._write(self._erase() + self._paint())

    def hide(self) -> None:
        """Leave the text alone on the screen, and the cursor at its end, until the next text or `show`."""
        if not self._printer:
            self._write(self._erase())

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Make a function that writes text through `out` and keeps the panel below it."""
        if self._printer:
            return self._printer.wrap(out)

        def write(text: str) -> None:
            erased = self._erase()
            self._follow(text)
            # One single write: in two, the eye sees the moment without a panel.
            out(erased + text + self._paint())

        return write

    def _paint(self) -> str:
        columns, height = self._size()
        rows = _fitted(self._rows(columns), columns - 1, height - 1)
        self._painted = len(rows)
        if not rows:
            return ""
        # Make room first and save afterwards. A saved cursor is a place on the screen: saved
        # before the screen scrolls, it points below the text that has moved up.
        room = INDEX * len(rows) + f"\x1b[{len(rows)}A"
        block = "".join(f"\r\n{row}" for row in rows)
        return room + SAVE + RESET + WRAP_OFF + block + WRAP_ON + RESTORE + self._end_of_text()

    def _erase(self) -> str:
        if not self._painted:
            return ""
        self._painted = 0
        return SAVE + RESET + "\r\n" + CLEAR_BELOW + RESTORE + self._end_of_text()

    def _follow(self, text: str) -> None:
        """Keep in mind where the text ends, and with what."""
        self._column = column_after(text, self._column, self._size()[0])
        self._glyph = last_glyph(self._glyph + text)

    def _end_of_text(self) -> str:
        """What brings the restored cursor back into the state in which the text left it.

        On a full row a terminal only notes that it must wrap, and forgets that when the cursor
        moves to the panel and back. Writing the row's last glyph once more makes it note it again.
        """
        columns, _ = self._size()
        if self._column != columns:
            return ""
        return f"\x1b[{columns - cell_len(self._glyph) + 1}G{self._glyph}"


def _fitted(rows: list[str], width: int, height: int) -> list[str]:
    """The rows cut to the screen; those too many are counted in the last one."""
    if len(rows) > height:
        rows = [*rows[: height - 1], f"… +{len(rows) - height + 1} more"][:height]
    return [clip(row, width) for row in rows]
