"""Where text goes: a terminal or not, how large, and how to write to it."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Screen:
    """An output and what is known of it.

    `write` takes text and shows it at once. `tty` says whether control sequences have a meaning
    there. `size` gives columns and rows, and may change between two calls.
    """

    write: Callable[[str], None]
    tty: bool
    size: Callable[[], tuple[int, int]]


def open_screen(stream: TextIO | None = None, environ: Mapping[str, str] = os.environ) -> Screen:
    """The screen behind `stream` (standard output if none is given).

    No control sequence goes to a file, a pipe, a dumb terminal or a CI log.
    """
    out = sys.stdout if stream is None else stream
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # a pipe on Windows has no line-drawing characters
    plain = environ.get("TERM", "") in {"", "dumb"} and os.name != "nt"

    def write(text: str) -> None:
        out.write(text)
        out.flush()

    def size() -> tuple[int, int]:
        try:
            return os.get_terminal_size(out.fileno())
        except OSError:
            return shutil.get_terminal_size()

    return Screen(write, out.isatty() and not plain and "CI" not in environ, size)


class BlockPrinter:
    """Shows a block of rows where there is no terminal, or no panel: between two lines of text.

    The block is printed again only when it changed, and never inside a line.
    """

    def __init__(self, rows: Callable[[], list[str]], write: Callable[[str], None]) -> None:
        self._rows = rows
        self._write = write
        self._printed: list[str] = []
        self._inside_line = False

    def show(self) -> None:
        """Print the block, if it changed and a line has just ended."""
        rows = self._rows()
        if rows != self._printed and not self._inside_line:
            self._printed = rows
            self._write("".join(f"{row}\n" for row in rows))

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """A function that passes text on to `out`, unchanged, and then shows the block."""

        def write(text: str) -> None:
            out(text)
            self._inside_line = not text.endswith("\n") if text else self._inside_line
            self.show()

        return write
