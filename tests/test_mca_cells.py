"""How wide text is on a terminal, and where the cursor is after it."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from mca.cells import clip, column_after, last_glyph


@pytest.mark.parametrize(
    ("text", "cells", "clipped"),
    [
        ("", 5, ""),
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("abcd", 1, "…"),
        ("日本", 4, "日本"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日 …"),
        ("e\u0301e\u0301", 2, "e\u0301e\u0301"),
        ("👍👍", 3, "👍…"),
    ],
)
def test_clip_fits_the_cells(text: str, cells: int, clipped: str) -> None:
    """Text that fits stays as it is; what is too wide is cut and ends with an ellipsis."""
    assert clipped == clip(text, cells)


@pytest.mark.parametrize("text", ["a" * 40, "日" * 20, "a日" * 13, "日a" * 13, "e\u0301" * 40])
def test_clip_never_gets_wider(text: str) -> None:
    """No result is wider than asked for, nor narrower where the text is wide enough."""
    assert [(cells, cells) for cells in range(1, 30)] == [
        (cells, cell_len(clip(text, cells))) for cells in range(1, 30)
    ]


def test_clip_to_no_cells() -> None:
    """In no cells at all there is room for nothing."""
    assert "" == clip("ab", 0)


@pytest.mark.parametrize(
    ("text", "column", "after"),
    [
        ("", 4, 4),
        ("abc", 0, 3),
        ("abc", 7, 10),
        ("abcd", 7, 1),
        ("a", 10, 1),
        ("a" * 25, 0, 5),
        ("a" * 20, 0, 10),
        ("ab\ncd", 7, 2),
        ("abc\n", 0, 0),
        ("abc\rd", 0, 1),
        ("\n", 10, 0),
        ("日", 8, 10),
        ("日", 9, 2),
        ("日本語日本", 0, 10),
        ("e\u0301", 9, 10),
        ("\u0301", 10, 10),
        ("\u0301", 4, 4),
    ],
)
def test_column_follows_the_text(text: str, column: int, after: int) -> None:
    """On ten columns the column counts cells, wraps, returns with a line end, and waits on a full row."""
    assert after == column_after(text, column, 10)


@pytest.mark.parametrize(
    ("text", "column", "after"),
    [("\t", 0, 8), ("\t", 7, 8), ("\t", 8, 16), ("a\tb", 0, 9), ("\t", 16, 19), ("\t", 19, 19), ("\t", 20, 19)],
)
def test_column_after_a_tab(text: str, column: int, after: int) -> None:
    """A tab goes to the next multiple of eight, and no further than the last of the twenty columns."""
    assert after == column_after(text, column, 20)


def test_column_is_the_same_in_pieces() -> None:
    """Text that comes piece by piece leaves the cursor where the whole would."""
    text = "ab\tc日本語日本語 e\u0301xyz\n日" * 3
    column = 0
    for character in text:
        column = column_after(character, column, 13)

    assert column_after(text, 0, 13) == column


@pytest.mark.parametrize(
    ("text", "glyph"),
    [
        ("abc", "c"),
        ("a日", "日"),
        ("cafe\u0301", "e\u0301"),
        ("e\u0301\u0323", "e\u0301\u0323"),
        ("e\u0301x", "x"),
        ("\u0301", "\u0301"),
        ("", ""),
    ],
)
def test_last_glyph_keeps_its_accents(text: str, glyph: str) -> None:
    """The last character comes with every combining one that sits on it."""
    assert glyph == last_glyph(text)
