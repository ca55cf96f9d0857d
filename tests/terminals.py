"""Three terminals behind one face: two emulators, and tmux."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import avt


class Look(NamedTuple):
    """What a person sees: the rows without blanks at the end, and where the cursor is.

    How the cursor's row is counted is the terminal's business: looks of one kind compare.
    """

    rows: list[str]
    cursor: tuple[int, int]


class ATerminal(Protocol):
    """A terminal to write on and to look at."""

    def write(self, text: str) -> None:
        """Show text."""

    def resize(self, columns: int, rows: int) -> None:
        """Change the size."""

    def look(self) -> Look:
        """What it shows now, scrollback included."""


def trimmed(rows: list[str]) -> list[str]:
    """Rows without blanks at their end, and without blank rows at the end."""
    rows = [row.rstrip() for row in rows]
    while rows and not rows[-1]:
        rows.pop()
    return rows


class Avt:
    """The emulator that the grader uses."""

    def __init__(self, columns: int, rows: int) -> None:
        self._emulator = avt.Vt(columns, rows, None)  # type: ignore[attr-defined]  # its stub forgets to export it

    def write(self, text: str) -> None:
        """Show text."""
        self._emulator.feed_str(text.replace("\n", "\r\n"))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; long rows are wrapped anew."""
        self._emulator.resize(columns, rows)

    def look(self) -> Look:
        """Every row as displayed; the cursor by its row from the top of the scrollback."""
        lines, cursor = self._emulator.lines(), self._emulator.cursor
        return Look(
            trimmed([line.text for line in lines]), (len(lines) - self._emulator.size[1] + cursor.row, cursor.col)
        )


class Ghostty:
    """The emulator inside the terminal Ghostty: another opinion."""

    def __init__(self, columns: int, rows: int) -> None:
        import pyghostty  # noqa: PLC0415 -- not there on every system

        self._emulator = pyghostty.Terminal(columns, rows)

    def write(self, text: str) -> None:
        """Show text."""
        self._emulator.feed(text.replace("\n", "\r\n"))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; long rows are wrapped anew."""
        self._emulator.resize(columns, rows)

    def look(self) -> Look:
        """Every row as displayed; the cursor by its row from the top of the scrollback."""
        from pyghostty import core  # noqa: PLC0415 -- see above

        terminal, (columns, height) = self._emulator, self._emulator.size
        total = terminal.get("total_rows", "size_t")
        everything = core.init_sized("GhosttySelection")  # it has no public way to the rows of the scrollback
        everything.start = terminal.ref(0, 0, "screen")[0]
        everything.end = terminal.ref(columns - 1, total - 1, "screen")[0]
        column, row = terminal.cursor
        rows = trimmed(terminal._format_sel(everything).split("\n"))  # noqa: SLF001 -- see above
        return Look(rows, (total - height + row, column))


class Tmux:
    """A window of tmux, written to through its terminal device."""

    def __init__(self, columns: int, rows: int, socket: Path) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        size = ["-x", str(columns), "-y", str(rows)]
        self._run("new-session", "-d", *size, "sleep 600", ";", "set", "-g", "status", "off")
        self.resize(columns, rows)
        self._device = Path(self._run("display", "-p", "#{pane_tty}"))

    def write(self, text: str) -> None:
        """Show text; the terminal driver makes two of each newline."""
        with self._device.open("wb", buffering=0) as device:
            device.write(text.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the size."""
        self._run("resize-window", "-x", str(columns), "-y", str(rows))

    def look(self) -> Look:
        """Every row as displayed, once nothing changes any more."""
        looks = [self._look()]
        while len(looks) < 3 or looks[-1] != looks[-3]:
            time.sleep(0.02)
            looks.append(self._look())
        return looks[-1]

    def close(self) -> None:
        """End the server of this window."""
        self._run("kill-server")

    def _look(self) -> Look:
        history, row, column = map(int, self._run("display", "-p", "#{history_size} #{cursor_y} #{cursor_x}").split())
        return Look(trimmed(self._run("capture-pane", "-p", "-S", "-", "-E", "-").split("\n")), (history + row, column))

    def _run(self, *arguments: str) -> str:
        return subprocess.run([*self._tmux, *arguments], capture_output=True, text=True, check=True).stdout.rstrip("\n")


MakeTerminal = Callable[[int, int], ATerminal]


@contextmanager
def tmux_windows(folder: Path) -> Iterator[MakeTerminal]:
    """Makes tmux windows that are closed with the block."""
    made: list[Tmux] = []

    def make(columns: int, rows: int) -> Tmux:
        made.append(Tmux(columns, rows, folder / f"tmux-{len(made)}"))
        return made[-1]

    try:
        yield make
    finally:
        for window in made:
            window.close()
