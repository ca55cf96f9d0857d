"""The panel steps aside while something else is done: `with self._aside(): ...`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.cells import cell_len

from mca.cells import clip, column_after, last_glyph


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
        self._rows, self._write, self._tty, self._size = rows, write, tty, size
        self._on_screen = False
        self._printed: list[str] | None = None
        self._at_line_start = True
        self._column = 0
        self._kept_back = self._given_out = ""

    def show(self) -> None:
        """Paint the panel below the text, in place of the one that is there."""
        if self._tty:
            with self._aside():
                pass
        elif self._at_line_start:
            self._print()

    def hide(self) -> None:
        """Leave the text alone on the screen, and the cursor at its end."""
        if self._tty:
            self._remove()
            self._write(self._kept_back)
            self._column += cell_len(self._kept_back)
            self._given_out, self._kept_back = self._kept_back or self._given_out, ""

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Make a function that writes text through `out` and keeps the panel below it."""

        def on_terminal(text: str) -> None:
            with self._aside():
                out(self._without_last_column(text))

        def elsewhere(text: str) -> None:
            out(text)
            with suppress(IndexError):
                self._at_line_start = text[-1] == "\n"
            if self._at_line_start:
                self._print()

        return on_terminal if self._tty else elsewhere

    @contextmanager
    def _aside(self) -> Iterator[None]:
        self._remove()
        if self._given_out:  # it fills the row, and there the cursor cannot be kept
            self._kept_back, self._given_out = self._given_out, ""
            self._column -= cell_len(self._kept_back)
            self._write(f"\x1b[{self._column + 1}G\x1b[K")
        try:
            yield
        finally:
            self._add()

    def _add(self) -> None:
        columns, height = self._size()
        rows = self._rows(columns)
        if len(rows) > height - 1:
            rows, rest = rows[: max(height - 2, 0)], rows[max(height - 2, 0) :]
            rows.append(f"    {len(rest)} tasks have no room")
        rows = rows[: height - 1]
        if not rows:
            return
        self._on_screen = True
        with self._cursor_kept(len(rows)):
            for row in rows:
                self._write(f"\r\n{clip(row, columns - 1)}")

    def _remove(self) -> None:
        if self._on_screen:
            self._on_screen = False
            with self._cursor_kept(1):
                self._write("\r\n\x1b[J")

    @contextmanager
    def _cursor_kept(self, rows: int) -> Iterator[None]:
        """Make sure of so many rows below, then come back to where the cursor was."""
        self._write("\x1bD" * rows + f"\x1b[{rows}A" + "\x1b7")
        yield
        self._write("\x1b8")

    def _without_last_column(self, text: str) -> str:
        text = self._kept_back + text
        self._kept_back = ""
        columns = self._size()[0]
        column = column_after(text, self._column, columns)
        if column == columns:
            self._kept_back = last_glyph(text)
        self._column = column - cell_len(self._kept_back)
        return text[: len(text) - len(self._kept_back)]

    def _print(self) -> None:
        rows = self._rows(self._size()[0])
        if rows != (self._printed or []):
            self._printed = list(rows)
            for row in rows:
                self._write(f"{row}\n")
