"""The hard limits of a turn: rounds, time and tokens."""

from __future__ import annotations

from pathlib import Path

import pytest

from mca.events import Reason, RoundStarted, TurnFinished
from mca.limits import Budget, Limits
from mock_model.script import call, say
from tests.test_mca_loop import Conversation, calls_run, reasons

LOOK = call("list_files")


@pytest.mark.parametrize(
    ("rounds", "tokens", "reason"),
    [
        (0, 0, None),
        (2, 9, None),
        (3, 0, Reason.ROUND_LIMIT),
        (4, 0, Reason.ROUND_LIMIT),
        (0, 10, Reason.TOKEN_LIMIT),
        (2, 11, Reason.TOKEN_LIMIT),
    ],
)
def test_budget_says_what_is_exceeded(rounds: int, tokens: int, reason: Reason | None) -> None:
    """A limit that is reached forbids another round; below it, there is none to name."""
    budget = Budget(Limits(rounds=3, tokens=10))
    budget.spend(tokens)

    assert reason == budget.exceeded(rounds)


def test_budget_adds_up_tokens() -> None:
    """The tokens of all replies count together."""
    budget = Budget(Limits(tokens=10))
    seen = []
    for tokens in (4, 5, 1):
        budget.spend(tokens)
        seen.append(budget.exceeded(1))

    assert [None, None, Reason.TOKEN_LIMIT] == seen


def test_budget_clock_starts_when_made() -> None:
    """The time limit counts from when the budget is made, and is not reached before."""
    assert Budget(Limits(seconds=0)).exceeded(0) is Reason.TIME_LIMIT
    assert Budget(Limits(seconds=60)).exceeded(0) is None


def test_round_limit_ends_the_turn(tmp_path: Path) -> None:
    """After the last round that is allowed, its calls answered, the turn ends and says how many there were."""
    conversation = Conversation(tmp_path, *[say("", LOOK, call("search_files", text="x"))] * 4, limits=Limits(rounds=3))

    events = conversation.turn()

    assert [1, 2, 3] == [event.number for event in events if isinstance(event, RoundStarted)]
    assert ["list_files", "search_files"] * 3 == calls_run(events)
    assert TurnFinished(Reason.ROUND_LIMIT, "a limit was reached after 3 rounds") == events[-1]


def test_answer_in_last_round_counts(tmp_path: Path) -> None:
    """An answer in the last round that is allowed is an answer."""
    events = Conversation(tmp_path, say("", LOOK), say("done"), limits=Limits(rounds=2)).turn()

    assert [Reason.ANSWERED] == reasons(events)


def test_token_limit_ends_the_turn(tmp_path: Path) -> None:
    """The reply that reaches the token limit is the last one; its calls are answered."""
    said = say("x" * 40, LOOK)  # ten tokens, as the scripted model counts

    events = Conversation(tmp_path, *[said] * 5, limits=Limits(tokens=20)).turn()

    assert ["list_files"] * 2 == calls_run(events)
    assert [Reason.TOKEN_LIMIT] == reasons(events)


def test_time_limit_ends_the_turn(tmp_path: Path) -> None:
    """A round that begins in time is finished; no other one begins."""
    said = say("", call("run_command", command="sleep 0.3; echo slept"))
    conversation = Conversation(tmp_path, *[said] * 5, limits=Limits(seconds=0.2))

    events = conversation.turn()

    assert ["run_command"] == calls_run(events)
    assert [Reason.TIME_LIMIT] == reasons(events)


def test_new_turn_has_whole_budget(tmp_path: Path) -> None:
    """Rounds and tokens of one turn are not taken from the next."""
    said = [say("x" * 40, LOOK), say("done")] * 2
    conversation = Conversation(tmp_path, *said, limits=Limits(rounds=2, tokens=15))

    assert [Reason.ANSWERED] * 2 == [reasons(conversation.turn())[0] for _ in range(2)]
