"""The panel without a saved cursor: up by as many rows as were written, and over to the column.

A row that is full is left by writing its last character once more, which brings the cursor back to
where it waits.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len

from mca.cells import clip, column_after, last_glyph
from mca.screen import BlockPrinter


class TodoPanel:
    """Shows `rows(width)` below whatever is written through `wrap`."""

    def __init__(
        self,
        rows: Callable[[int], list[str]],
        write: Callable[[str], None],
        *,
        tty: bool,
        size: Callable[[], tuple[int, int]],
    ) -> None:
        self.rows = rows
        self.write = write
        self.size = size
        self.tty = tty
        self.printer = BlockPrinter(lambda: rows(size()[0]), write)
        self.column = 0
        self.last = ""
        self.visible = False

    def show(self) -> None:
        """Paint the panel below the text, in place of the one that is there."""
        if self.tty:
            self.write(self._take_away() + self._put_below())
        else:
            self.printer.show()

    def hide(self) -> None:
        """Leave the text alone on the screen, and the cursor at its end."""
        if self.tty:
            self.write(self._take_away())

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Make a function that writes text through `out` and keeps the panel below it."""
        if not self.tty:
            return self.printer.wrap(out)

        def write(text: str) -> None:
            before = self._take_away()
            if text:
                self.column = column_after(text, self.column, self.size()[0])
                self.last = last_glyph(text)
            out(before + text + self._put_below())

        return write

    def _put_below(self) -> str:
        columns, height = self.size()
        rows = self.rows(columns)
        if len(rows) >= height > 1:
            rows = [*rows[: height - 2], f"and {len(rows) - height + 2} more"]
        rows = [clip(row, columns - 1) for row in rows][: height - 1]
        self.visible = len(rows) > 0
        if not self.visible:
            return ""
        return "\x1b[0m" + "".join("\r\n" + row for row in rows) + self._return(len(rows))

    def _take_away(self) -> str:
        if not self.visible:
            return ""
        self.visible = False
        return "\r\n\x1b[J" + self._return(1)

    def _return(self, rows: int) -> str:
        columns, _ = self.size()
        if self.column < columns:
            return f"\x1b[{rows}A\x1b[{self.column + 1}G"
        return f"\x1b[{rows}A\x1b[{columns - cell_len(self.last) + 1}G{self.last}"
