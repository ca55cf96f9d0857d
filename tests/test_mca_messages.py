"""The entries of a conversation, as objects and as JSON."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from mca.messages import Call, Message

CALL = Call("call-1", "read_file", '{"path": "é"}')


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Message("system", "Be brief."), {"role": "system", "text": "Be brief."}),
        (Message("user", ""), {"role": "user", "text": ""}),
        (Message("assistant", "Done."), {"role": "assistant", "text": "Done."}),
        (
            Message("assistant", "", (CALL, Call("call-2", "list_files", ""))),
            {
                "role": "assistant",
                "text": "",
                "calls": [
                    {"id": "call-1", "name": "read_file", "arguments": '{"path": "é"}'},
                    {"id": "call-2", "name": "list_files", "arguments": ""},
                ],
            },
        ),
        (Message("tool", "", call_id="call-1"), {"role": "tool", "text": "", "call_id": "call-1"}),
    ],
)
def test_message_as_json_types(message: Message, expected: dict[str, Any]) -> None:
    """A message has its role, its text even if that is empty, and what else is not empty."""
    assert expected == json.loads(json.dumps(message.as_json()))


@pytest.mark.parametrize(("entry", "field"), [(Message("user", "go"), "text"), (CALL, "arguments")])
def test_past_cannot_be_changed(entry: object, field: str) -> None:
    """What has been said stays as it was said."""
    with pytest.raises(FrozenInstanceError):
        setattr(entry, field, "other")
