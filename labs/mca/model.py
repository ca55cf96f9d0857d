"""What the model sends back, and how to talk to one that lives in another process.

A model is anything with a `reply` method. The agent does not know whether the pieces come from
a script, a file or a network; the one implementation here speaks JSON lines over two callables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mca.exceptions import ModelError
from mca.messages import Call, Message


@dataclass(frozen=True, slots=True)
class Usage:
    """What a reply cost, in tokens; the last piece of every reply."""

    tokens: int


Piece = str | Call | Usage
"""A reply is a stream of these: text as it comes, then the calls, then what it cost."""


class Model(Protocol):
    """A language model, or something that plays one."""

    def reply(self, messages: Sequence[Message], tools: Sequence[dict[str, Any]]) -> Iterator[Piece]:
        """Answer the whole conversation so far.

        The model has no memory: whatever it should know stands in `messages`.
        `tools` are the JSON descriptions of what it may call.
        Raises `ModelError` when no answer can be had.
        """
        ...


class WireModel:
    """A model at the other end of a wire: one JSON line out, several JSON lines back.

    Out: `{"messages": [...], "tools": [...]}`.
    Back, in any number: `{"text": ...}` and `{"call": {"id", "name", "arguments"}}`;
    last, exactly one of `{"done": {"tokens": n}}` and `{"error": "a sentence"}`.

    `receive` returns one line, or an empty string when the other end is gone.
    """

    def __init__(self, send: Callable[[str], None], receive: Callable[[], str]) -> None:
        self._send = send
        self._receive = receive

    def reply(self, messages: Sequence[Message], tools: Sequence[dict[str, Any]]) -> Iterator[Piece]:
        """Send the conversation and pass the pieces on as they arrive."""
        request = {"messages": [message.as_json() for message in messages], "tools": list(tools)}
        self._send(json.dumps(request) + "\n")
        while True:
            piece = _piece(self._receive())
            yield piece
            if isinstance(piece, Usage):
                return


def _piece(line: str) -> Piece:
    """Read one frame; anything unexpected is the model's fault, said in one sentence."""
    if not line:
        raise ModelError("the model ended in the middle of a reply")
    try:
        frame = json.loads(line)
    except ValueError:
        frame = None
    match frame:
        case {"text": str(text)}:
            return text
        case {"call": {"id": str(id_), "name": str(name), "arguments": str(arguments)}}:
            return Call(id_, name, arguments)
        case {"done": {"tokens": int(tokens)}}:
            return Usage(tokens)
        case {"error": str(sentence)}:
            raise ModelError(sentence)
    raise ModelError(f"the model sent a frame that is not of its protocol: {line.strip()[:200]!r}")
