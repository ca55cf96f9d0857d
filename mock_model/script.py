"""What a script is written in.

A script is a generator: it yields what the model says and does in a round, and receives what the
agent told it in return. It imports little, because a process starts for every run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from random import Random
from typing import NamedTuple


class Call(NamedTuple):
    """One tool call; `arguments` is the JSON text as the model writes it."""

    name: str
    arguments: str


class Round(NamedTuple):
    """What the model says in one round and which tools it calls; no call means the final answer."""

    text: str
    calls: tuple[Call, ...]


class Told(NamedTuple):
    """What came back: a result for each call, in order, and the reminders that followed."""

    results: tuple[str, ...]
    reminders: tuple[str, ...]


Script = Generator[Round, Told, None]
"""What a script function returns."""

Scripts = dict[str, Callable[[Random], Script]]
"""A lab's scripts by the `INJECT` mode that plays them; `""` is the default."""


def call(name: str, **arguments: object) -> Call:
    """A call with well-formed arguments."""
    return Call(name, json.dumps(arguments))


def say(text: str, *calls: Call) -> Round:
    """A round: some text, then some calls."""
    return Round(text, calls)
