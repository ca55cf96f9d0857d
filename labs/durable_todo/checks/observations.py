"""The shapes of what `scenarios.py` reports: data from beside student code, held to exact types."""

from __future__ import annotations

from typing import Any

from grader.checks import Observation


class CallSeen(Observation):
    """A call that was noted on a task."""

    tool: str
    file: str
    summary: str
    ok: bool
    at: str


class ItemSeen(Observation):
    """A task."""

    id: str
    summary: str
    detail: str
    status: str
    priority: str
    depends_on: list[str]
    file_hints: list[str]
    created_at: str
    updated_at: str
    started_at: str
    reason: str
    waiting: bool
    evidence: list[CallSeen]


class TextsSeen(Observation):
    """Sentences, one for each question."""

    answers: list[str]


class IdsSeen(Observation):
    """Ids, some for each question."""

    answers: list[list[str]]


class LinesSeen(Observation):
    """Lines, some for each question."""

    answers: list[list[str]]


class MovesSeen(Observation):
    """Moves, some for each question; a move is an id and a state."""

    answers: list[list[list[str]]]


class TasksSeen(Observation):
    """One task, or none, for each question."""

    answers: list[ItemSeen | None]


class States(dict[str, str]):
    """The state of each task by its id; of one that is not on the list, just that."""

    def __missing__(self, _: str) -> str:
        return "no longer on the list"


class StepSeen(Observation):
    """What the board said to one operation, and its list afterwards."""

    ok: bool
    text: str
    items: list[ItemSeen]

    @property
    def states(self) -> States:
        """The state of each task by its id."""
        return States({item.id: item.status for item in self.items})


class BoardSeen(Observation):
    """A board, step by step."""

    steps: list[StepSeen]


class OutcomeSeen(Observation):
    """What came of one call of the model: whether it worked, what the model was told, and the list afterwards."""

    ok: bool
    result: str
    items: list[ItemSeen]


class TurnSeen(Observation):
    """A whole turn, and what the gate asked about."""

    asked: list[str]
    outcomes: list[OutcomeSeen]
    reason: str
    items: list[ItemSeen]


class StoreStepSeen(Observation):
    """What a store gave for one step, and the files in its folder afterwards."""

    answer: Any
    files: dict[str, str]


class StoresSeen(Observation):
    """Stores that share a folder, run by run and step by step.

    And the numbers of the processes that they are in, by store; `""` stands for all others.
    """

    runs: list[list[StoreStepSeen]]
    processes: dict[str, str]


Held = list[list[str]] | str
"""The ids and summaries in a file, or what is wrong with it."""


class SaveSeen(Observation):
    """What a whole save said, what the file holds then, and at how many moments one can be killed in it."""

    answer: str
    holds: Held
    moments: int


class KillSeen(Observation):
    """A kill: whether it came, what the file held, and how the next save went."""

    moment: int
    died: bool
    holds: Held
    after: SaveSeen


class SyncSeen(Observation):
    """Something that was synced or renamed; `onto` is the name in the folder that a file was renamed to."""

    did: str
    onto: str
    synced: bool


class KillsSeen(Observation):
    """Two whole saves, what was synced and renamed in the second, the old file after it, and the kills."""

    saves: list[SaveSeen]
    order: list[SyncSeen]
    before: Held
    kills: list[KillSeen]


class ResumeSeen(Observation):
    """What the user and the model see when a list is taken up again."""

    notice: str
    instruction: str
    screen: str
    rules: str
