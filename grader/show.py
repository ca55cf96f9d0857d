"""Writes what a command has to show on standard output."""

from __future__ import annotations

import sys

from rich.console import Console, RenderableType


def show(*parts: RenderableType, wrap: bool = True) -> None:
    """Print texts as they are: no markup, no emoji, colours only where a terminal takes them."""
    console = _console()
    for part in parts:
        console.print(part, soft_wrap=not wrap, crop=False)


def clear() -> None:
    """Begin anew at the top of a terminal's screen; anywhere else, do nothing."""
    _console().clear()


def _console() -> Console:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a console that lacks a character still shows the rest
    return Console(highlight=False, markup=False, emoji=False)
