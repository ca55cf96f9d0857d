"""Exercise 2: the consistency check."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import ConsistencySeen
from .shared import Data, by_round, converse, counts, draw_calls, draw_rows, fact_from, reminded, states, written


@check(4, "consistency", needs=("tables", "consistency"), place="check")
def contradicted_facts_go_to_review(trial: Trial) -> None:
    """a fact contradicted by a later call goes to review"""
    calls = draw_calls(trial, 1, 2, 3, 4, 5)
    names, texts = trial.draw.names(5), trial.draw.phrases(5)
    facts = [fact_from(*each) for each in zip(calls, names, texts, strict=True)]
    other, newer = "something else", "something else again"  # no drawn text is a part of these
    calls[4] |= {"output": other}
    facts[4]["evidence"][0] = 9  # its call asks the question of call 5 once more

    def again(index: int, number: int, output: str, **more: bool) -> Data:
        """The question of an earlier call, asked again."""
        return calls[index] | {"number": number, "round": 2, "output": output, **more}

    said = [fact["evidence"][1] for fact in facts]
    rounds = [
        calls,
        [
            again(0, 6, f"{said[0][:-1]}x and {other}"),  # the same question, another answer
            again(1, 7, f"{other} and {said[1]}"),  # the same question, the answer holds
            again(2, 8, f"exit status 1 and {other}", ok=False),  # a failure says something
            again(3, 9, "not executed", ok=False, looked=False),  # a blocked call says nothing
            again(4, 9, said[4]),
        ],
        [again(0, 10, newer), again(1, 11, other, ok=False), again(1, 12, newer), again(3, 13, newer, looked=False)],
    ]
    did = "`check` on five facts, each from a question of its own, after each of three rounds"
    after = trial.act(did, "consistency", ConsistencySeen, facts=facts, given=[], rounds=rounds).seen.after
    expected = [{}, {0: 6, 2: 8}, {0: 6, 1: 12, 2: 8}]
    trial.same("checks observed:", len(after), len(rounds))
    told: dict[int, int] = {}
    for number, (findings, doubts) in enumerate(zip(after, expected, strict=True), 1):
        trial.same("facts", [fact.id for fact in findings.facts], names)
        for index, fact in enumerate(findings.facts):
            wanted = ("to_review", doubts[index]) if index in doubts else ("confirmed", 0)
            did = f"{trial.did}; {_CASES[index]}"
            trial.same(f"state and reviewed after round {number}:", (fact.state, fact.reviewed), wanted, did=did)
            trial.same("evidence", fact.evidence, facts[index]["evidence"], did=did)
        new = [names[index] for index in doubts if index not in told]
        trial.same(f"after round {number}, newly under review:", sorted(findings.doubted), sorted(new))
        told = doubts
    talk = converse(trial, "stale_fact", rounds=5)
    by_round(
        trial,
        "the fact's state",
        states(talk.seen.history, written(trial, talk, "record_fact", 1)[0]),
        "- confirmed confirmed to to",
    )


_CASES = (
    "its question was asked again, and answered otherwise",
    "its question was asked again, and answered the same; later twice otherwise",
    "its question was asked again, and the call failed",
    "its question was asked again, and the calls did not look",
    "its evidence is the newest call with its question",
)
"""What happened to each fact, in words."""


@check(5, "consistency", needs=("tables", "consistency"), place="check")
def untouched_requirements_are_named(trial: Trial) -> None:
    """a requirement that no action ever touched is named"""
    given = draw_rows(trial, 4)
    for row, touched, left in zip(given, (0, 7, 0, 9), (None, 3, None, 0), strict=True):
        row |= {"touched": touched, "left": left}
    did = "`check` on four requirements, two of which were touched"
    after = trial.act(did, "consistency", ConsistencySeen, facts=[], given=given, rounds=[[]]).seen.after
    trial.same("checks observed:", len(after), 1)
    findings = after[0]
    trial.same("untouched", findings.untouched, [given[0]["id"], given[2]["id"]])
    talk = converse(trial, "untouched", rounds=8)
    reads, writes = written(trial, talk, "write_requirement", 2)
    history = talk.seen.history
    by_round(
        trial,
        "named",
        [",".join(each.untouched) or None for each in history],
        f"{reads},{writes} {writes} {writes} {writes} - -",
    )
    named = [f"Never touched by any action: {writes}" in each.pinned for each in history]
    trial.same("named in the prompt by round:", named, [False, True, True, True, False, False])
    trial.same("reminded after rounds", reminded(talk), [4])
    trial.true(
        writes in talk.transcript.reminders(4)[0], f"a reminder that names {writes!r}", talk.transcript.reminders(4)[0]
    )
    by_round(trial, f"touched of {writes!r}", counts(history, writes, "touched"), "0 0 0 0 5 5")
