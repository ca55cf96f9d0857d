"""The conversation: what the model is told, whole, on every round."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call, as the model wrote it.

    `arguments` is the raw JSON text: the tool parses it, and the spin guard compares it.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One entry of the conversation.

    `calls` belongs to the assistant, `call_id` to the result of one of those calls.
    Messages are frozen: a model must find the past as it left it.
    """

    role: Role
    text: str
    calls: tuple[Call, ...] = ()
    call_id: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The message as JSON types, without the fields that are empty."""
        return {key: value for key, value in asdict(self).items() if value or key == "text"}
