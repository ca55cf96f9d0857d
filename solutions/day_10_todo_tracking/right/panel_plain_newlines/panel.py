"""The panel that makes room with newlines and counts where the text ends."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len

from mca import cells
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
        self._make_rows = rows
        self._write = write
        self._tty = tty
        self._size = size
        self._plain = BlockPrinter(self._all_rows, write)
        self._height = 0
        self._column = 0
        self._pending = ""
        self._released = ""

    def show(self) -> None:
        """Paint the panel below the text, in place of the one that is there."""
        if not self._tty:
            self._plain.show()
            return
        self._clear()
        self._take_back()
        self._draw()

    def hide(self) -> None:
        """Leave the text alone on the screen, and the cursor at its end."""
        if not self._tty:
            return
        self._clear()
        if self._pending:
            self._write(self._pending)
            self._column += cell_len(self._pending)
            self._released = self._pending
            self._pending = ""

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Make a function that writes text through `out` and keeps the panel below it."""
        if not self._tty:
            return self._plain.wrap(out)

        def write(text: str) -> None:
            self._clear()
            self._take_back()
            text = self._pending + text
            self._pending = ""
            column = cells.column_after(text, self._column, self._size()[0])
            if column == self._size()[0]:
                self._pending = cells.last_glyph(text)
                text = text[: len(text) - len(self._pending)]
                column -= cell_len(self._pending)
            self._column = column
            out(text)
            self._draw()

        return write

    def _all_rows(self) -> list[str]:
        return self._make_rows(self._size()[0])

    def _draw(self) -> None:
        columns, screen_rows = self._size()
        rows = self._all_rows()
        if len(rows) > screen_rows - 1:
            kept = max(screen_rows - 2, 0)
            hidden = len(rows) - kept
            rows = rows[:kept]
            rows.append(f"({hidden} more)")
            rows = rows[: screen_rows - 1]
        self._height = len(rows)
        if self._height == 0:
            return
        room = "\n" * self._height
        back = f"\x1b[{self._height}A\x1b[{self._column + 1}G"
        block = "".join("\n" + cells.clip(row, columns - 1) for row in rows)
        self._write(room + back + "\x1b7" + block + "\x1b8")

    def _take_back(self) -> None:
        if self._released:
            self._column -= cell_len(self._released)
            self._write(f"\x1b[{self._column + 1}G\x1b[K")
            self._pending, self._released = self._released, ""

    def _clear(self) -> None:
        if self._height > 0:
            self._write("\x1b7\n\x1b[J\x1b8")
            self._height = 0
