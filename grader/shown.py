"""Student text made fit to be shown: it is data, never markup, never a control sequence."""

from __future__ import annotations

LONGEST = 1200


def shown(text: str) -> str:
    """The text with every control character but the newline spelled out."""
    return "".join(c if c == "\n" or c.isprintable() else repr(c)[1:-1] for c in text)


def shortened(text: str) -> str:
    """The text as `shown`, cut where that gets long, with the length of the text said."""
    visible = shown(text[: LONGEST + 1])
    if len(visible) <= LONGEST:
        return visible
    return f"{visible[:LONGEST]}… ({len(text):,} characters in all)"
