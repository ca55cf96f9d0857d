"""Given: what a call shows, by rules that a model cannot talk its way around.

A model says what it believes and what it is about to do. Which requirement a call touched, what a
command counted, and whether a call saw anything at all is read from the calls themselves.
"""

from __future__ import annotations

import json
import posixpath
import re
from typing import TYPE_CHECKING, Any

from mca.messages import Call

if TYPE_CHECKING:
    from belief_ledger.ledger.tables import Observation, Requirement

OWN_TOOLS = ("record_fact", "write_requirement", "start_approach", "split_requirement")
"""The tools that write to the tables: book-keeping, not work."""

KEPT_IN = ".mca"
"""The folder of the tables. What is read there is what the model claimed itself, and proves nothing."""


def looked(call: Call) -> bool:
    """Whether a call that ran saw anything of the world: not book-keeping, not the tables' own file.

    A failed command did look: that three tests fail is the best evidence there is.
    """
    return call.name not in OWN_TOOLS and KEPT_IN not in call.arguments


def of_the_world(result: str) -> str:
    """A result without the lines that come from the tables' own folder, as a search of everything brings them up."""
    return "\n".join(line for line in result.splitlines() if f"{KEPT_IN}/" not in line)


def touches(seen: Observation, row: Requirement) -> bool:
    """Whether a call was an action on a requirement: it ran its command, or named one of its files."""
    if not seen.looked:
        return False
    arguments = _arguments(seen)
    path, command = (str(arguments.get(name, "")) for name in ("path", "command"))
    if verifies(seen, row) or (path and posixpath.normpath(path) in row.files):
        return True
    return any(re.search(rf"(?<![\w./-]){re.escape(file)}(?![\w-])", command) for file in row.files)


def verifies(seen: Observation, row: Requirement) -> bool:
    """Whether a call ran the command that verifies a requirement, to the letter."""
    return seen.tool == "run_command" and str(_arguments(seen).get("command", "")).strip() == row.command.strip()


def count_left(seen: Observation) -> int | None:
    """What a verifying command counted: the number before the last `failed`, or 0 if it succeeded without a word of it.

    `None` for one that failed without a count: it crashed, which is not the same as nothing left.
    """
    counts = re.findall(r"(\d+) failed", seen.output)
    if counts:
        return int(counts[-1])
    return 0 if seen.ok else None


def _arguments(seen: Observation) -> dict[str, Any]:
    try:
        arguments = json.loads(seen.arguments or "{}")
    except ValueError:
        return {}
    return arguments if isinstance(arguments, dict) else {}
