"""Exercise 1: the tables, and in them the facts."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import FactSeen, WritesSeen
from .shared import Data, by_round, converse, draw_calls, source, states, written


@check(1, "tables", needs=("tables",), place="Tables.write_fact")
def facts_need_evidence(trial: Trial) -> None:
    """a fact without evidence or time is refused; a good one kept"""
    # Numbers so large that two equal ones are two objects.
    earlier, later = sorted(trial.draw.sample(range(300, 900), 2))
    calls = draw_calls(trial, earlier, later, 901)
    calls[2]["looked"] = False
    (name, other), (text,) = trial.draw.names(2), trial.draw.phrases(1)
    fact = {"id": name, "text": text, "confirmed": 1_700_000_000.5, "evidence": [earlier, calls[0]["output"]]}
    good = fact | {"of": earlier}
    cases = [*_cases(good, calls), *_contradicted(good | {"id": other}, calls)]
    did = f"facts about {source(calls[0])} (call A) and {source(calls[1])} (call B)"
    writes = [write for _, write, _ in cases]
    steps = trial.act(did, "facts", WritesSeen, seen=calls, writes=writes).seen.steps
    trial.same("writes observed:", len(steps), len(cases))
    before: list[FactSeen] = []
    for (what, write, ok), step in zip(cases, steps, strict=True):
        did = f"write_fact, {what}"
        trial.true(step.ok == ok, f"ok={ok}", f"ok={step.ok}, note {step.note!r}", did=did)
        if ok is False:
            trial.same("facts", step.facts, before, did=did, help="a refusal has to leave everything as it was")
            trial.true(write["id"] in step.note, f"a note that names {write['id']!r}", f"{step.note!r}", did=did)
        before = step.facts
    trial.same("facts in the table", [fact.id for fact in before], [name, other], did="write_fact, for two facts")
    _are_kept(trial, before, good, calls)
    talk = converse(trial, "claim", rounds=4)
    claimed = states(talk.seen.history, written(trial, talk, "record_fact", 1)[0])
    by_round(trial, "the fact's state", claimed, "- - confirmed confirmed")


Case = tuple[str, Data, bool | None]
"""A write in words, the write, and whether it is taken; nothing for a row that is put there without any rule."""


def _cases(good: Data, calls: list[Data]) -> list[Case]:
    """A good fact, and facts that are wrong in one way each."""
    (a, said_a), (b, said_b), (blocked, said) = ((call["number"], call["output"]) for call in calls)
    return [
        ("a fact with a quote from call A", good | {"evidence": [a, said_a[2:-2]]}, True),
        ("a fact without evidence", good | {"evidence": None}, False),
        ("a fact without evidence, and no call handed in", good | {"evidence": None, "of": 0}, False),
        ("a fact with an empty quote", good | {"evidence": [a, " "]}, False),
        ("a fact without a time", good | {"confirmed": None}, False),
        ("a fact without a text", good | {"text": " "}, False),
        ("a fact without an id", good | {"id": " "}, False),
        ("a quote that call A did not say", good | {"evidence": [a, said_b]}, False),
        ("a quote from call A, said to be of call B", good | {"evidence": [b, said_a]}, False),
        ("a quote from call B, said to be of call A", good | {"evidence": [a, said_b], "of": b}, False),
        ("evidence in a call that never was", good | {"evidence": [7, said_a], "of": 7}, False),
        ("a quote from a call that was blocked", good | {"evidence": [blocked, said], "of": blocked}, False),
    ]


def _contradicted(good: Data, calls: list[Data]) -> list[Case]:
    """A fact under review, and older and newer evidence for it."""
    number, output = calls[1]["number"], calls[1]["output"]
    doubted = good | {"put": True, "state": "to_review", "reviewed": number}
    return [
        ("a fact that call B contradicted, put there by the program", doubted, None),
        ("that fact once more, with evidence in call A", good, False),
        ("that fact, with evidence in call B", good | {"evidence": [number, output], "of": number}, True),
        ("that fact once more, with evidence in call A", good, False),
    ]


def _are_kept(trial: Trial, facts: list[FactSeen], good: Data, calls: list[Data]) -> None:
    """Both facts are confirmed, with their time, and with the source of their call."""
    kept, again = facts
    quote = calls[0]["output"][2:-2]
    expected = ("confirmed", good["confirmed"], [calls[0]["number"], quote, source(calls[0])], 0)
    got = (kept.state, kept.confirmed, kept.evidence, kept.reviewed)
    trial.same("state, time, evidence and reviewed", got, expected, did="write_fact, a fact with a quote from call A")
    number, output = calls[1]["number"], calls[1]["output"]
    expected = ("confirmed", good["confirmed"], [number, output, source(calls[1])], number)
    got = (again.state, again.confirmed, again.evidence, again.reviewed)
    trial.same("state, time, evidence and reviewed", got, expected, did="write_fact, new evidence in call B")
