"""The scripted model without a process of its own: the two ends of a wire, in one object."""

from __future__ import annotations

import json

from mock_model.player import Player
from mock_model.script import Scripts


class InProcess:
    """Takes request lines by `send` and hands out reply lines by `receive`."""

    def __init__(self, scripts: Scripts, mode: str = "", seed: int = 0) -> None:
        self._player = Player(scripts, mode, seed)
        self._lines: list[str] = []

    def send(self, line: str) -> None:
        """Take one request; its whole reply is ready at once."""
        self._lines += [json.dumps(frame) + "\n" for frame in self._player.reply(json.loads(line)["messages"])]

    def receive(self) -> str:
        """The next line of the reply; empty if there is none."""
        return self._lines.pop(0) if self._lines else ""
