"""Student text made fit to be shown: it is data, never markup, never a control sequence."""

from __future__ import annotations

LONGEST = 1200


def shortened(text: str) -> str:
    """The text with control characters spelled out, cut where it gets long, its length said."""
    visible = "".join(c if c == "\n" or c.isprintable() else repr(c)[1:-1] for c in text[: LONGEST + 1])
    if len(text) <= LONGEST:
        return visible
    return f"{visible[:LONGEST]}… ({len(text):,} characters in all)"
