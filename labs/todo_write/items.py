"""Given: what an item is, which states it can have, and how each is shown."""

from __future__ import annotations

from dataclasses import dataclass

MARKS = {"pending": "[ ]", "in_progress": "[>]", "completed": "[x]"}
"""The states that an item can have, each with its mark."""


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One item as the model wrote it. Frozen: a list that was taken over cannot change behind its owner's back."""

    id: str
    text: str
    # A plain string, because a model can write anything: to refuse is the manager's business.
    status: str = "pending"
