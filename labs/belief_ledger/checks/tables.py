"""Exercise 1: the tables."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import FactSeen, RowSeen, RowsSeen, WritesSeen
from .shared import Data, by_round, converse, counts, draw_calls, draw_rows, fact_from, source, states, written


@check(1, "tables", needs=("tables",), place="Tables.write_fact")
def facts_need_evidence(trial: Trial) -> None:
    """a fact without evidence or time is refused; a good one is kept"""
    first, second, blocked = draw_calls(trial, 3, 8, 9)
    blocked["looked"] = False
    (name, other), (text,) = trial.draw.names(2), trial.draw.phrases(1)
    good = fact_from(first, name, text) | {"of": 3, "evidence": [3, first["output"]]}
    middle = first["output"][2:-2]
    contradicted = good | {"id": other, "put": True, "state": "to_review", "reviewed": 8}
    # Each is said in words, written, and right (`ok`) or wrong in one way.
    cases: list[tuple[str, Data, bool | None]] = [
        ("a fact with a quote from call 3", good | {"evidence": [3, middle]}, True),
        ("a fact without evidence", good | {"evidence": None}, False),
        ("a fact without evidence, and no call handed in", good | {"evidence": None, "of": 0}, False),
        ("a fact with an empty quote", good | {"evidence": [3, " "]}, False),
        ("a fact without a time", good | {"confirmed": None}, False),
        ("a fact without a text", good | {"text": " "}, False),
        ("a fact without an id", good | {"id": " "}, False),
        ("a quote that call 3 did not say", good | {"evidence": [3, second["output"]]}, False),
        ("a quote from call 3, said to be of call 8", good | {"evidence": [8, first["output"]]}, False),
        ("evidence in a call that never was", good | {"evidence": [7, first["output"]], "of": 7}, False),
        ("a quote from a call that was blocked", good | {"evidence": [9, blocked["output"]], "of": 9}, False),
        ("a fact that call 8 contradicted, put there by the program", contradicted, None),
        ("that fact once more, with evidence in call 3", good | {"id": other}, False),
        ("that fact, with evidence in call 8", good | {"id": other, "evidence": [8, second["output"]], "of": 8}, True),
        ("that fact once more, with evidence in call 3", good | {"id": other}, False),
    ]
    calls, writes = [first, second, blocked], [write for _, write, _ in cases]
    did = f"facts about {source(first)} (call 3) and {source(second)} (call 8)"
    steps = trial.act(did, "facts", WritesSeen, seen=calls, writes=writes).seen.steps
    before: list[FactSeen] = []
    for (what, write, ok), step in zip(cases, steps, strict=True):
        did = f"write_fact, {what}"
        trial.true(step.ok == ok, f"ok={ok}", f"ok={step.ok}, note {step.note!r}", did=did)
        if ok is False:
            trial.same("facts", step.facts, before, did=did, help="a refusal has to leave everything as it was")
            trial.true(write["id"] in step.note, f"a note that names {write['id']!r}", f"{step.note!r}", did=did)
        before = step.facts
    kept, again = before
    trial.same("state and time", (kept.state, kept.confirmed), ("confirmed", good["confirmed"]), did="write_fact")
    trial.same("evidence", kept.evidence, [3, middle, source(first)], did="write_fact, with a quote from call 3")
    trial.same(
        "state and evidence", (again.state, again.evidence), ("confirmed", [8, second["output"], source(second)])
    )
    talk = converse(trial, "claim", rounds=4)
    by_round(
        trial, "the fact's state", states(talk.seen.history, written(talk, "record_fact")[0]), "- - confirmed confirmed"
    )


@check(2, "tables", needs=("tables",), place="Tables.act")
def touched_rows_carry_the_round(trial: Trial) -> None:
    """touched rows carry the round of the last action, others stay"""
    start = trial.draw.randint(2, 9)
    given = draw_rows(trial, 3)
    one, two, three = (row["id"] for row in given)
    steps = [
        ["act", one, start, None],
        ["act", one, start + 1, 4],
        ["act", two, start + 1, None],
        ["act", one, start + 4, 6],
    ]
    after = _after(trial, given, steps)
    expected = [[start, 0, 0], [start + 1, 0, 0], [start + 1, start + 1, 0], [start + 4, start + 1, 0]]
    for (_, id_, round_, left), rows, touched in zip(steps, after, expected, strict=True):
        did = f"act({id_!r}, round={round_}, left={left}) on the rows {one!r}, {two!r}, {three!r}"
        trial.same("touched", [row.touched for row in rows], touched, did=did)
    talk = converse(trial, "", rounds=12)
    reads, writes = written(talk, "write_requirement")
    by_round(trial, f"touched of {reads!r}", counts(talk.seen.history, reads, "touched"), "- 0 3 4 5 5 5 5 5 5")
    by_round(trial, f"touched of {writes!r}", counts(talk.seen.history, writes, "touched"), "- 0 0 0 0 6 7 8 8 8")


@check(3, "tables", needs=("tables",), place="Tables.act")
def touched_is_not_closer(trial: Trial) -> None:
    """touched and closer are told apart; only a lower count is closer"""
    given = draw_rows(trial, 2)
    (id_, other), most = (row["id"] for row in given), trial.draw.randint(5, 9)
    # What the command counts in each round, and the round in which the row then last came closer.
    plan = [(None, 0), (most, 0), (most, 0), (most - 2, 4), (most, 4), (most - 2, 4), (None, 4), (most - 3, 8), (0, 9)]
    steps: list[list[object]] = []
    idle: list[tuple[int, int]] = []
    for number, (left, closer) in enumerate(plan, 1):
        steps += [["act", id_, number, left], ["end_round", number, {id_: 3}]]
        still = 0 if left == 0 else number - closer
        idle.append((still, 3 * still))
    steps += [["act", id_, 10, 1], ["end_round", 10, {other: 2}]]
    after = _after(trial, given, steps)[1::2]
    texts = ["no count" if left is None else f"{left} left" for left, _ in plan]
    for number, (rows, (_, closer), counted) in enumerate(zip(after, plan, idle, strict=False), 1):
        did = f"rounds of three actions each, in which the command counts {', '.join(texts[:number])}"
        trial.same("touched and closer", (rows[0].touched, rows[0].closer), (number, closer), did=did)
        trial.same("idle rounds and calls in them", (rows[0].idle, rows[0].calls), counted, did=did)
        trial.same("the other row's idle rounds and calls", (rows[1].idle, rows[1].calls), (number, 0), did=did)
    did = "a round in which the command of a row that was done counts 1 left"
    last, waiting = after[-1]
    got = (last.left, last.best, last.closer, last.idle, last.calls)
    trial.same("left, best, closer, idle and calls", got, (1, 0, 9, 1, 0), did=did)
    trial.same("the other row's idle rounds and calls", (waiting.idle, waiting.calls), (10, 2), did=did)
    _first_count_zero(trial)
    talk = converse(trial, "", rounds=12)
    reads, writes = written(talk, "write_requirement")
    by_round(trial, f"closer of {reads!r}", counts(talk.seen.history, reads, "closer"), "- 0 0 4 5 5 5 5 5 5")
    by_round(trial, f"closer of {writes!r}", counts(talk.seen.history, writes, "closer"), "- 0 0 0 0 0 0 8 8 8")


def _first_count_zero(trial: Trial) -> None:
    """A row whose first count is 0 is done, and came closer in that round."""
    given = draw_rows(trial, 1)
    rows = _after(trial, given, [["act", given[0]["id"], 2, 0], ["end_round", 2, {given[0]["id"]: 1}]])[-1]
    got = (rows[0].closer, rows[0].left, rows[0].idle)
    trial.same("closer, left and idle", got, (2, 0, 0), did="a first action whose command counts 0 left")


def _after(trial: Trial, given: list[Data], steps: list[list[object]]) -> list[list[RowSeen]]:
    """The rows after each step."""
    return trial.act("actions on requirements", "rows", RowsSeen, given=given, steps=steps).seen.after
