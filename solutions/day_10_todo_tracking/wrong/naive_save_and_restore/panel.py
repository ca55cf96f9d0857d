"""The panel: save the cursor, write the rows below it, and go back."""

from __future__ import annotations

from collections.abc import Callable

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
        self._rows = rows
        self._write = write
        self._size = size
        self._printer = None if tty else BlockPrinter(lambda: rows(size()[0]), write)

    def show(self) -> None:
        """Paint the panel below the text, in place of the one that is there."""
        if self._printer:
            self._printer.show()
        else:
            rows = self._rows(self._size()[0])
            self._write("\x1b7" + "".join(f"\n{row}" for row in rows) + "\x1b8")

    def hide(self) -> None:
        """Leave the text alone on the screen, and the cursor at its end."""
        if not self._printer:
            self._write("\x1b7\n\x1b[J\x1b8")

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Make a function that writes text through `out` and keeps the panel below it."""
        if self._printer:
            return self._printer.wrap(out)

        def write(text: str) -> None:
            self.hide()
            out(text)
            self.show()

        return write
