"""Exercise 3: the reminder."""

from __future__ import annotations

from itertools import pairwise

from grader.checks import Observed, Trial, check

from .observations import TextsSeen, TurnSeen

NONE: list[bool] = []
ACCEPTED, REFUSED = [True], [False]
"""What came of the calls to `todo` in one round."""


@check(5, "reminder", needs=("manager", "reminder"), place="TodoReminder.after_round")
def one_reminder_a_streak(trial: Trial) -> None:
    """one reminder after three quiet rounds, behind the results, history untouched"""
    talk = _converse(trial, "forget", rounds=20)
    reminded = _reminded(talk)
    due = _due(3, _rounds(talk))
    again = "a reminder that was given is not given again until the list is written"
    nags = any(number + 1 in reminded for number in reminded)
    trial.same("reminders after rounds", reminded, due, help=again if nags else "")
    for number in reminded:
        _stands_behind_the_results(trial, talk, number)
    _history_is_untouched(trial, talk)
    after = trial.draw.randint(4, 6)
    # After each write so many quiet rounds; one short of enough, and twice as many, are among them.
    streaks = [after + 1, after - 1, 2 * after, trial.draw.randint(0, after + 2), trial.draw.randint(0, after + 2)]
    trial.draw.shuffle(streaks)
    rounds = [NONE] * trial.draw.randint(0, after - 1)
    # It ends with a full one: whatever the one that is too short left behind shows after it.
    for quiet in (*streaks, after):
        rounds += [ACCEPTED * trial.draw.randint(1, 2), *[NONE] * quiet]
    _says(trial, after, rounds)


@check(6, "reminder", needs=("manager", "reminder"), place="TodoReminder.after_round")
def refused_calls_and_unwritten_lists(trial: Trial) -> None:
    """a refused call resets nothing; an unwritten list is never nagged about"""
    talk = _converse(trial, "refused", rounds=12)
    quiet = "a round whose calls were all refused is as quiet as one without a call"
    trial.same("reminders after rounds", _reminded(talk), _due(3, _rounds(talk)), help=quiet)
    talk = _converse(trial, "no_list", rounds=16)
    first = next((number for number, outcomes in enumerate(_rounds(talk), 1) if any(outcomes)), 0)
    unwritten = f"the first call that was accepted came in round {first}"
    trial.same("reminders after rounds", _reminded(talk), _due(3, _rounds(talk)), help=unwritten)
    after = trial.draw.randint(4, 6)
    unwritten_rounds = [[NONE] * (after + 1), [REFUSED] * (after + 1), _quiet(trial, trial.draw.randint(2, 4))]
    trial.draw.shuffle(unwritten_rounds)
    # In a round with both, one accepted call is enough, whichever comes first.
    begins, other = ACCEPTED + REFUSED, REFUSED + ACCEPTED
    streaks = [(begins, after), (other, after), (begins, after - 1), (other, after - 1)]
    trial.draw.shuffle(streaks)
    last = trial.draw.choice([begins, other, REFUSED + ACCEPTED + REFUSED]), after
    rounds = [outcomes for each in unwritten_rounds for outcomes in each]
    # Each ends at the latest with the round that makes it enough: what comes after a reminder is another check's.
    for both, count in (*streaks, last):
        rounds += [both, *_quiet(trial, count)]
    _says(trial, after, rounds)


def _quiet(trial: Trial, count: int) -> list[list[bool]]:
    """So many quiet rounds, in a drawn order: one with a refused call, one with two, the others with any or none."""
    kinds = [NONE, REFUSED, REFUSED + REFUSED]
    rounds = [REFUSED, REFUSED + REFUSED, *(trial.draw.choice(kinds) for _ in range(count - 2))]
    trial.draw.shuffle(rounds)
    return rounds


def _converse(trial: Trial, mode: str, rounds: int) -> Observed[TurnSeen]:
    """A conversation with the scripted model in one of its modes, up to the model's answer."""
    observed = trial.act(f"a conversation with INJECT={mode}", "conversation", TurnSeen, mode=mode, rounds=rounds)
    trial.same("the turn ended with", observed.seen.reason, "answered")
    return observed


def _reminded(talk: Observed[TurnSeen]) -> list[int]:
    """The rounds after which the model was told something with the user role, once for each time."""
    transcript = talk.transcript
    return [number for number in range(1, transcript.rounds) for _ in transcript.reminders(number)]


def _rounds(talk: Observed[TurnSeen]) -> list[list[bool]]:
    """What should come of the calls to `todo` in each round: these scripts err in form only."""
    called = (talk.transcript.calls(number) for number in range(1, talk.transcript.rounds))
    return [[_well_formed(arguments.get("items")) for name, arguments in calls if name == "todo"] for calls in called]


def _well_formed(items: object) -> bool:
    return isinstance(items, list) and all("id" in item for item in items)


def _stands_behind_the_results(trial: Trial, talk: Observed[TurnSeen], number: int) -> None:
    """What was new after a round: the results of its calls, and then the reminder, which names the tool."""
    before, after = talk.seen.requests[number - 1 : number + 1]
    new = after[len(before) + 1 :]
    roles = [message["role"] for message in new]
    expected = ["tool"] * len(talk.transcript.calls(number)) + ["user"]
    trial.same(f"what the model was told after round {number}, by role:", roles, expected)
    text = talk.transcript.reminders(number)[0]
    trial.true("todo" in text, "a reminder that names `todo`", f"{text!r}")
    trial.same("the last message", new[-1]["text"], text)


def _history_is_untouched(trial: Trial, talk: Observed[TurnSeen]) -> None:
    """Each request begins with the one before it; the system prompt alone is made anew for every round."""
    requests = talk.seen.requests
    for number, (before, after) in enumerate(pairwise(requests), 1):
        same = after[1 : len(before)] == before[1:]
        trial.true(same, "the earlier messages as they were", f"others after round {number}: {after[1 : len(before)]}")


def _due(after: int, rounds: list[list[bool]]) -> list[int]:
    """The rounds in which a reminder is due: so many after one with an accepted call, if there was none since."""
    written = [number for number, outcomes in enumerate(rounds, 1) if any(outcomes)]
    ends = [*written[1:], len(rounds) + 1]
    return [number + after for number, end in zip(written, ends, strict=False) if number + after < end]


def _says(trial: Trial, after: int, rounds: list[list[bool]]) -> None:
    """A reminder by itself: in which rounds it says something, a text that names the tool."""
    words = (", ".join("accepted" if ok else "refused" for ok in outcomes) or "none" for outcomes in rounds)
    did = f"TodoReminder({after}).after_round, with the outcomes, round by round: {'; '.join(words)}"
    texts = trial.act(did, "remind", TextsSeen, after=after, rounds=rounds).seen.texts
    trial.same("rounds observed:", len(texts), len(rounds))
    trial.same("a reminder in rounds", [n for n, said in enumerate(texts, 1) if said], _due(after, rounds))
    for text in filter(None, texts):
        trial.true("todo" in text, "a reminder that names `todo`", f"{text!r}")
