"""Judges a block of rows that should stay below streaming text, on a terminal's screen.

The same text goes to a second terminal without any block. That is the oracle: whatever the
emulator does to the text, it does on both.
"""

from __future__ import annotations

from typing import NamedTuple

from grader.screen import Cursor, Terminal, picture


class Look(NamedTuple):
    """A screen at one moment, scrollback included."""

    rows: list[str]
    cursor: Cursor
    visible: bool = True

    def __str__(self) -> str:
        hidden = "" if self.visible else ", hidden"
        return f"the cursor (>) in column {self.cursor.column}{hidden}\n{picture(self.rows, self.cursor.row)}"


class SideBySide:
    """Two terminals of the same size: one gets what was written, one the text alone."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns = columns
        self._screen = Terminal(columns, rows)
        self._alone = Terminal(columns, rows)

    def play(self, written: str, text: str) -> None:
        """Show what was written on the one terminal and the text that it stands for on the other."""
        self._screen.write(written)
        self._alone.write(text)

    def difference(self, block: list[str]) -> tuple[Look, Look] | None:
        """What should be seen now and what is seen, if they differ: the text, and right below it the block."""
        got = Look(self._screen.rows, self._screen.cursor, self._screen.cursor_visible)
        allowed = self._allowed(waiting=bool(block))
        if not any(_shows(got, look, block, self._columns) for look in allowed):
            return Look(allowed[0].rows + block, allowed[0].cursor), got
        return None

    def _allowed(self, *, waiting: bool) -> list[Look]:
        """The text as it is alone; `waiting`, the glyph that would fill a row may still be held back."""
        cursor, rows = self._alone.cursor, self._alone.rows
        rows += [""] * (cursor.row + 1 - len(rows))
        if not waiting or cursor.column < self._columns:
            return [Look(rows, cursor)]
        held = Look([*rows[:-1], rows[-1][:-1].rstrip()], Cursor(cursor.row, cursor.column - 1))
        return [Look(rows, cursor), held]


def _shows(got: Look, text: Look, block: list[str], columns: int) -> bool:
    """The rows are those of the text, then one for each of the block's; a wide one may be cut."""
    rows = got.rows + [""] * (len(text.rows) - len(got.rows))
    shown = rows[len(text.rows) :]
    return (
        got.visible
        and got.cursor == text.cursor
        and rows[: len(text.rows)] == text.rows
        and len(shown) == len(block)
        and all(_same_row(*pair, columns) for pair in zip(shown, block, strict=True))
    )


def _same_row(row: str, full: str, columns: int) -> bool:
    cut = len(full) >= columns and len(row) > columns // 2 and full.startswith(row.rstrip("…. "))
    return row == full or cut
