"""The scripted model of one scenario, and the record of what it was told and what it said.

The model runs in a process of its own. Its frames pass through here on their way to the child and
back, so the record is made where student code cannot reach.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from grader.child import Child
from grader.exceptions import OwnFault


@dataclass(frozen=True, slots=True)
class Exchange:
    """One round: the messages that the model was sent, and the frames of its reply."""

    messages: list[dict[str, Any]]
    reply: list[dict[str, Any]] = field(default_factory=list)


class Relay:
    """A model process, and everything that was exchanged with it."""

    def __init__(self, model: Child) -> None:
        self.exchanges: list[Exchange] = []
        self._model = model

    def ask(self, messages: list[dict[str, Any]]) -> Iterator[bytes]:
        """Put a conversation to the model and yield the lines of its reply, recording both.

        Raises `OwnFault` when the script cannot answer: scripts are the lab's, not the student's.
        """
        exchange = Exchange(messages)
        self.exchanges.append(exchange)
        try:
            self._model.requests.write(json.dumps({"messages": messages}).encode() + b"\n")
            self._model.requests.flush()
        except OSError as error:
            raise OwnFault("the scripted model has ended") from error
        for line in self._model.replies:
            frame = json.loads(line)
            if "error" in frame:
                raise OwnFault(f"the scripted model says: {frame['error']}")
            exchange.reply.append(frame)
            yield line
            if "done" in frame:
                return
        raise OwnFault("the scripted model ended in the middle of a reply")

    def end(self) -> None:
        """End the model's process, whatever it is doing."""
        self._model.end()
