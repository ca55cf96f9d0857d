"""Exercise 3: the stuck detector."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import VerdictsSeen
from .shared import Data, by_round, converse, counts, draw_rows, verdicts, written


@check(6, "stuck", needs=("tables", "stuck"), place="StuckDetector.check")
def stuck_exactly_at_both_numbers(trial: Trial) -> None:
    """stuck at 5 idle rounds and 11 calls, not at fewer"""
    _judged(trial, {}, (5, 10))
    rounds, calls = trial.draw.randint(6, 9), trial.draw.randint(12, 20)
    _judged(trial, {"idle_rounds": rounds, "calls": calls}, (rounds, calls))
    talk = converse(trial, "two_approaches", rounds=5)
    (row,) = written(trial, talk, "write_requirement", 1)
    by_round(trial, f"idle rounds of {row!r}", counts(talk.seen.history, row, "idle")[:5], "1 2 3 4 5")
    by_round(trial, f"calls of {row!r}", counts(talk.seen.history, row, "calls")[:5], "1 2 6 7 11")
    by_round(trial, "verdicts", verdicts(talk.seen.history)[:5], f"ok ok ok ok {row}")


@check(7, "stuck", needs=("tables", "stuck"), place="StuckDetector.check")
def slow_but_closer_is_not_stuck(trial: Trial) -> None:
    """a slow requirement that comes closer is not stuck; idle ones are"""
    slow = converse(trial, "slow", rounds=20)
    by_round(trial, "verdicts", verdicts(slow.seen.history), " ".join(["ok"] * 14))
    (row,) = written(trial, slow, "write_requirement", 1)
    by_round(trial, "idle rounds", counts(slow.seen.history, row, "idle"), "1 2 3 4 0 1 2 3 0 1 2 3 0 0")
    given = draw_rows(trial, 3)
    # One that came closer a moment ago after a long time, one that is done, one that is neither.
    for each, idle, calls, left in zip(given, (1, 9, 9), (40, 40, 40), (2, 0, 2), strict=True):
        each |= {"touched": 30, "closer": 30 - idle, "idle": idle, "calls": calls, "left": left, "best": left}
    did = "rows with idle rounds, calls and left: 1, 40, 2; 9, 40, 0; 9, 40, 2"
    said = trial.act(did, "verdicts", VerdictsSeen, limits={}, cases=[given]).seen.verdicts
    trial.same("stuck", said, [[given[2]["id"]]])
    idle_one = converse(trial, "same_again", rounds=5)
    (row,) = written(trial, idle_one, "write_requirement", 1)
    by_round(trial, "verdicts", verdicts(idle_one.seen.history)[:5], f"ok ok ok ok {row}")


@check(8, "stuck", needs=("tables", "stuck"), place="StuckDetector.check")
def no_requirements_no_verdict(trial: Trial) -> None:
    """no requirements, no verdict; with one there is a verdict"""
    (row,) = draw_rows(trial, 1)
    fresh, stuck = row, row | {"touched": 8, "idle": 8, "calls": 40, "left": 3}
    did = "`check` on no rows; on a new one; on one with 8 idle rounds and 40 calls; on no rows"
    said = trial.act(did, "verdicts", VerdictsSeen, limits={}, cases=[[], [fresh], [stuck], []]).seen.verdicts
    trial.same("verdicts", said, [None, [], [row["id"]], None])
    talk = converse(trial, "claim", rounds=4)
    by_round(trial, "verdicts", verdicts(talk.seen.history), "- - - -")
    trial.true("no verdict" in talk.seen.summary, "a summary that says `no verdict`", talk.seen.summary)


def _judged(trial: Trial, limits: dict[str, int], numbers: tuple[int, int]) -> None:
    """Rows around two limits, alone and together, are stuck where both numbers say so."""
    rounds, calls = numbers
    near = [(rounds - 1, calls + 1), (rounds, calls + 1), (rounds, calls), (rounds + 3, calls + 9)]
    near += [(rounds + 9, calls), (rounds - 1, calls + 40), (rounds + 9, calls - 3)]
    given: list[Data] = draw_rows(trial, len(near))
    for row, (idle, spent) in zip(given, near, strict=True):
        row |= {"touched": 20, "idle": idle, "calls": spent, "left": 2, "best": 2}
    did = f"limits {rounds} idle rounds and {calls} calls; rows with idle rounds and calls {near}"
    cases = [*([row] for row in given), given]
    said = trial.act(did, "verdicts", VerdictsSeen, limits=limits, cases=cases).seen.verdicts
    trial.same("verdicts observed:", len(said), len(cases))
    stuck = [[idle, spent] for verdict, (idle, spent) in zip(said, near, strict=False) if verdict]
    trial.same("stuck at", stuck, [[rounds, calls + 1], [rounds + 3, calls + 9]])
    trial.same("stuck among all of them:", said[-1], [given[1]["id"], given[3]["id"]])
