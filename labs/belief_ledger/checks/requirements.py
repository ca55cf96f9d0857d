"""Exercise 1: the tables, and in them the requirements."""

from __future__ import annotations

from typing import Any

from grader.checks import Trial, check

from .observations import RowSeen, RowsSeen
from .shared import Case, Data, by_round, converse, counts, draw_calls, draw_rows, fact_from, plan, written


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
    reads, writes = written(trial, talk, "write_requirement", 2)
    by_round(trial, f"touched of {reads!r}", counts(talk.seen.history, reads, "touched"), "- 0 3 4 5 5 5 5 5 5")
    by_round(trial, f"touched of {writes!r}", counts(talk.seen.history, writes, "touched"), "- 0 0 0 0 6 7 8 8 8")


@check(3, "tables", needs=("tables",), place="Tables.act")
def touched_is_not_closer(trial: Trial) -> None:
    """touched and closer are told apart; only a lower count is closer"""
    _commands_stay(trial)
    _comes_closer(trial)
    _first_count_zero(trial)
    talk = converse(trial, "", rounds=12)
    reads, writes = written(trial, talk, "write_requirement", 2)
    by_round(trial, f"closer of {reads!r}", counts(talk.seen.history, reads, "closer"), "- 0 0 4 5 5 5 5 5 5")
    by_round(trial, f"closer of {writes!r}", counts(talk.seen.history, writes, "closer"), "- 0 0 0 0 0 0 8 8 8")


def _comes_closer(trial: Trial) -> None:
    """A row comes closer with each new least count, and only its own rounds and calls are counted."""
    given = draw_rows(trial, 2)
    (id_, other), most = (row["id"] for row in given), trial.draw.randint(5, 9)
    start = trial.draw.randrange(300, 900)  # so large that two equal numbers are two objects
    # What the command counts in each round, and in which of them the row has then last come closer.
    rounds = [
        (None, 0),
        (most, 0),
        (most, 0),
        (most - 2, 4),
        (most, 4),
        (most - 2, 4),
        (None, 4),
        (most - 3, 8),
        (0, 9),
    ]
    steps: list[list[object]] = []
    for number, (left, _) in enumerate(rounds, start + 1):
        steps += [["act", id_, number, left], ["end_round", number, {id_: 3}]]
    steps += [["act", id_, start + 10, 1], ["end_round", start + 10, {other: 2}]]
    *after, last = _after(trial, given, steps)[1::2]
    texts = ["no count" if left is None else f"{left} left" for left, _ in rounds]
    for number, (rows, (left, closer)) in enumerate(zip(after, rounds, strict=True), 1):
        did = (
            f"rounds from {start + 1} on, of three calls each, in which the command counts {', '.join(texts[:number])}"
        )
        still = 0 if left == 0 else number - closer
        trial.same("closer", rows[0].closer, closer and start + closer, did=did)
        trial.same("idle rounds and calls in them", (rows[0].idle, rows[0].calls), (still, 3 * still), did=did)
        trial.same("the other row's idle rounds and calls", (rows[1].idle, rows[1].calls), (number, 0), did=did)
    did = f"round {start + 10}, in which the command of a row that was done counts 1 left"
    row, waiting = last
    got = (row.left, row.best, row.closer, row.idle, row.calls)
    trial.same("left, best, closer, idle and calls", got, (1, 0, start + 9, 1, 0), did=did)
    trial.same("the other row's idle rounds and calls", (waiting.idle, waiting.calls), (10, 2), did=did)


def _first_count_zero(trial: Trial) -> None:
    """A row whose first count is 0 is done, and came closer in that round."""
    given = draw_rows(trial, 1)
    rows = _after(trial, given, [["act", given[0]["id"], 2, 0], ["end_round", 2, {given[0]["id"]: 1}]])[-1]
    got = (rows[0].closer, rows[0].left, rows[0].idle)
    trial.same("closer, left and idle", got, (2, 0, 0), did="a first action whose command counts 0 left")


def _commands_stay(trial: Trial) -> None:
    """How a requirement is verified cannot be changed once it is written, or progress could be had for a word."""
    # Ids on both sides of the first row's, as whatever compares them has to see all of them.
    two, one, three = sorted(draw_rows(trial, 3), key=lambda row: str(row["id"]))
    (text, other), (fact,) = trial.draw.phrases(2), trial.draw.names(1)

    def write(row: Data, **more: str) -> list[Any]:
        row = {"files": ["a.py"], "blocked_by": ""} | row | more
        return ["write_requirement", *(row[name] for name in ("id", "text", "command", "files", "blocked_by"))]

    cases: list[Case] = [
        ("a row", write(one), True),
        *(("a row with the command of another", write(row, command=one["command"]), False) for row in (two, three)),
        ("a row without a command", write(two, command=" "), False),
        ("a row without a text", write(two, text=" "), False),
        ("a row without an id", write(two, id=" "), False),
        ("a row blocked by no known fact", write(two, blocked_by=one["id"]), False),
        ("another row, blocked by a fact", write(two, blocked_by=fact), True),
        ("an action", ["act", one["id"], 7, 3], None),
        ("the first row with another text", write(one, text=other), True),
        *((f"the first row with the command {word!r}", write(one, command=word), False) for word in ("aa", "zz")),
        ("the second row with the command of the first", write(two, command=one["command"]), False),
    ]
    facts = [fact_from(draw_calls(trial, 1)[0], fact, text)]
    rows = plan(trial, "write_requirement", facts, cases)
    got = [(row.id, row.text, row.command, row.blocked_by, row.touched, row.left) for row in rows]
    expected = [(one["id"], other, one["command"], "", 7, 3), (two["id"], two["text"], two["command"], fact, 0, None)]
    trial.same("rows", got, expected, did="write_requirement, twice for the first row")


def _after(trial: Trial, given: list[Data], steps: list[list[object]]) -> list[list[RowSeen]]:
    """The rows after each step."""
    after = trial.act("actions on requirements", "rows", RowsSeen, given=given, steps=steps).seen.after
    trial.same("steps observed:", len(after), len(steps))
    for rows in after:
        trial.same("rows", [row.id for row in rows], [row["id"] for row in given])
    return after
