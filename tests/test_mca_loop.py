"""One turn of the agent: what it yields, what the model is told, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mca.approval import Gate
from mca.events import CallFinished, CallStarted, ErrorRaised, Event, Reason, RoundStarted, TextDelta, TurnFinished
from mca.exceptions import ModelError
from mca.limits import Limits
from mca.loop import Agent, run_turn
from mca.messages import Call
from mca.model import WireModel
from mca.plugin import Plugin, Reminder, Stop
from mca.tools import Arguments, Tool, Workspace, standard_tools
from mock_model.in_process import InProcess
from mock_model.script import Round, Script, call, say

LIST = call("list_files")
READ = call("read_file", path="notes.txt")
LOST = call("read_file", path="lost.txt")


class Conversation:
    """An agent with a scripted model, and every request that went to the model, as it was sent.

    Each turn plays on in the same script; a round that the script does not have is a `ModelError`.
    """

    def __init__(
        self,
        folder: Path,
        *said: Round,
        plugin: Plugin | None = None,
        ask: Callable[[Call], bool] = lambda _: True,
        limits: Limits | None = None,
    ) -> None:
        def script(_: Random) -> Script:
            for one in said:  # noqa: UP028 -- a tuple does not take what is sent to a generator
                yield one

        self.lines: list[str] = []
        self._wire = InProcess({"": script})
        plugin = plugin or Plugin()
        model = WireModel(self._send, self._wire.receive)
        tools = [*standard_tools(Workspace(folder)), *plugin.tools()]
        self._agent = Agent(model, tools, Gate(ask), plugin, limits or Limits())

    def turn(self, request: str = "go") -> list[Event]:
        """The events of one turn."""
        return list(self.stream(request))

    def stream(self, request: str = "go") -> Iterator[Event]:
        """The events of one turn, as they happen."""
        return run_turn(self._agent, request)

    def told(self, number: int = -1) -> list[dict[str, Any]]:
        """The messages of one request, the last one if none is named."""
        messages: list[dict[str, Any]] = json.loads(self.lines[number])["messages"]
        return messages

    def results(self, number: int = -1) -> list[str]:
        """The tool results among the messages of one request."""
        return [message["text"] for message in self.told(number) if message["role"] == "tool"]

    def _send(self, line: str) -> None:
        self.lines.append(line)
        self._wire.send(line)


class After(Plugin):
    """Says the given things after the rounds, and notes the numbers of these rounds."""

    def __init__(self, *answers: Reminder | Stop | None) -> None:
        self._answers = list(answers)
        self.numbers: list[int] = []

    def after_round(self, number: int) -> Reminder | Stop | None:
        """The next of the answers; nothing when there are none left."""
        self.numbers.append(number)
        return self._answers.pop(0) if self._answers else None


class Sayings(Plugin):
    """Adds a tool and a sentence."""

    def tools(self) -> Sequence[Tool]:
        """One tool without arguments."""
        return [Tool("say_hello", "Says hello.", Arguments, lambda _: "hello to you")]

    def instruction(self) -> str:
        """One sentence."""
        return "Always say hello."


def reasons(events: Sequence[Event]) -> list[Reason]:
    """The reasons of all ends that a turn has; one that is right has one."""
    return [event.reason for event in events if isinstance(event, TurnFinished)]


def calls_run(events: Sequence[Event]) -> list[str]:
    """The names of the calls that were run."""
    return [event.call.name for event in events if isinstance(event, CallStarted)]


def errors(events: Sequence[Event]) -> list[ErrorRaised]:
    """The events that a reader should see although the turn goes on."""
    return [event for event in events if isinstance(event, ErrorRaised)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder with one file."""
    (tmp_path / "notes.txt").write_text("one\ntwo\n", encoding="utf-8")
    return tmp_path


def test_reply_without_calls_answers(folder: Path) -> None:
    """A reply without a call ends the turn as answered, and nothing is asked of the model again."""
    conversation = Conversation(folder, say("All is well."), say("too much"))

    events = conversation.turn()

    assert TurnFinished(Reason.ANSWERED, "") == events[-1]
    assert 1 == len(conversation.lines)


@pytest.mark.parametrize(
    ("said", "plugin", "limits", "reason"),
    [
        ([say("", LIST), say("done")], Plugin(), Limits(), Reason.ANSWERED),
        ([say("", LIST, READ)] * 2, Plugin(), Limits(rounds=2), Reason.ROUND_LIMIT),
        ([say("x" * 100, LIST)], Plugin(), Limits(tokens=5), Reason.TOKEN_LIMIT),
        ([say("", call("run_command", command="sleep 0.2"))], Plugin(), Limits(seconds=0.1), Reason.TIME_LIMIT),
        ([say("", LIST)], After(Stop("enough")), Limits(), Reason.STALLED),
        ([say("", LIST)] * 2, After(Reminder("hurry"), Stop("enough")), Limits(), Reason.STALLED),
        ([say("", LIST)], After(Stop("enough", Reason.TIME_LIMIT)), Limits(), Reason.TIME_LIMIT),
        ([], Plugin(), Limits(rounds=0), Reason.ROUND_LIMIT),
    ],
)
def test_every_turn_finishes_once(
    folder: Path, said: list[Round], plugin: Plugin, limits: Limits, reason: Reason
) -> None:
    """Whatever ends a turn, there is one `TurnFinished`, it is the last event, and it says the reason."""
    events = Conversation(folder, *said, plugin=plugin, limits=limits).turn()

    assert [reason] == reasons(events)
    assert isinstance(events[-1], TurnFinished)


def test_text_streams_in_pieces(folder: Path) -> None:
    """The model's text comes in several pieces that join to what it said, before the round's calls."""
    text = "First I look at the folder, then I answer.\n"

    events = Conversation(folder, say(text, LIST), say("")).turn()

    pieces = [event.text for event in events if isinstance(event, TextDelta)]

    assert text == "".join(pieces)
    assert len(pieces) > 1
    assert isinstance(events[1 + len(pieces)], CallStarted)


def test_rounds_count_from_one(folder: Path) -> None:
    """Every model call is announced by the number of its round."""
    events = Conversation(folder, say("", LIST), say("", READ), say("done")).turn()

    assert [1, 2, 3] == [event.number for event in events if isinstance(event, RoundStarted)]


def test_call_starts_then_finishes(folder: Path) -> None:
    """A call is announced, run, and its result is told to the reader and to the model alike."""
    conversation = Conversation(folder, say("", READ), say(""))

    events = conversation.turn()

    made = Call("call-1", READ.name, READ.arguments)

    assert [CallStarted(made), CallFinished(made, "one\ntwo", ok=True)] == events[1:3]
    assert ["one\ntwo"] == conversation.results()


def test_failed_call_goes_back(folder: Path) -> None:
    """What a tool could not do is a result that the model is told, and the turn goes on."""
    conversation = Conversation(folder, say("", LOST), say("done"))

    events = conversation.turn()

    finished = [event for event in events if isinstance(event, CallFinished)]

    assert [False] == [event.ok for event in finished]
    assert ["there is no file 'lost.txt'; `list_files` shows what is there"] == conversation.results()
    assert [Reason.ANSWERED] == reasons(events)


def test_unknown_tool_names_the_tools(folder: Path) -> None:
    """A call of a tool that is not there is not run; its result names the tools that are."""
    conversation = Conversation(folder, say("", call("read_files", path="notes.txt")), say("done"))

    events = conversation.turn()

    known = "`read_file`, `list_files`, `search_files`, `edit_file`, `write_file`, `run_command`"

    assert [f"there is no tool 'read_files'; the tools are {known}"] == conversation.results()
    assert [] == calls_run(events)


def test_results_answer_calls_in_order(folder: Path) -> None:
    """Each call of a round has its own result, in the order of the calls, under the call's id."""
    conversation = Conversation(folder, say("", LIST, LOST, call("no_tool"), READ), say("done"))

    conversation.turn()

    told = conversation.told()[3:]

    assert ["call-1", "call-2", "call-3", "call-4"] == [message["call_id"] for message in told]
    beginnings = ("notes.txt", "there is no file 'lost.txt'", "there is no tool 'no_tool'", "one")

    assert [True] * 4 == [message["text"].startswith(start) for message, start in zip(told, beginnings, strict=True)]


def test_assistant_message_keeps_its_calls(folder: Path) -> None:
    """What the model said and called stands in the conversation as it wrote it."""
    conversation = Conversation(folder, say("I look.\n", LIST, READ), say("done"))

    conversation.turn()

    made = [{"id": f"call-{n}", "name": c.name, "arguments": c.arguments} for n, c in enumerate((LIST, READ), 1)]

    assert {"role": "assistant", "text": "I look.\n", "calls": made} == conversation.told()[2]


def test_reminder_follows_all_results(folder: Path) -> None:
    """A reminder is said after the results of all calls of its round, a blocked and a failed one included."""
    conversation = Conversation(
        folder, say("", LIST, LIST, LIST, LOST, READ), say("done"), plugin=After(Reminder("hurry"))
    )

    conversation.turn()

    roles = [message["role"] for message in conversation.told()]

    assert ["system", "user", "assistant", "tool", "tool", "tool", "tool", "tool", "user"] == roles


def test_reminder_speaks_as_the_user(folder: Path) -> None:
    """A reminder has the user role and a mark that the program speaks; the reader sees the same text."""
    conversation = Conversation(folder, say("", LIST), say("done"), plugin=After(Reminder("the list has not moved")))

    events = conversation.turn()

    text = "(system reminder) the list has not moved"

    assert {"role": "user", "text": text} == conversation.told()[-1]
    assert [ErrorRaised(text, retryable=True)] == errors(events)
    assert [Reason.ANSWERED] == reasons(events)


def test_history_stays_byte_identical(folder: Path) -> None:
    """Each request begins with the messages of the one before, byte for byte, whatever happened in between."""
    said = [
        say("I look.\n", LIST, LOST),
        say("", READ, READ, READ),
        say("", call("no_tool"), call("read_file", lines=3)),
        say("", call("write_file", path="notes.txt", text="é")),
        say("done"),
    ]
    plugin = After(Reminder("one"), None, Reminder("two"), Reminder("three"))
    conversation = Conversation(folder, *said, plugin=plugin, ask=lambda _: False)

    conversation.turn()

    sent = [line.partition(', "tools": [')[0].removesuffix("]") for line in conversation.lines]

    assert 5 == len(sent)
    assert [True] * 4 == [later.startswith(f"{earlier}, ") for earlier, later in pairwise(sent)]


def test_tools_are_described_every_round(folder: Path) -> None:
    """The model is told of every tool, the plug-in's included, with each request and always the same."""
    conversation = Conversation(folder, say("", LIST), say("done"), plugin=Sayings())

    conversation.turn()

    first, second = (json.loads(line)["tools"] for line in conversation.lines)

    assert first == second
    assert ["read_file", "list_files", "search_files", "edit_file", "write_file", "run_command", "say_hello"] == [
        tool["name"] for tool in first
    ]
    assert {"path", "first", "last"} == set(first[0]["schema"]["properties"])


def test_plugin_tool_is_run(folder: Path) -> None:
    """A tool that the plug-in adds is called like every other one."""
    conversation = Conversation(folder, say("", call("say_hello")), say("done"), plugin=Sayings())

    conversation.turn()

    assert ["hello to you"] == conversation.results()


def test_instruction_joins_system_prompt(folder: Path) -> None:
    """The plug-in's sentence ends the system prompt; without one, nothing is added."""
    plain, speaking = Conversation(folder, say("")), Conversation(folder, say(""), plugin=Sayings())
    plain.turn()
    speaking.turn()

    prompt = plain.told()[0]["text"]

    assert prompt.strip() == prompt
    assert {"role": "system", "text": f"{prompt} Always say hello."} == speaking.told()[0]


def test_stop_ends_with_its_reason(folder: Path) -> None:
    """A stop ends the turn with its text and reason, and the model is not asked again."""
    conversation = Conversation(folder, say("", LIST), say("too much"), plugin=After(Stop("nothing moves")))

    events = conversation.turn()

    assert TurnFinished(Reason.STALLED, "nothing moves") == events[-1]
    assert 1 == len(conversation.lines)


def test_stop_waits_for_all_calls(folder: Path) -> None:
    """The calls of the round that ends in a stop are run, every one."""
    events = Conversation(folder, say("", LIST, READ, LOST), plugin=After(Stop("enough"))).turn()

    assert ["list_files", "read_file", "read_file"] == calls_run(events)


def test_plugin_hears_of_each_round(folder: Path) -> None:
    """The plug-in is asked once after every round with calls, by number, and not after the answer."""
    plugin = After()

    Conversation(folder, say("", LIST, READ), say("", LIST), say("done"), plugin=plugin).turn()

    assert [1, 2] == plugin.numbers


def test_new_turn_starts_afresh(folder: Path) -> None:
    """A second turn has nothing of the first one in its conversation, and counts its rounds from one."""
    conversation = Conversation(folder, say("", LIST), say("done"), say("", READ), say("done"))
    conversation.turn("first")

    events = conversation.turn("second")

    assert ["system", "user"] == [message["role"] for message in conversation.told(2)]
    assert "second" == conversation.told(2)[1]["text"]
    assert RoundStarted(1) == events[0]


def test_model_error_leaves_turn(folder: Path) -> None:
    """When the model cannot answer, the turn raises what the model said."""
    conversation = Conversation(folder, say("", LIST))

    with pytest.raises(ModelError, match="has no round 2"):
        conversation.turn()


def test_events_come_as_they_happen(folder: Path) -> None:
    """A call has not run yet when its start is told, so that a reader can see what runs."""
    conversation = Conversation(folder, say("", call("write_file", path="new.txt", text="x")), say(""))

    seen = [
        (folder / "new.txt").exists()
        for event in conversation.stream()
        if isinstance(event, CallStarted | CallFinished)
    ]

    assert [False, True] == seen


class Watching(Plugin):
    """Greets at the start, counts the rounds in the system prompt, and notes what became of each call."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, bool, bool]] = []
        self.requests: list[str] = []

    def begin(self, request: str) -> str:
        """A greeting."""
        self.requests.append(request)
        return "three tasks are left from yesterday"

    def instruction(self) -> str:
        """How many calls there were."""
        return f"calls so far: {len(self.seen)}"

    def after_call(self, call: Call, result: str, *, ran: bool, ok: bool) -> None:
        """Note it."""
        self.seen.append((call.name, result, ran, ok))


def test_plugin_speaks_first(folder: Path) -> None:
    """What a plug-in has to say at the start of a turn is shown before the first round; it knows the request."""
    plugin = Watching()

    events = Conversation(folder, say("done"), plugin=plugin).turn("tidy up")

    assert (["tidy up"], ErrorRaised("three tasks are left from yesterday", retryable=True)) == (
        plugin.requests,
        events[0],
    )
    assert RoundStarted(1) == events[1]


def test_plugin_sees_every_call(folder: Path) -> None:
    """A plug-in is told of each call what came of it, of failed and blocked ones as well."""
    plugin = Watching()
    rounds = [say("", READ), say("", LOST), say("", LIST), say("", LIST), say("", LIST), say("done")]

    conversation = Conversation(folder, *rounds, plugin=plugin)
    conversation.turn()

    fates = ["worked" if ok else "failed" if ran else "not run" for _, _, ran, ok in plugin.seen]
    assert ["worked", "failed", "worked", "worked", "not run"] == fates
    assert conversation.results() == [result for _, result, _, _ in plugin.seen]


def test_pinned_text_is_renewed(folder: Path) -> None:
    """What a plug-in pins in the system prompt is up to date in every round, and stands there once."""
    conversation = Conversation(folder, say("", READ), say("", LIST), say("done"), plugin=Watching())
    conversation.turn()

    prompts = [[m["text"] for m in conversation.told(n) if m["role"] == "system"] for n in range(3)]

    assert [["calls so far: 0"], ["calls so far: 1"], ["calls so far: 2"]] == [
        [text[text.index("calls") :] for text in texts] for texts in prompts
    ]
