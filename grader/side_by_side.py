"""Judges a block of rows that should stay below streaming text, on a terminal's screen.

The same text goes to a second terminal without any block. That is the oracle: whatever the
emulator does to the text, it does on both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rich.cells import cell_len

from grader.screen import Cursor, Terminal, picture
from mca.cells import clip


class Look(NamedTuple):
    """A screen at one moment, scrollback included."""

    rows: list[str]
    cursor: Cursor
    visible: bool = True

    def __str__(self) -> str:
        hidden = "" if self.visible else ", hidden"
        place = f"column {self.cursor.column} of row {self.cursor.row + 1}"
        return f"the cursor (>) in {place}{hidden}\n{picture(self.rows, self.cursor.row)}"


class SideBySide:
    """Two terminals of the same size: one gets what was written, one the text alone."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns, self._height = columns, rows
        self._screen = Terminal(columns, rows)
        self._alone = Terminal(columns, rows)

    def play(self, written: str, text: str) -> None:
        """Show what was written on the one terminal and the text that it stands for on the other."""
        self._screen.write(written)
        self._alone.write(text)

    def difference(self, block: list[str]) -> tuple[Look, Look] | None:
        """What should be seen now and what is seen, if they differ: the text, and right below it the block.

        A row wider than the screen may be cut. Of a block that is not lower than the screen any
        part may be shown that leaves room for a line of text, if its last row says how many are left out.
        """
        got = Look(self._screen.rows, self._screen.cursor, self._screen.cursor_visible)
        allowed = self._allowed(waiting=bool(block))
        if not any(self._shows(got, look, block) for look in allowed):
            return Look(allowed[0].rows + self._cut(block), allowed[0].cursor), got
        return None

    def _cut(self, block: list[str]) -> list[str]:
        """The block as it should be seen."""
        rows = [clip(row, self._columns - 1) if cell_len(row) >= self._columns else row for row in block]
        if len(rows) < self._height:
            return rows
        return [*rows[: self._height - 2], f"… +{len(rows) - self._height + 2} more"]

    def _allowed(self, *, waiting: bool) -> list[Look]:
        """The text as it is alone; `waiting`, the glyph that would fill a row may still be held back."""
        cursor, rows = self._alone.cursor, self._alone.rows
        rows += [""] * (cursor.row + 1 - len(rows))
        if not waiting or cursor.column < self._columns:
            return [Look(rows, cursor)]
        column = cursor.column - cell_len(rows[-1][-1])
        held = Look([*rows[:-1], rows[-1][:-1].rstrip()], Cursor(cursor.row, column))
        return [Look(rows, cursor), held]

    def _shows(self, got: Look, text: Look, block: list[str]) -> bool:
        """The rows are those of the text, then those of the block, and nothing is below."""
        rows = got.rows + [""] * (len(text.rows) - len(got.rows))
        shown = rows[len(text.rows) :]
        as_it_should = got.visible and got.cursor == text.cursor and rows[: len(text.rows)] == text.rows
        if len(block) >= self._height:
            enough = 1 < len(shown) < self._height
            counted = shown and str(len(block) - len(shown) + 1) in re.findall(r"\d+", shown[-1])
            return as_it_should and enough and bool(counted) and self._same_rows(shown[:-1], block[: len(shown) - 1])
        return as_it_should and self._same_rows(shown, block)

    def _same_rows(self, shown: list[str], block: list[str]) -> bool:
        return len(shown) == len(block) and all(map(self._same_row, shown, block))

    def _same_row(self, row: str, full: str) -> bool:
        wide = cell_len(full) >= self._columns and cell_len(row) > self._columns // 2
        return row == full or (wide and full.startswith(row.rstrip("…. ")))
