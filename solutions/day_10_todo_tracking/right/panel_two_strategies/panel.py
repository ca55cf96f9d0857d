"""The panel, as two strategies: one for a terminal and one for paper. A small machine follows the cursor."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from rich.cells import cell_len

from mca.cells import clip, column_after

Rows = Callable[[int], list[str]]
Write = Callable[[str], None]
Size = Callable[[], tuple[int, int]]


class Phase(Enum):
    """Where the cursor is."""

    IN_LINE = "inside a row"
    FULL = "in the last column of a full row"


class TextEnd:
    """Follows the end of the text."""

    def __init__(self, size: Size) -> None:
        self._size = size
        self.column = 0
        self.glyph = ""

    @property
    def phase(self) -> Phase:
        """Whether the row is full."""
        return Phase.FULL if self.column >= self._size()[0] else Phase.IN_LINE

    def feed(self, text: str) -> None:
        """Follow one piece of text."""
        for character in text:
            self.column = column_after(character, self.column, self._size()[0])
            self.glyph = character if cell_len(character) or character in "\r\n\t" else self.glyph + character

    def go_there(self) -> str:
        """What takes the cursor to the end of the text, in its row."""
        if self.phase is Phase.IN_LINE:
            return f"\r\x1b[{self.column}C" if self.column else "\r"
        left = self._size()[0] - cell_len(self.glyph)
        return (f"\r\x1b[{left}C" if left else "\r") + self.glyph


class OnTerminal:
    """Rows below the text."""

    def __init__(self, rows: Rows, write: Write, size: Size) -> None:
        self.rows, self.write, self.size = rows, write, size
        self.end = TextEnd(size)
        self.painted = 0

    def show(self) -> None:
        """Erase and paint."""
        self.write(self.erased() + self.drawn())

    def hide(self) -> None:
        """Erase."""
        self.write(self.erased())

    def wrap(self, out: Write) -> Write:
        """Erase, write, paint."""

        def write(text: str) -> None:
            erased = self.erased()
            self.end.feed(text)
            out(erased + text + self.drawn())

        return write

    def erased(self) -> str:
        """What takes the panel off the screen, from its last row to its first."""
        down, self.painted = self.painted, 0
        if not down:
            return ""
        return f"\x1b[{down}B" + "\r\x1b[2K\x1b[A" * down + self.end.go_there()

    def drawn(self) -> str:
        """What paints it."""
        columns, height = self.size()
        rows = self.rows(columns)
        if len(rows) >= height:
            kept = max(height - 2, 0)
            rows = [*rows[:kept], f"[...] {len(rows) - kept}"][: height - 1]
        self.painted = len(rows)
        if not rows:
            return ""
        return "".join(f"\r\n{clip(row, columns - 1)}" for row in rows) + f"\x1b[{len(rows)}A" + self.end.go_there()


class OnPaper:
    """The block between two lines, when it is another one."""

    def __init__(self, rows: Rows, write: Write, size: Size) -> None:
        self.rows, self.write, self.size = rows, write, size
        self.last = ""
        self.middle_of_line = False

    def show(self) -> None:
        """Print, unless it was printed."""
        block = "".join(f"{row}\n" for row in self.rows(self.size()[0]))
        if not self.middle_of_line and block != self.last:
            self.last = block
            self.write(block)

    def hide(self) -> None:
        """What is printed stays."""

    def wrap(self, out: Write) -> Write:
        """Text, and the block at the end of a line."""

        def write(text: str) -> None:
            out(text)
            if text:
                self.middle_of_line = text[-1] != "\n"
            self.show()

        return write


class TodoPanel:
    """Shows `rows(width)` below whatever is written through `wrap`."""

    def __init__(self, rows: Rows, write: Write, *, tty: bool, size: Size) -> None:
        chosen = (OnTerminal if tty else OnPaper)(rows, write, size)
        self.show = chosen.show
        self.hide = chosen.hide
        self.wrap = chosen.wrap
