"""What leaves a student's process: plain data that has no behaviour of its own."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType, SimpleNamespace

import pytest

from mca.stage import attributes, plain, recorded


class Word(str):
    """A string with ideas of its own."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Equal to everything."""
        return True

    __hash__ = str.__hash__


class Colour(StrEnum):
    """A string by another name."""

    RED = "red"


class Number(int):
    """A number by another name."""


class Mute:
    """An object that will not be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (2.5, 2.5),
        ("é", "é"),
        ((1, ["a", None]), [1, ["a", None]]),
        ({"a": (1,), "b": {}}, {"a": [1], "b": {}}),
        (MappingProxyType({"a": 1}), {"a": 1}),
        (Word("a"), {"unexpected": "'a'"}),
        (Colour.RED, {"unexpected": "<Colour.RED: 'red'>"}),
        (Number(3), {"unexpected": "3"}),
        ({1, 2}, {"unexpected": "{1, 2}"}),
        (b"a", {"unexpected": "b'a'"}),
        ({3: "a", Word("b"): 1}, {"3": "a", "'b'": 1}),
        (Mute(), {"unexpected": "a Mute whose repr cannot be had"}),
    ],
)
def test_stage_reports_plain_data(value: object, expected: object) -> None:
    """JSON types pass; everything else, subclasses of them included, becomes a note of what was unexpected."""
    assert repr(expected) == repr(plain(value))


def test_stage_cuts_deep_data() -> None:
    """A structure that holds itself is cut where it gets too deep."""
    endless: list[object] = []
    endless.append(endless)

    assert "unexpected" in repr(plain(endless))


def test_stage_cuts_long_repr() -> None:
    """The picture of an unexpected value is cut."""
    assert {"unexpected": repr("x" * 5000)[:200]} == plain(Word("x" * 5000))


def test_stage_names_missing_attributes() -> None:
    """Attributes are reported as plain data; one that is missing says whose it is."""
    value = SimpleNamespace(ok=True, note=Word("a"))

    assert {
        "ok": True,
        "note": {"unexpected": "'a'"},
        "changed": {"unexpected": "SimpleNamespace without `changed`"},
    } == attributes(value, "ok", "note", "changed")


def test_stage_records_what_is_written() -> None:
    """A recording `write` keeps every piece of text, and marks what is none."""
    into: list[str] = []
    write = recorded(into)
    for piece in ("a", "", Word("b"), 5):
        write(piece)  # type: ignore[arg-type]  # a student's panel may write anything

    assert ["a", "", "<'b'>", "<5>"] == into
    assert {str} == {type(piece) for piece in into}
