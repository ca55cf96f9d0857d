"""Writes what a command has to show on standard output."""

from __future__ import annotations

import sys

from rich.console import Console, RenderableType


def show(text: RenderableType) -> None:
    """Print text as it is: no markup, no emoji, colours only where a terminal takes them."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a console that lacks a character still shows the rest
    Console(highlight=False, markup=False, emoji=False).print(text)
