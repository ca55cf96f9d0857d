"""Exercise 4: the stall detector."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import LateListSeen, SignalSeen, SignalsSeen
from .shared import converse, draw_items, names_exactly, sent_list


@check(11, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def flags_three_quiet_rounds(trial: Trial) -> None:
    """three rounds without a change are flagged; a moving list is not"""
    talk = converse(trial, "circle", rounds=6)
    _signals(trial, [seen.signal for seen in talk.seen.history], "- - - - quiet quiet")
    start, quiet = trial.draw.randint(1, 5), trial.draw.randint(4, 6)
    last_move = 2 * (quiet - 1)
    revisions = [1 + min(n // (quiet - 1), 2) for n in range(last_move + quiet + 2)]
    rounds = [[start + n, revision, {}] for n, revision in enumerate(revisions)]
    did = f"StallLimits(quiet_rounds={quiet}); from round {start} on, revisions {revisions}"
    seen = trial.act(did, "detect", SignalsSeen, limits={"quiet_rounds": quiet}, rounds=rounds).seen
    expected = ("quiet" if n - last_move >= quiet else "-" for n in range(len(rounds)))
    _signals(trial, seen.signals, " ".join(expected))


@check(12, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def flags_a_reopened_task(trial: Trial) -> None:
    """a task reopened twice is flagged by name; once is not"""
    talk = converse(trial, "reopen", rounds=7)
    signals = [seen.signal for seen in talk.seen.history]
    _signals(trial, signals, "- - - - reopen - reopen")
    pending, done = sent_list(talk, 1), sent_list(talk, 2)
    reopened, others = [item for item in pending if item not in done], [item for item in pending if item in done]
    for signal in filter(None, signals):
        names_exactly(trial, signal.note, reopened, others, did=trial.did)
    a, b = trial.draw.names(2)
    counts = [{a: 1}, {a: 1}, {a: 2, b: 1}, {a: 2, b: 0}, {a: 1, b: 0}, {a: 1, b: 1}]
    expected = [a, "", f"{a} {b}", "", "", b]
    did = f"StallLimits(reopens=1); by round: {', '.join(map(str, counts))}"
    rounds = [[number, number, reopened] for number, reopened in enumerate(counts, 1)]
    seen = trial.act(did, "detect", SignalsSeen, limits={"reopens": 1}, rounds=rounds).seen.signals
    _signals(trial, seen, " ".join("reopen" if named else "-" for named in expected))
    for number, (hit, named) in enumerate(zip(seen, expected, strict=True), 1):
        tasks = [[task, task, ""] for task in (a, b)]
        concerned, others = [[task for task in tasks if (task[0] in named) is wanted] for wanted in (True, False)]
        names_exactly(trial, hit.note if hit else "", concerned, others, did=f"{did}; here round {number}")


@check(13, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def never_flags_an_unwritten_list(trial: Trial) -> None:
    """a list never written is never flagged; one that was, is"""
    did = "nine rounds without a list (INJECT=no_list), then a list and three quiet rounds"
    items = draw_items(trial, "pending", "pending", "pending")
    seen = trial.act(did, "late_list", LateListSeen, mode="no_list", rounds=10, items=items, quiet=3).seen
    _signals(trial, [round_.signal for round_ in seen.before + seen.after], "- - - - - - - - - - - - quiet")


def _signals(trial: Trial, got: list[SignalSeen | None], expected: str) -> None:
    kinds = " ".join(signal.kind if signal else "-" for signal in got)
    trial.true(kinds == expected, f"signals by round: {expected}", f"signals by round: {kinds}")
