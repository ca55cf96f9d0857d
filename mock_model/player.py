"""Plays one script: one request in, the frames of one reply out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from mock_model.script import Round, Scripts, Told

LONGEST_PIECE = 9
CHARACTERS_PER_TOKEN = 4
"""A rule of thumb for English text; the count feeds a limit, not a bill."""

Frame = dict[str, Any]


class Player:
    """Answers requests from the script of one mode, in order.

    The same scripts, mode and seed give the same frames for the same requests.
    """

    def __init__(self, scripts: Scripts, mode: str = "", seed: int = 0) -> None:
        self._mode = mode
        self._rounds = 0
        self._calls = 0
        self._pieces = Random(f"{seed}/pieces")
        self._refusal = _unknown(scripts, mode)
        if not self._refusal:
            self._script = scripts[mode](Random(f"{seed}/{mode}"))

    def reply(self, messages: Sequence[dict[str, Any]]) -> Iterator[Frame]:
        """The frames that answer a conversation: text in small pieces, calls, and the end."""
        if self._refusal:
            yield {"error": self._refusal}
            return
        self._rounds += 1
        try:
            # A generator takes nothing before its first `yield`.
            said = next(self._script) if self._rounds == 1 else self._script.send(_told(messages))
        except StopIteration:
            yield {"error": f"the script {self._mode or 'default'!r} has no round {self._rounds}"}
            return
        yield from self._frames(said)

    def _frames(self, said: Round) -> Iterator[Frame]:
        rest = said.text
        while rest:
            length = self._pieces.randint(1, LONGEST_PIECE)
            yield {"text": rest[:length]}
            rest = rest[length:]
        for name, arguments in said.calls:
            self._calls += 1
            yield {"call": {"id": f"call-{self._calls}", "name": name, "arguments": arguments}}
        written = len(said.text) + sum(len(arguments) for _, arguments in said.calls)
        yield {"done": {"tokens": written // CHARACTERS_PER_TOKEN}}


def _told(messages: Sequence[dict[str, Any]]) -> Told:
    """What was added to the conversation since the model last spoke."""
    since = len(messages)
    while since and messages[since - 1]["role"] != "assistant":
        since -= 1
    new = messages[since:]
    return Told(
        results=tuple(message["text"] for message in new if message["role"] == "tool"),
        reminders=tuple(message["text"] for message in new if message["role"] == "user"),
    )


def _unknown(scripts: Scripts, mode: str) -> str:
    if mode in scripts:
        return ""
    known = ", ".join(sorted(filter(None, scripts)))
    return f"INJECT={mode!r} is no mode of this lab; the modes are {known}, or leave it unset"
