"""What the scripted model said in each round and what it was told afterwards; rounds count from 1."""

from __future__ import annotations

import json
from typing import Any

from grader.relay import Exchange


class Transcript:
    """The exchanges with the model, as the relay recorded them."""

    def __init__(self, exchanges: list[Exchange]) -> None:
        self._exchanges = exchanges

    @property
    def rounds(self) -> int:
        """How often the model was asked."""
        return len(self._exchanges)

    def calls(self, number: int) -> list[tuple[str, dict[str, Any]]]:
        """The tool calls of one round, by name and arguments; none for a round that did not happen."""
        if number > self.rounds:
            return []
        frames = [frame["call"] for frame in self._exchanges[number - 1].reply if "call" in frame]
        return [(frame["name"], json.loads(frame["arguments"])) for frame in frames]

    def results(self, number: int) -> list[str]:
        """What the model was told of the calls of one round, in order."""
        return [message["text"] for message in self._told(number) if message["role"] == "tool"]

    def reminders(self, number: int) -> list[str]:
        """What the model was told with the user role after one round."""
        return [message["text"] for message in self._told(number) if message["role"] == "user"]

    def _told(self, number: int) -> list[dict[str, Any]]:
        """The messages that were new in the next request; none if there was no next one."""
        if number >= self.rounds:
            return []
        before, after = self._exchanges[number - 1].messages, self._exchanges[number].messages
        return after[len(before) + 1 :]  # the one in between is the model's own
