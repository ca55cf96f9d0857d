"""`python -m grader check_labs`: hold every lab, or one, to the rules."""

from __future__ import annotations

import argparse

from rich.text import Text

from grader.rules import RULES
from grader.show import show
from mca.lab import LABS, find_lab, read_lab

EXIT_FINE, EXIT_BROKEN = 0, 1


def run(arguments: argparse.Namespace) -> int:
    """Ask every rule, show what is wrong, and return 1 if anything is. Raises `LabError` for a malformed lab."""
    folders = sorted(path.parent for path in LABS.glob("*/lab.toml"))
    labs = [find_lab(arguments.lab)] if arguments.lab else [read_lab(folder) for folder in folders]
    broken = 0
    for lab in labs:
        show(Text(lab.slug, "bold"))
        for rule in RULES:
            problems = list(rule(lab))
            broken += bool(problems)
            state = Text("broken", "red") if problems else Text("holds ", "green")
            show(Text.assemble("  ", state, "  ", (rule.__doc__ or "").partition("\n")[0]), wrap=False)
            show(*(Text(f"          {problem}") for problem in problems), wrap=False)
    return EXIT_BROKEN if broken else EXIT_FINE
