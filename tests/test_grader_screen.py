"""The emulated terminal that checks look at."""

from __future__ import annotations

import pytest

from grader.screen import Cursor, Terminal, picture


def written(text: str, columns: int = 10, rows: int = 4) -> Terminal:
    """A terminal on which a text was written."""
    terminal = Terminal(columns, rows)
    terminal.write(text)
    return terminal


@pytest.mark.parametrize(
    ("text", "rows", "cursor"),
    [
        ("", [], (0, 0)),
        ("one\ntwo", ["one", "two"], (1, 3)),
        ("one  \n\n", ["one"], (2, 0)),
        ("one\rT", ["Tne"], (0, 1)),
        ("abcdefghijkl", ["abcdefghij", "kl"], (1, 2)),
        ("abcdefghij", ["abcdefghij"], (0, 10)),
        ("日本", ["日本"], (0, 4)),
        ("\x1b[31mred\x1b[0m", ["red"], (0, 3)),
        ("gone\x1b[2K\rhere", ["here"], (0, 4)),
    ],
    ids=ascii,
)
def test_terminal_shows_text(text: str, rows: list[str], cursor: tuple[int, int]) -> None:
    """Rows are what a person sees, a wrapped line being several, and the cursor is where it goes on."""
    terminal = written(text)

    assert rows == terminal.rows
    assert cursor == terminal.cursor


def test_terminal_keeps_its_scrollback() -> None:
    """Rows that scrolled off the top are kept, and the cursor's row counts from the first of them."""
    terminal = written("".join(f"{number}\n" for number in range(500)))

    assert [str(number) for number in range(500)] == terminal.rows
    assert Cursor(500, 0) == terminal.cursor


def test_terminal_takes_pieces() -> None:
    """Text in pieces shows as the whole, even if a sequence is cut in two."""
    terminal = Terminal(10, 4)
    for piece in ("a\x1b", "[3", "1mb", "\x1b[0m\n", "c"):
        terminal.write(piece)

    assert ["ab", "c"] == terminal.rows


def test_terminal_saves_and_restores() -> None:
    """The cursor can be saved, moved and restored."""
    terminal = written("ab\x1b7\nbelow\x1b8c")

    assert ["abc", "below"] == terminal.rows
    assert Cursor(0, 3) == terminal.cursor


def test_terminal_restores_after_scrolling() -> None:
    """A cursor saved before the screen scrolls comes back to the same place of the screen, not of the text."""
    terminal = written("1\n2\n3\n4\x1b7\n5\x1b8!")

    assert ["1", "2", "3", "4", "5!"] == terminal.rows


def test_terminal_tells_hidden_cursor() -> None:
    """A hidden cursor is told from one that can be seen."""
    terminal = written("text")

    assert terminal.cursor_visible
    terminal.write("\x1b[?25l")

    assert not terminal.cursor_visible


def test_picture_marks_the_cursor() -> None:
    """A picture has every row behind a bar, and the cursor's behind an arrow."""
    assert "| one\n> two\n| three" == picture(["one", "two", "three"], 1)


def test_picture_counts_rows_above() -> None:
    """Of many rows the last are shown, and how many are above is said."""
    assert "(3 more above)\n| 3\n> 4" == picture(["0", "1", "2", "3", "4"], 4, last=2)


def test_picture_of_nothing_is_shown() -> None:
    """An empty screen has a picture too."""
    assert "> " == picture([], 0)


@pytest.mark.parametrize(
    "repeat", ["\x1b[65535b", "\x1b[65\n535b", "\x9b65535b", "\x1b\x1b[1b[65535b", "\x1b[\x1b[1b65535b"], ids=repr
)
def test_terminal_repeats_nothing(repeat: str) -> None:
    """A request to repeat a character is passed over, however it is wrapped up: it would fill any memory."""
    terminal = Terminal(40, 5)

    terminal.write(f"x{repeat * 50}")

    assert len(terminal.rows) < 200
    assert "x" * 40 not in terminal.rows


def test_terminal_forgets_in_the_end() -> None:
    """What scrolled off the top is kept for longer than any check needs, and not for ever."""
    terminal = Terminal(10, 5)

    terminal.write("\n" * 20_000 + "end")

    assert 1000 < len(terminal.rows) < 10_000
    assert "end" == terminal.rows[-1]
