"""A terminal's screen, for checks that judge what a person would see."""

from __future__ import annotations

import re
from typing import NamedTuple

import avt

SCROLLBACK = 5000
"""Rows; what a panel's run writes is a fraction of it."""

CANCEL = "\x18"  # ends whatever sequence has begun, so that nothing joins up around it
REPEAT = re.compile(r"(?:\x1b\[|\x9b)[^\x40-\x7e]*b")


class Cursor(NamedTuple):
    """A place on the screen; `row` counts from the first row of the scrollback."""

    row: int
    column: int


class Terminal:
    """An emulated terminal that keeps what scrolled off its top."""

    def __init__(self, columns: int, rows: int) -> None:
        self._emulator = avt.Vt(columns, rows, SCROLLBACK)  # type: ignore[attr-defined]  # its stub forgets to export it
        self._height = rows

    def write(self, text: str) -> None:
        """Show text; a newline starts a new line, as a terminal driver makes it do.

        Requests to repeat a character (REP) are passed over: a few bytes of them fill any memory.
        """
        self._emulator.feed_str(REPEAT.sub(CANCEL, text).replace("\n", "\r\n"))

    @property
    def rows(self) -> list[str]:
        """Every row, scrollback first, without blanks at the right and blank rows at the end.

        A line that was wrapped is several rows.
        """
        rows = [line.text.rstrip() for line in self._emulator.lines()]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    @property
    def cursor(self) -> Cursor:
        """Where the next character goes; in the column past the last one if the row is full."""
        cursor = self._emulator.cursor
        return Cursor(len(self._emulator.lines()) - self._height + cursor.row, cursor.col)

    @property
    def cursor_visible(self) -> bool:
        """Whether a person sees where the cursor is."""
        return self._emulator.cursor.visible


def picture(rows: list[str], cursor_row: int, last: int = 16) -> str:
    """The last rows of a screen, each behind a bar and the cursor's behind an arrow."""
    rows = rows + [""] * (cursor_row + 1 - len(rows))
    above = max(len(rows) - last, 0)
    note = [f"({above} more above)"] if above else []
    marks = (">" if number == cursor_row else "|" for number in range(above, len(rows)))
    return "\n".join([*note, *(f"{mark} {row}" for mark, row in zip(marks, rows[above:], strict=True))])
