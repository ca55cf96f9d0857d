"""The panel that repaints row by row, and leaves alone what has not changed."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len, set_cell_size

from mca.cells import column_after, last_glyph
from mca.screen import BlockPrinter

ERASE_REST = "\x1b[K"


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
        self._rows = rows
        self._write = write
        self._tty = tty
        self._size = size
        self._printer = BlockPrinter(lambda: rows(size()[0]), write)
        self._shown: list[str] = []
        self._column = 0
        self._waiting = ""
        self._let_go = ""

    def show(self) -> None:
        """Paint the panel below the text, in place of the one that is there."""
        if self._tty:
            self._write(self._take_back() + self._repaint(self._wanted()))
        else:
            self._printer.show()

    def hide(self) -> None:
        """Leave the text alone on the screen, and the cursor at its end."""
        if self._tty:
            glyph, self._waiting = self._waiting, ""
            gone = self._repaint([])
            self._column += cell_len(glyph)
            self._let_go = glyph or self._let_go
            self._write(gone + glyph)

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Make a function that writes text through `out` and keeps the panel below it."""
        if not self._tty:
            return self._printer.wrap(out)

        def write(text: str) -> None:
            taken_back = self._take_back()
            text, self._waiting = self._waiting + text, ""
            columns, _ = self._size()
            end = column_after(text, self._column, columns)
            if end == columns:
                self._waiting = last_glyph(text)
                text = text.removesuffix(self._waiting)
                end -= cell_len(self._waiting)
            stays = "\n" not in text and self._column + cell_len(text) < columns and text.isprintable()
            before = "" if stays else self._repaint([])
            self._column = end
            out(taken_back + before + text + self._repaint(self._wanted()))

        return write

    def _take_back(self) -> str:
        """After `hide` the row may be full; its last glyph waits again."""
        if not self._let_go:
            return ""
        self._waiting, self._let_go = self._let_go, ""
        self._column -= cell_len(self._waiting)
        return f"\x1b[{self._column + 1}G{ERASE_REST}"

    def _wanted(self) -> list[str]:
        columns, height = self._size()
        rows = self._rows(columns)
        if (more := len(rows) - height + 2) > 1:
            rows = [*rows[: max(height - 2, 0)], f"...{more} not shown"][: height - 1]
        return [row if cell_len(row) < columns else set_cell_size(row, columns - 4) + "..." for row in rows]

    def _repaint(self, rows: list[str]) -> str:
        """Bring the rows on the screen from what is shown to what is wanted."""
        if rows == self._shown:
            return ""
        high = max(len(rows), len(self._shown))
        lines = [*rows, *[""] * (high - len(rows))]
        self._shown = rows
        down = "".join(f"\r\n{line}{ERASE_REST}" for line in lines)
        return f"{down}\x1b[{high}A\x1b[{self._column + 1}G"
