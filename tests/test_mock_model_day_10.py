"""The scripts of the day-10 lab: what the model does in each mode, and how it reacts."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from day_10_todo_tracking.scripts import SCRIPTS
from mock_model.player import Player

Message = dict[str, Any]
SEEDS = range(5)
STATUSES = {"pending", "in_progress", "done"}


class Talk:
    """A conversation with one script: `hear` tells it the results of its last calls, and takes its next round."""

    def __init__(self, mode: str, seed: int = 1) -> None:
        self._player = Player(SCRIPTS, mode, seed)
        self._messages: list[Message] = [{"role": "user", "text": "fix the failing test"}]
        self.calls: list[tuple[str, Any]] = []
        self.error = ""

    def hear(self, *results: str) -> list[tuple[str, Any]]:
        """The calls of the next round, by name and arguments."""
        self._messages += [{"role": "tool", "text": text} for text in results]
        frames = list(self._player.reply(self._messages))
        self.error = "".join(frame.get("error", "") for frame in frames)
        calls = [frame["call"] for frame in frames if "call" in frame]
        self._messages.append({"role": "assistant", "text": "".join(frame.get("text", "") for frame in frames)})
        self.calls = [(call["name"], _parsed(call["arguments"])) for call in calls]
        return self.calls

    def items(self) -> list[dict[str, str]]:
        """The list that it wrote in its last round."""
        name, arguments = self.calls[0]
        assert "update_todos" == name
        items: list[dict[str, str]] = arguments["items"]
        return items


def _parsed(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


def active(items: list[dict[str, str]]) -> list[dict[str, str]]:
    """The tasks in progress."""
    return [item for item in items if item["status"] == "in_progress"]


@pytest.mark.parametrize("mode", sorted(SCRIPTS))
def test_script_repeats_a_seed(mode: str) -> None:
    """Every script does the same for the same seed; one that writes a list draws another for another seed."""
    first, again, other = Talk(mode, 1), Talk(mode, 1), Talk(mode, 2)

    assert first.hear() == again.hear()
    assert (mode == "no_list") == (first.calls == other.hear())


@pytest.mark.parametrize("seed", SEEDS)
def test_repair_goes_to_the_end(seed: int) -> None:
    """The default script plans three tasks, edits the file, and moves each task to done, one in progress at a time."""
    talk = Talk("", seed)
    talk.hear()
    state = {item["id"]: item["status"] for item in talk.items()}
    edits = []
    while talk.hear(*["ran: 0 failed"] * max(len(talk.calls), 1)):
        for name, arguments in talk.calls:
            if name == "update_todos":
                state[arguments["id"]] = arguments["status"]
            elif name == "edit_file":
                edits.append(arguments["path"])

    assert ["done"] * 3 == list(state.values())
    assert ["durations.py"] == edits
    talk.hear()

    assert "the script 'default' has no round 9" == talk.error


def test_repair_believes_the_tests() -> None:
    """When the tests still fail after the edit, the script gives up and does not mark its last task done."""
    talk = Talk("")
    rounds = [talk.hear(*["1 failed"] * 3) for _ in range(7)]

    assert [] == rounds[6]
    assert [("update_todos", {"id": "check", "status": "done"})] not in rounds


@pytest.mark.parametrize("seed", SEEDS)
def test_loop_never_ends(seed: int) -> None:
    """The script writes three tasks, none begun, and then makes the same call for ever."""
    talk = Talk("loop", seed)
    talk.hear()

    assert ["pending"] * 3 == [item["status"] for item in talk.items()]
    assert [[("read_file", {"path": "durations.py"})]] * 100 == [talk.hear("the same") for _ in range(100)]


@pytest.mark.parametrize("seed", SEEDS)
def test_circle_does_something_else(seed: int) -> None:
    """The script begins one task, then never makes the same call twice and never touches the list again."""
    talk = Talk("circle", seed)
    talk.hear()
    talk.hear("written")

    assert 1 == len(active(talk.items()))

    calls = [talk.hear("read") for _ in range(50)]

    assert {"read_file"} == {name for round_ in calls for name, _ in round_}
    assert 50 == len({json.dumps(round_) for round_ in calls})


@pytest.mark.parametrize("seed", SEEDS)
def test_reopen_goes_to_and_fro(seed: int) -> None:
    """The script finishes one task and takes it back, always the same one, for ever."""
    talk = Talk("reopen", seed)
    talk.hear()
    lists = [talk.items()]
    for _ in range(20):
        talk.hear("written")
        lists.append(talk.items())

    assert [sum(item["status"] == "done" for item in items) for items in lists] == [n % 2 for n in range(21)]
    changed = [[old["id"] for old, new in zip(*pair, strict=True) if old != new] for pair in pairwise(lists)]

    assert [changed[0]] * 20 == changed
    assert 1 == len(changed[0])


@pytest.mark.parametrize("seed", SEEDS)
def test_two_in_progress_can_mend(seed: int) -> None:
    """The script begins two tasks at once; a first line that names both, by id or by text, makes it mend that."""
    for key in ("id", "text"):
        talk = Talk("two_in_progress", seed)
        talk.hear()
        wrong = talk.items()
        first, second = (item[key] for item in active(wrong))

        talk.hear(f"refused: not both {second} and {first}\n" + "\n".join(item["text"] for item in wrong))

        assert [active(wrong)[0]] == active(talk.items())
        assert [item["id"] for item in wrong] == [item["id"] for item in talk.items()]
        assert [] == talk.hear("written")


@pytest.mark.parametrize(
    "note",
    [
        "",
        "refused: only one task may be in progress",
        "refused: {first} is in progress",
        "refused: {second} is in progress",
        "refused: {first}, {second}, {third}",
        "refused\n{first} and {second}",
        "\nrefused: not both {first} and {second}",
    ],
    ids=range(7),
)
def test_two_in_progress_gives_up(note: str) -> None:
    """A first line that names fewer tasks, more, or none leaves the script at a loss: it ends without a list."""
    talk = Talk("two_in_progress")
    talk.hear()
    items = talk.items()
    first, second = (item["id"] for item in active(items))
    third = next(item["id"] for item in items if item["status"] == "pending")

    assert [] == talk.hear(note.format(first=first, second=second, third=third))
    talk.hear()

    assert "the script 'two_in_progress' has no round 3" == talk.error


def test_bad_arguments_end_well() -> None:
    """The script gets its arguments wrong in five ways, then right, then answers."""
    talk = Talk("bad_arguments")
    rounds = [talk.hear("refused") for _ in range(7)]

    arguments = [round_[0][1] for round_ in rounds[:6]]

    assert isinstance(arguments[0], str)
    assert ["steps"] == list(arguments[1])
    assert isinstance(arguments[2]["items"], str)
    assert not {item["status"] for item in arguments[3]["items"]} <= STATUSES
    assert {} == arguments[4]
    assert {item["status"] for item in arguments[5]["items"]} <= STATUSES
    assert [] == rounds[6]


def test_no_list_never_writes() -> None:
    """The script reads for nine rounds, each time something else, answers, and never writes a list."""
    talk = Talk("no_list")
    rounds = [talk.hear("a line") for _ in range(10)]

    assert [1] * 9 + [0] == [len(round_) for round_ in rounds]
    assert {"read_file"} == {name for round_ in rounds for name, _ in round_}
    assert 9 == len({json.dumps(round_) for round_ in rounds[:9]})
    talk.hear()

    assert "the script 'no_list' has no round 11" == talk.error


@pytest.mark.parametrize("mode", sorted(set(SCRIPTS) - {"no_list", "bad_arguments"}))
@pytest.mark.parametrize("seed", SEEDS)
def test_lists_are_well_formed(mode: str, seed: int) -> None:
    """The first list of a script has three tasks with ids and texts that are not part of one another."""
    talk = Talk(mode, seed)
    talk.hear()

    names = [item[key] for item in talk.items() for key in ("id", "text")]

    assert 6 == len(set(names))
    if mode:  # the default script has ids that a person would choose
        assert [] == [(one, other) for one in names for other in names if one != other and one in other]

    assert {item["status"] for item in talk.items()} <= STATUSES
