"""Events in, text out: what a reader sees of each."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from mca.events import CallFinished, CallStarted, ErrorRaised, Event, Reason, RoundStarted, TextDelta, TurnFinished
from mca.messages import Call
from mca.render import Renderer

CALL = Call("1", "read_file", '{"path": "a.txt"}')


def shown(*events: Event) -> str:
    """All that is written for some events."""
    written: list[str] = []
    renderer = Renderer(written.append)
    for event in events:
        renderer.show(event)
    return "".join(written)


def finished(result: str, *, ok: bool = True) -> str:
    """What is written for a call that came to a result."""
    return shown(CallFinished(CALL, result, ok))


def test_text_is_shown_at_once() -> None:
    """Each piece of text is written when it comes, as it is."""
    written: list[str] = []
    renderer = Renderer(written.append)
    for piece in ("Let ", "me\n", "\tsee"):
        renderer.show(TextDelta(piece))

    assert ["Let ", "me\n", "\tsee"] == written


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (CallStarted(CALL), '* read_file {"path": "a.txt"}\n'),
        (CallFinished(CALL, "one", ok=True), "  one\n"),
        (CallFinished(CALL, "no such file", ok=False), "! no such file\n"),
        (ErrorRaised("blocked: read_file", retryable=True), "blocked: read_file\n"),
        (TurnFinished(Reason.STALLED, "nothing moves"), "stalled: nothing moves\n"),
        (TurnFinished(Reason.ROUND_LIMIT, "enough"), "round_limit: enough\n"),
    ],
)
def test_event_has_its_own_line(event: Event, line: str) -> None:
    """What is not text stands on a line of its own, also when text has left one half-written."""
    assert line == shown(event)
    assert f"a.\n{line}" == shown(TextDelta("a.\n"), event)
    assert f"a\n{line}b" == shown(TextDelta("a"), event, TextDelta("b"))


@pytest.mark.parametrize("event", [RoundStarted(2), TurnFinished(Reason.ANSWERED, "")])
def test_quiet_event_ends_line(event: Event) -> None:
    """A new round and a turn that ends without a word show nothing but end a half-written line."""
    assert "" == shown(event)
    assert "a\n" == shown(TextDelta("a"), event, event)
    assert "a\n" == shown(TextDelta("a\n"), event)


def test_long_arguments_are_cut() -> None:
    """The arguments of a call are shown in one line of at most sixty characters."""
    text = shown(CallStarted(Call("1", "write_file", '{"text":\n   "' + "x" * 500)))

    assert '* write_file {"text": "xxx' == text[:26]
    assert "…\n" == text[-2:]
    assert len("* write_file ") + 60 + len("\n") == len(text)


def test_wide_arguments_are_cut() -> None:
    """The arguments of a call take at most sixty cells, however wide their characters are."""
    text = shown(CallStarted(Call("1", "write_file", '{"text": "' + "日" * 58)))

    assert cell_len(text.strip()) <= len("* write_file ") + 60


@pytest.mark.parametrize(
    ("ok", "count", "expected"),
    [
        (True, 1, "  line 1\n"),
        (True, 2, "  line 1  (+1 lines)\n"),
        (True, 50, "  line 1  (+49 lines)\n"),
        (False, 1, "! line 1\n"),
        (False, 4, "! line 1\n! line 2\n! line 3\n! line 4\n"),
        (False, 5, "! line 1\n! line 2\n! line 3\n! line 4  (+1 lines)\n"),
    ],
)
def test_long_result_is_cut(ok: bool, count: int, expected: str) -> None:
    """Of a result the first line is shown, of a failure the first four, and how many more there are."""
    result = "".join(f"line {number}\n" for number in range(1, count + 1))

    assert expected == finished(result, ok=ok)


def test_empty_result_is_said() -> None:
    """A result without text is shown as such."""
    assert "  (nothing)\n" == finished("")


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]0;title\x07", "]0;title"),
        ("a\x9b2Jb", "a2Jb"),
        ("a\rb\x00c\x08d\x7fe", "abcde"),
        ("a\u202eb\u2066c\u200bd", "abcd"),
        ("tab\there", "tab\there"),
        ("e\u0301 日本 👩\u200d💻 ❤\ufe0f", "e\u0301 日本 👩\u200d💻 ❤\ufe0f"),
    ],
)
def test_no_control_characters_get_out(raw: str, plain: str) -> None:
    """Whatever the text comes from, no control character reaches the terminal; ordinary text does."""
    assert plain == shown(TextDelta(raw))
    assert f"  {plain}\n" == finished(raw.replace("\r", ""))
    assert f"{plain}\n" == shown(ErrorRaised(raw, retryable=False))
    assert f"stalled: {plain}\n" == shown(TurnFinished(Reason.STALLED, raw))


def test_call_arguments_are_printable() -> None:
    """No control character of a call's arguments reaches the terminal, line ends included."""
    assert "* run_command a [31mb c\n" == shown(CallStarted(Call("1", "run_command", "a\n\x1b[31mb\x9b\u202e\tc")))


@pytest.mark.parametrize("piece", ["", "\x07", "\x1b"])
def test_empty_piece_begins_no_line(piece: str) -> None:
    """A piece of text of which nothing can be shown does not lead to an empty line."""
    assert "a.\n* read_file {}\n" == shown(
        TextDelta("a.\n"), TextDelta(piece), CallStarted(Call("1", "read_file", "{}"))
    )
