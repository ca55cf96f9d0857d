"""Student text made fit to be shown."""

from __future__ import annotations

import pytest

from grader.shown import LONGEST, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, 日本 and é", "plain text, 日本 and é"),
        ("two\nlines", "two\nlines"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("over\rwritten\b", r"over\rwritten\x08"),
        ("a\ttab\0", r"a\ttab\x00"),
        ("\x9b2J", r"\x9b2J"),
        ("\u202egnirts", r"\u202egnirts"),
        ("\u2028", r"\u2028"),
        ("\ud800", r"\ud800"),
        ("[red]x[/red] :smile:", "[red]x[/red] :smile:"),
        ("a\\b", "a\\b"),
        ("", ""),
    ],
    ids=ascii,
)
def test_shown_spells_out_controls(text: str, shown: str) -> None:
    """Control characters are spelled out; line ends, markup and other scripts stay as they are."""
    assert shown == shortened(text)


def test_shown_keeps_the_longest() -> None:
    """A text of exactly the longest length is kept whole."""
    assert "x" * LONGEST == shortened("x" * LONGEST)


def test_shown_says_the_length() -> None:
    """A longer text is cut, and its length is said."""
    assert "x" * LONGEST + "… (1,000,000 characters in all)" == shortened("x" * 1_000_000)


def test_shown_cuts_spelled_text() -> None:
    """What is cut is cut after spelling out: the result is never much longer than the longest."""
    assert len(shortened("\0" * 5000)) < LONGEST + 100


def test_shown_bounds_spelled_text() -> None:
    """A text of control characters that is just short enough does not grow beyond the longest."""
    assert len(shortened("\U000e0001" * LONGEST)) < LONGEST + 100
