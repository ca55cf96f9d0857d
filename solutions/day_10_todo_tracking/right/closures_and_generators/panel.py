"""The panel as three functions that share what they know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate

from rich.cells import cell_len

from mca.cells import column_after
from mca.screen import BlockPrinter

Write = Callable[[str], None]


def cut(row: str, width: int) -> str:
    """As many characters of a row as have room."""
    widths = accumulate(map(cell_len, row))
    return "".join(character for character, end in zip(row, widths, strict=True) if end <= width)


def glyphs(text: str) -> Iterator[str]:
    """The characters of a text, each with the combining ones that follow it."""
    glyph = ""
    for character in text:
        if glyph and cell_len(character):
            yield glyph
            glyph = ""
        glyph += character
    if glyph:
        yield glyph


class TodoPanel:
    """Shows `rows(width)` below whatever is written through `wrap`."""

    show: Callable[[], None]
    hide: Callable[[], None]
    wrap: Callable[[Write], Write]

    def __init__(
        self, rows: Callable[[int], list[str]], write: Write, *, tty: bool, size: Callable[[], tuple[int, int]]
    ) -> None:
        if tty:
            self.show, self.hide, self.wrap = terminal(rows, write, size)
        else:
            printer = BlockPrinter(lambda: rows(size()[0]), write)
            self.show, self.hide, self.wrap = printer.show, lambda: None, printer.wrap


def terminal(
    rows: Callable[[int], list[str]], write: Write, size: Callable[[], tuple[int, int]]
) -> tuple[Callable[[], None], Callable[[], None], Callable[[Write], Write]]:
    """The three functions of a panel on a terminal."""
    painted = 0
    column = 0
    tail = ""

    def home(up: int) -> str:
        columns, _ = size()
        full = column >= columns
        place = columns - cell_len(tail) if full else column
        return f"\x1b[{up}F\x1b[{place + 1}G" + (tail if full else "")

    def paint() -> str:
        nonlocal painted
        columns, height = size()
        lines = [cut(row, columns) for row in rows(columns)]
        room = max(height - 1, 0)
        if len(lines) > room:
            shown = max(room - 1, 0)
            lines = [*lines[:shown], cut(f"(and {len(lines) - shown} more)", columns)][:room]
        painted = len(lines)
        if not lines:
            return ""
        body = "\x1b[?7l" + "".join(f"\r\n{line}" for line in lines) + "\x1b[?7h"
        return body + home(painted)

    def erase() -> str:
        nonlocal painted
        if not painted:
            return ""
        painted = 0
        return "\x1b[1E\x1b[J" + home(1)

    def follow(text: str) -> None:
        nonlocal column, tail
        for glyph in glyphs(text):
            column, tail = column_after(glyph, column, size()[0]), glyph

    def show() -> None:
        write(erase() + paint())

    def hide() -> None:
        write(erase())

    def wrap(out: Write) -> Write:
        def through(text: str) -> None:
            gone = erase()
            follow(text)
            out(gone + text + paint())

        return through

    return show, hide, wrap
