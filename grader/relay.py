"""The scripted model of one scenario, and the record of what it was told and what it said.

The model runs in a process of its own. Its frames pass through here on their way to the child and
back, so the record is made where student code cannot reach.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from grader.exceptions import OwnFault
from grader.processes import environment, python
from mca.lab import Lab


@dataclass(frozen=True, slots=True)
class Exchange:
    """One round: the messages that the model was sent, and the frames of its reply."""

    messages: list[dict[str, Any]]
    reply: list[dict[str, Any]] = field(default_factory=list)


class Relay:
    """A model process that plays one mode of a lab's scripts, and everything that it exchanged."""

    def __init__(self, lab: Lab, mode: str, seed: int) -> None:
        self.exchanges: list[Exchange] = []
        self._mode = mode
        self._process = subprocess.Popen(
            python("mock_model.__main__", str(lab.folder / "scripts.py"), str(seed), site=False),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(INJECT=mode),
            start_new_session=True,
        )

    def ask(self, messages: list[dict[str, Any]]) -> Iterator[bytes]:
        """Put a conversation to the model and yield the lines of its reply, recording both.

        Raises `OwnFault` when the script cannot answer: scripts are the lab's, not the student's.
        """
        exchange = Exchange(messages)
        self.exchanges.append(exchange)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None  # noqa: S101, PT018 -- asked for above
        stdin.write(json.dumps({"messages": messages}).encode() + b"\n")
        stdin.flush()
        for line in stdout:
            frame = json.loads(line)
            if "error" in frame:
                raise OwnFault(f"the scripted model says: {frame['error']}")
            exchange.reply.append(frame)
            yield line
            if "done" in frame:
                return
        raise OwnFault(f"the scripted model, INJECT={self._mode!r}, ended in the middle of a reply")

    def end(self) -> None:
        """End the model's process."""
        self._process.kill()

    def close(self) -> None:
        """Wait for it, and let go of its pipes; after `end`."""
        self._process.communicate()
