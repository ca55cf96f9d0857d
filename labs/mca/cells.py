"""How wide text is on a terminal, which is not how long it is.

A Chinese character takes two cells, a combining accent none. A terminal that has just filled the
last cell of a row does not go to the next row before another character comes.
"""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

TAB_CELLS = 8


def clip(text: str, cells: int) -> str:
    """`text` in at most `cells` cells; what was too long ends with an ellipsis.

    >>> clip("find the bug", 8)
    'find th…'
    """
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, cells - 1) + "…" if cells > 0 else ""


def column_after(text: str, column: int, columns: int) -> int:
    """The column of the cursor once `text` is written from `column`, in a screen of `columns`.

    Columns count from 0; `columns` itself means that the row is full and the cursor waits.

    >>> column_after("ab", 78, 80)
    80
    >>> column_after("abc", 78, 80)
    1
    """
    for character in text:
        if character in "\r\n":
            column = 0
        elif character == "\t":
            column = min(column - column % TAB_CELLS + TAB_CELLS, columns - 1)
        elif (width := cell_len(character)) and column + width > columns:
            column = width
        else:
            column += width
    return column


def last_glyph(text: str) -> str:
    r"""The last character of `text`, with the combining ones that sit on it.

    >>> last_glyph("cafe\\u0301") == "e\\u0301"
    True
    """
    start = len(text) - 1
    while start > 0 and not cell_len(text[start]):
        start -= 1
    return text[start:]
