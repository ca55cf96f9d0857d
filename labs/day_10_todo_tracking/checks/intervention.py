"""Exercise 5: the intervention."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import AgentSeen, DecisionsSeen
from .shared import converse


@check(14, "intervention", needs=("list", "tool"), place="Intervention.on", reason="given; where the guard ends")
def third_identical_call_is_blocked(trial: Trial) -> None:
    """INJECT=loop: one list, and the third identical call is not executed"""
    talk = converse(trial, "loop", rounds=5)
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history], [1] * 5)
    trial.same("counts", tuple(talk.seen.counts), (0, 3))
    read, again, third = ("".join(talk.transcript.results(number)) for number in (2, 3, 4))
    trial.true("def seconds" in read == again, "the first two reads give the file", f"{read} and {again}")
    trial.true("not executed" in third != read, "the third read is not executed", third)


@check(15, "intervention", needs=("list", "tool", "stall", "intervention"), place="Intervention.on", after=14)
def reminds_then_stops(trial: Trial) -> None:
    """INJECT=loop: a reminder with the user role, then the stop"""
    did = "the whole agent with INJECT=loop, as `nox -s play` runs it"
    observed = trial.act(did, "whole_agent", AgentSeen, mode="loop")
    talk, screen = observed.transcript, observed.seen.screen.rstrip("\n")
    reminded = [number for number in range(1, talk.rounds) if talk.reminders(number)]
    expected = "a reminder after round 4, the stop after round 5"
    got = f"reminders after rounds {reminded}, the end after round {talk.rounds}"
    trial.true((reminded, talk.rounds) == ([4], 5), expected, got)
    trial.same("exit status", observed.seen.status, 1)
    last = screen.rpartition("\n")[2]
    stalled = "stalled: list 0/3 done at revision 1"
    trial.true(last.startswith(stalled), stalled, last)
    _decides(trial, "quiet:still moved quiet:still still quiet:still", "Reminder - Reminder - Stop")
    _decides(trial, "quiet:still reopen:moved moved reopen:moved", "Reminder Reminder - Stop")


def _decides(trial: Trial, rounds: str, expected: str) -> None:
    """An intervention's decisions; a round is `signal:moved` or `signal:still`, or one word if there is no signal."""
    pairs = [pair for each in zip(rounds.split(), expected.split(), strict=True) for pair in _some_quiet(trial, each)]
    expected = " ".join(decision for _, decision in pairs)
    hits = [[kind or None, moved == "moved"] for kind, _, moved in (each.rpartition(":") for each, _ in pairs)]
    told = (f"{kind or 'no'} signal, list {'moved' if moved else 'still'}" for kind, moved in hits)
    did = f"`on`, round by round: {'; '.join(told)}"
    seen = trial.act(did, "decide", DecisionsSeen, hits=hits).seen.decisions
    got = " ".join("-" if decision.kind == "NoneType" else decision.kind for decision in seen)
    trial.true(got == expected, f"decisions: {expected} (- is None)", f"decisions: {got}")
    silent = [decision.kind for decision in seen if decision.kind != "NoneType" and not decision.text]
    trial.true(not silent, "a reminder and a stop that say why", f"no text in {silent}")


def _some_quiet(trial: Trial, pair: tuple[str, str]) -> list[tuple[str, str]]:
    """A round, and after it some in which nothing happens and nothing is to be said."""
    return [pair, *[("still", "-")] * trial.draw.randint(0, 2)]
