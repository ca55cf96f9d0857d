"""Given: the tools through which the model writes the tables. What may be written, the tables decide."""
# ruff: noqa: INP001 -- a lab is no package: its files are found through the folder above it

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import Field

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool

if TYPE_CHECKING:
    from belief_ledger.ledger.tables import Write

Id = Field(min_length=1, max_length=40, description="a short name; the same one again changes the row")


class RecordFact(Arguments):
    """What is true, and where that was seen."""

    id: str = Id
    text: str
    call: int = Field(default=0, description="the number of the call that shows it")
    quote: str = Field(default="", description="a part of that call's output, to the letter")


class WriteRequirement(Arguments):
    """Something to be done that one command verifies by itself."""

    id: str = Id
    text: str
    command: str = Field(description="verifies it, and prints how many failed, `2 failed` for instance")
    files: tuple[str, ...] = Field(default=(), description="the files that it is about")
    blocked_by: str = Field(default="", description="the id of a fact that has to be clear first")


class StartApproach(Arguments):
    """What is tried next, and on which requirement."""

    requirement: str
    approach: str = Field(min_length=1)


class Part(Arguments):
    """One of the two smaller requirements."""

    id: str = Id
    text: str
    command: str
    files: tuple[str, ...] = ()


class SplitRequirement(Arguments):
    """A requirement, and the two that take its place."""

    id: str
    parts: list[Part]


FORMS: dict[str, tuple[type[Arguments], str]] = {
    "record_fact": (RecordFact, "Write a row of the table World: a fact with its evidence."),
    "write_requirement": (WriteRequirement, "Write a row of the table Requirements."),
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
