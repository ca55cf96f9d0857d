"""A block below streaming text, judged beside a screen that shows the text alone."""

from __future__ import annotations

import pytest

from grader.side_by_side import SideBySide

BLOCK = ["[ ] one", "[x] two"]
BELOW = "\x1b7\r\n[ ] one\r\n[x] two\x1b8"
"""Paints the block below the cursor, where there is room."""


def screens(written: str, text: str) -> SideBySide:
    """Two screens of 20 columns and 6 rows on which something was written."""
    both = SideBySide(20, 6)
    both.play(written, text)
    return both


@pytest.mark.parametrize(
    ("written", "text", "block"),
    [
        ("", "", []),
        ("a line\nhalf", "a line\nhalf", []),
        (f"a line\nhalf{BELOW}", "a line\nhalf", BLOCK),
        (f"half{BELOW}", "half", BLOCK),
        (f"a line\n{BELOW}", "a line\n", BLOCK),
        (f"half{BELOW}\x1b[J", "half", []),
        ("x" * 20, "x" * 20, []),
        (f"{'x' * 19}{BELOW}", "x" * 20, BLOCK),
    ],
    ids=["empty", "text", "block", "one row", "new line", "hidden", "full row", "held glyph"],
)
def test_side_by_side_agrees(written: str, text: str, block: list[str]) -> None:
    """The text as it is alone with the block right below it is no difference; a glyph may wait for its row."""
    assert screens(written, text).difference(block) is None


@pytest.mark.parametrize(
    ("written", "text", "block"),
    [
        ("half", "half", BLOCK),
        (f"half{BELOW}", "half", []),
        (f"half{BELOW}", "half", BLOCK[:1]),
        (f"half{BELOW}", "half", BLOCK[::-1]),
        (f"half{BELOW}", "hall", BLOCK),
        (f"half\n{BELOW}\x1b[A", "half", BLOCK),
        (f"half{BELOW}\x1b[D", "half", BLOCK),
        (f"half{BELOW}\x1b[?25l", "half", BLOCK),
        (f"half{BELOW}\x1b[3B\r\n[ ] one\x1b[1;5H", "half", BLOCK),
        (f"{'x' * 18}{BELOW}", "x" * 20, BLOCK),
        ("x" * 19, "x" * 20, []),
    ],
    ids=[
        "no block",
        "block left",
        "row too many",
        "other order",
        "other text",
        "gap",
        "cursor",
        "hidden cursor",
        "twice",
        "two glyphs held",
        "held at the end",
    ],
)
def test_side_by_side_differs(written: str, text: str, block: list[str]) -> None:
    """Every row counts, and so do the cursor's place and that it can be seen."""
    assert screens(written, text).difference(block) is not None


@pytest.mark.parametrize(
    ("shown", "agrees"),
    [
        ("a task that is wide", True),
        ("a task that is wi…", True),
        ("a task that...", True),
        ("a task", False),
        ("b task that is wide", False),
    ],
)
def test_wide_rows_may_be_cut(shown: str, agrees: bool) -> None:
    """A row wider than the screen may be cut, if more than half of it is left."""
    both = screens(f"half\x1b7\r\n{shown}\x1b8", "half")

    assert agrees == (both.difference(["a task that is wider than the screen"]) is None)


def test_narrow_rows_stay_whole() -> None:
    """A row that fits is not cut."""
    assert screens("half\x1b7\r\n[ ] o…\x1b8", "half").difference(["[ ] one"]) is not None


def test_side_by_side_follows_scrolling() -> None:
    """What has scrolled off the screen counts, and so do pieces that come one after the other."""
    both = SideBySide(20, 6)
    for number in range(10):
        both.play(f"{number}\n", f"{number}\n")
    assert both.difference([]) is None

    both.play("\x1b[H\x1b[2J", "")

    assert both.difference([]) is not None


def test_difference_shows_both_screens() -> None:
    """A difference has what should be seen and what is seen, with the cursor, as a person can read it."""
    difference = screens("half", "half").difference(["[ ] one"])

    assert difference is not None
    expected, got = map(str, difference)

    assert "the cursor (>) in column 4 of row 1\n> half\n| [ ] one" == expected
    assert "the cursor (>) in column 4 of row 1\n> half" == got


def test_difference_tells_hidden_cursor() -> None:
    """When only the cursor is hidden that should be seen, what is expected and got read differently."""
    difference = screens(f"half{BELOW}\x1b[?25l", "half").difference(BLOCK)

    assert difference is not None
    expected, got = map(str, difference)

    assert expected != got
