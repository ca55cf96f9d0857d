"""Writes what a command has to show on standard output."""

from __future__ import annotations

import sys

from rich.console import Console, RenderableType


def show(*parts: RenderableType, wrap: bool = True) -> None:
    """Print texts as they are: no markup, no emoji, colours only where a terminal takes them."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a console that lacks a character still shows the rest
    console = Console(highlight=False, markup=False, emoji=False)
    for part in parts:
        console.print(part, soft_wrap=not wrap)
