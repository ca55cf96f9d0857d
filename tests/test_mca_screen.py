"""Where text goes: terminals and files, and the block that is printed where there is no panel."""

from __future__ import annotations

import fcntl
import io
import os
import struct
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import pytest

from mca.screen import BlockPrinter, open_screen

XTERM = {"TERM": "xterm-256color"}


@pytest.fixture
def terminal() -> Iterator[TextIO]:
    """A terminal of 50 columns and 12 rows."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 50, 0, 0))
    with os.fdopen(slave, "w", encoding="utf-8") as stream:
        yield stream
    os.close(master)


class Printed:
    """A printer of a block that can be changed, and what came out."""

    def __init__(self) -> None:
        self.block: list[str] = []
        self._out: list[str] = []
        self.printer = BlockPrinter(lambda: list(self.block), self._out.append)
        self.write: Callable[[str], None] = self.printer.wrap(self._out.append)

    def text(self) -> str:
        """All that came out."""
        return "".join(self._out)


@pytest.mark.parametrize(
    ("environ", "tty"),
    [
        (XTERM, True),
        ({"TERM": "screen"}, True),
        ({}, False),
        ({"TERM": ""}, False),
        ({"TERM": "dumb"}, False),
        (XTERM | {"CI": "true"}, False),
    ],
)
def test_screen_knows_real_terminals(terminal: TextIO, environ: dict[str, str], tty: bool) -> None:
    """A terminal is one unless it is dumb, says nothing of itself, or is a CI log."""
    assert tty == open_screen(terminal, environ).tty


def test_screen_of_a_file(tmp_path: Path) -> None:
    """A file and a stream in memory are no terminal, whatever the environment says."""
    with (tmp_path / "out.txt").open("w", encoding="utf-8") as file:
        assert not open_screen(file, XTERM).tty

    assert not open_screen(io.StringIO(), XTERM).tty


def test_screen_shows_at_once(tmp_path: Path) -> None:
    """What is written can be seen before the stream is closed."""
    path = tmp_path / "out.txt"
    with path.open("w", encoding="utf-8") as file:
        open_screen(file, XTERM).write("half a li")

        assert "half a li" == path.read_text(encoding="utf-8")


def test_screen_size_has_a_default() -> None:
    """Where no size can be had there is one that every terminal had once."""
    columns, rows = open_screen(io.StringIO(), XTERM).size()

    assert columns > 0
    assert rows > 0


def test_screen_size_is_the_streams(terminal: TextIO) -> None:
    """The size is that of the terminal behind the stream, and follows it."""
    screen = open_screen(terminal, XTERM)
    sizes = [screen.size()]
    fcntl.ioctl(terminal.fileno(), termios.TIOCSWINSZ, struct.pack("HHHH", 24, 70, 0, 0))
    sizes.append(screen.size())

    assert [(50, 12), (70, 24)] == sizes


def test_block_comes_after_the_line() -> None:
    """A block that is new is printed when the line that is being written has ended, and not before."""
    printed = Printed()
    printed.block = ["-- todo", "one"]
    seen = []
    for piece in ("Let me", " see.", "\n", "Well"):
        printed.write(piece)
        seen.append(printed.text())

    assert ["Let me", "Let me see.", "Let me see.\n-- todo\none\n", "Let me see.\n-- todo\none\nWell"] == seen


def test_block_printed_once_unless_changed() -> None:
    """A block that has not changed is not printed again, neither after text nor when asked for."""
    printed = Printed()
    printed.block = ["one"]
    printed.write("a\n")
    printed.write("b\n")
    printed.printer.show()
    printed.block = ["two"]
    printed.write("c\n")
    printed.printer.show()

    assert "a\none\nb\nc\ntwo\n" == printed.text()


def test_block_shown_waits_inside_line() -> None:
    """A block that is asked for inside a line waits for the line's end, and comes then."""
    printed = Printed()
    printed.write("half")
    printed.block = ["one"]
    printed.printer.show()

    assert "half" == printed.text()

    printed.write(" a line\n")

    assert "half a line\none\n" == printed.text()


def test_block_shown_between_lines() -> None:
    """A block that is asked for between two lines comes at once."""
    printed = Printed()
    printed.write("a\n")
    printed.block = ["one"]
    printed.printer.show()

    assert "a\none\n" == printed.text()


def test_block_changed_and_back() -> None:
    """A change that is taken back within a line is never printed."""
    printed = Printed()
    printed.block = ["one"]
    printed.write("a\n")
    printed.block = ["two"]
    printed.write("b")
    printed.block = ["one"]
    printed.write("\n")

    assert "a\none\nb\n" == printed.text()


def test_block_needs_text_to_end() -> None:
    """Empty text neither ends a line nor begins one."""
    printed = Printed()
    printed.write("a")
    printed.block = ["one"]
    printed.write("")

    assert "a" == printed.text()

    printed.write("\n")
    printed.block = ["two"]
    printed.write("")

    assert "a\none\ntwo\n" == printed.text()


def test_block_of_no_rows() -> None:
    """An empty block prints nothing, and one that was emptied is printed when it is back."""
    printed = Printed()
    printed.write("a\n")
    for block in (["one"], [], ["one"]):
        printed.block = block
        printed.write("b\n")

    assert "a\nb\none\nb\nb\none\n" == printed.text()


def test_text_goes_through_unchanged() -> None:
    """Each piece of text is passed on as it is and at once, before the block."""
    out: list[str] = []
    rows: list[str] = []
    write = BlockPrinter(lambda: ["block"], rows.append).wrap(out.append)
    pieces = ["a", "", "\n", "\x1b[1m b \r", "\tc\n"]
    for piece in pieces:
        write(piece)

    assert pieces == out
    assert ["block\n"] == rows
