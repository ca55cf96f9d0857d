"""Given: the tools through which the model writes the tables. What may be written, the tables decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

if TYPE_CHECKING:
    from belief_ledger.ledger.tables import Write


class RecordFact(Arguments):
    """What is true, and where that was seen: the number of a call, and a part of its output to the letter."""

    id: str
    text: str
    call: int = 0
    quote: str = ""


class Part(Arguments):
    """A requirement that a split makes; also what every requirement has."""

    id: str
    text: str
    command: str
    files: tuple[str, ...] = ()


class WriteRequirement(Part):
    """Something to be done that one command verifies by itself; `blocked_by` is the id of a fact."""

    blocked_by: str = ""


class StartApproach(Arguments):
    """What is tried next, and on which requirement."""

    requirement: str
    approach: str


class SplitRequirement(Arguments):
    """A requirement, and the two that take its place."""

    id: str
    parts: list[Part]


RECORD_FACT = (
    "Write a row of the table World: a fact, the number of the `call` that shows it, and a `quote` from that call's "
    "output, to the letter. The same `id` again changes the row."
)
WRITE_REQUIREMENT = (
    "Write a row of the table Requirements: what is to be done, the `command` that verifies it and prints how many "
    "failed (`2 failed`, say), the `files` that it is about, and the id of a fact that has to be clear first."
)

FORMS: dict[str, tuple[type[Arguments], str]] = {
    "record_fact": (RecordFact, RECORD_FACT),
    "write_requirement": (WriteRequirement, WRITE_REQUIREMENT),
    "start_approach": (StartApproach, "Say which requirement you work on now, and how you go about it."),
    "split_requirement": (SplitRequirement, "Put two smaller requirements in the place of one."),
}


def ledger_tools(write: Callable[[str, Any], Write | None]) -> list[Tool]:
    """The four tools; `write` takes a tool's name and its arguments. They touch no file of the user's."""

    def tool(name: str) -> Tool:
        def run(arguments: Arguments) -> str:
            outcome = write(name, arguments)
            if outcome is None or not outcome.ok:
                raise ToolError(outcome.note if outcome else f"`{name}` does not work like that; go on without it")
            return outcome.note

        form, description = FORMS[name]
        return Tool(name, description, form, run, read_only=True)

    return [tool(name) for name in FORMS]
