"""Exercise 4: the stall detector."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import LateListSeen, SignalSeen, SignalsSeen
from .shared import converse, draw_items, list_is, names_exactly, sent_list


@check(11, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def flags_three_quiet_rounds(trial: Trial) -> None:
    """three rounds without a change are flagged; a moving list is not"""
    talk = converse(trial, "circle", rounds=6)
    _signals(trial, [seen.signal for seen in talk.seen.history], "- - - - quiet quiet")
    start, quiet = trial.draw.randint(1, 5), trial.draw.randint(4, 6)
    kept = trial.draw.sample([quiet, trial.draw.randint(2, quiet)], 2)  # rounds with one revision, none a hit
    revisions = [revision for revision, rounds in enumerate([*kept, quiet + 2], 1) for _ in range(rounds)]
    rounds = [[start + n, revision, {}] for n, revision in enumerate(revisions)]
    did = f"StallLimits(quiet_rounds={quiet}); from round {start} on, revisions {revisions}"
    seen = trial.act(did, "detect", SignalsSeen, limits={"quiet_rounds": quiet}, rounds=rounds).seen
    expected = ("quiet" if n - revisions.index(revision) >= quiet else "-" for n, revision in enumerate(revisions))
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
    seen_and_named = [
        ({a: 1}, a),
        ({a: 2, b: 1}, f"{a} {b}"),
        ({a: 2, b: 0}, ""),
        ({a: 1, b: 0}, ""),
        ({a: 1, b: 1}, b),
    ]
    again = [each for pair in seen_and_named for each in (pair, (pair[0], ""))[: trial.draw.randint(1, 2)]]
    counts, expected = zip(*again, strict=True)
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
    without, quiet = trial.draw.randint(6, 9), trial.draw.randint(4, 6)
    did = f"{without} rounds without a list (INJECT=no_list), then a list and {quiet} quiet rounds"
    items = draw_items(trial, "pending", "pending", "pending")
    seen = trial.act(did, "late_list", LateListSeen, mode="no_list", rounds=without, items=items, quiet=quiet).seen
    list_is(trial, seen, items)
    revisions = [round_.revision for round_ in seen.before + seen.after]
    trial.same("revision by round:", revisions, [0] * without + [1] * (quiet + 1))
    signals = [round_.signal for round_ in seen.before + seen.after]
    _signals(trial, signals, " ".join(["-"] * (without + 3) + ["quiet"] * (quiet - 2)))


def _signals(trial: Trial, got: list[SignalSeen | None], expected: str) -> None:
    kinds = " ".join(signal.kind if signal else "-" for signal in got)
    trial.true(kinds == expected, f"signals by round: {expected}", f"signals by round: {kinds}")
