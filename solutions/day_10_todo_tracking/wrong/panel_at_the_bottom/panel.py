"""The panel, as a status bar in the last rows of the screen."""

from __future__ import annotations

from collections.abc import Callable

from mca.cells import clip
from mca.screen import BlockPrinter


class TodoPanel:
    """Shows the todo list at the bottom of the terminal."""

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
        self._top = 0

    def show(self) -> None:
        """Draw the block in the last rows of the screen."""
        if not self._tty:
            self._printer.show()
            return
        self.hide()
        columns, height = self._size()
        rows = self._rows(columns)[: height - 1]
        self._top = height - len(rows) + 1
        parts = [f"\x1b[{self._top + n};1H{clip(row, columns - 1)}" for n, row in enumerate(rows)]
        self._write("\x1b7" + "".join(parts) + "\x1b8")

    def hide(self) -> None:
        """Clear the rows of the block."""
        if self._tty and self._top:
            self._write(f"\x1b7\x1b[{self._top};1H\x1b[J\x1b8")
            self._top = 0

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Write text with the block out of the way."""
        if not self._tty:
            return self._printer.wrap(out)

        def write(text: str) -> None:
            self.hide()
            out(text)
            self.show()

        return write
