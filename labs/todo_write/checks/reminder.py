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
    again = "a reminder that was given is not given again until the list is written" if 5 in reminded else ""
    trial.same("reminders after rounds", reminded, [4, 12], help=again)
    for number in reminded:
        _stands_behind_the_results(trial, talk, number)
    _history_is_untouched(trial, talk)
    after = trial.draw.randint(4, 6)
    # After each write so many quiet rounds; one short of enough, and twice as many, are among them.
    streaks = (after + 1, after - 1, after, 2 * after)
    rounds = [outcomes for quiet in streaks for outcomes in (ACCEPTED, *[NONE] * quiet)]
    speaks = [number == after for quiet in streaks for number in range(quiet + 1)]
    _says(trial, after, rounds, speaks)


@check(6, "reminder", needs=("manager", "reminder"), place="TodoReminder.after_round")
def refused_calls_and_unwritten_lists(trial: Trial) -> None:
    """a refused call resets nothing; an unwritten list is never nagged about"""
    talk = _converse(trial, "refused", rounds=12)
    quiet = "a round whose calls were all refused is as quiet as one without a call"
    trial.same("reminders after rounds", _reminded(talk), [4, 8], help=quiet)
    talk = _converse(trial, "no_list", rounds=16)
    unwritten = "the first call that was accepted came in round 10"
    trial.same("reminders after rounds", _reminded(talk), [13], help=unwritten)
    after = trial.draw.randint(4, 6)
    rounds = [*[NONE] * (after + 1), *[REFUSED] * (after + 1)]
    # In a round with both, one accepted call is enough, whichever comes first.
    for both in (ACCEPTED + REFUSED, REFUSED + ACCEPTED):
        rounds += [both, *[REFUSED] * (after - 1)]
    rounds.append(ACCEPTED + REFUSED)
    rounds += [NONE, REFUSED + REFUSED, *[REFUSED] * (after - 2)]
    # It ends with the round that makes it enough: what comes after a reminder is another check's.
    _says(trial, after, rounds, [False] * (len(rounds) - 1) + [True])


def _converse(trial: Trial, mode: str, rounds: int) -> Observed[TurnSeen]:
    """A conversation with the scripted model in one of its modes, up to the model's answer."""
    observed = trial.act(f"a conversation with INJECT={mode}", "conversation", TurnSeen, mode=mode, rounds=rounds)
    trial.same("the turn ended with", observed.seen.reason, "answered")
    return observed


def _reminded(talk: Observed[TurnSeen]) -> list[int]:
    """The rounds after which the model was told something with the user role, once for each time."""
    transcript = talk.transcript
    return [number for number in range(1, transcript.rounds) for _ in transcript.reminders(number)]


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


def _says(trial: Trial, after: int, rounds: list[list[bool]], speaks: list[bool]) -> None:
    """A reminder by itself: in which rounds it says something, a text that names the tool."""
    words = (", ".join("accepted" if ok else "refused" for ok in outcomes) or "none" for outcomes in rounds)
    did = f"TodoReminder({after}).after_round, with the outcomes, round by round: {'; '.join(words)}"
    texts = trial.act(did, "remind", TextsSeen, after=after, rounds=rounds).seen.texts
    got, expected = ([n for n, said in enumerate(each, 1) if said] for each in (texts, speaks))
    trial.same("a reminder in rounds", got, expected)
    for text in filter(None, texts):
        trial.true("todo" in text, "a reminder that names `todo`", f"{text!r}")
