"""Exercise 4: the evidence."""

from __future__ import annotations

from typing import Any

from grader.checks import Trial, check

from .observations import StepSeen
from .shared import Data, call_of, drive, names, said, sentences, tasks


@check(11, "evidence", needs=("evidence",), place="missing")
def no_evidence_not_done(trial: Trial) -> None:
    """without evidence a task stays in progress; the answer says why"""
    file, folder = f"{trial.draw.names(1)[0]}.py", trial.draw.choice(["src", "lib", "docs"])
    for hints, right, tool in (([file], file, "edit_file"), ([folder, file], f"{folder}/deep/{file}", "write_file")):
        wrong = [
            call_of("read_file", right), call_of("edit_file", right, ok=False), call_of("edit_file", f"x{file}"),
            call_of("write_file", f"{folder}2/{file}"), call_of("run_command"),
        ]  # fmt: skip
        _only_the_last(trial, hints, [*wrong, call_of(tool, right)])
    tool = trial.draw.choice(["read_file", "run_command", "search_files"])
    _only_the_last(trial, [], [call_of("run_command", ok=False), call_of("edit_file", file, ok=False), call_of(tool)])


@check(12, "evidence", needs=("evidence",), place="noted")
def edits_are_noted(trial: Trial) -> None:
    """every edit is noted on the task, which is then done"""
    a, b, c = (f"{name}.py" for name in trial.draw.names(3))
    summaries = trial.draw.phrases(4)
    edits = [
        call_of("edit_file", f"./{a}", summary=summaries[0]), call_of("write_file", b, summary=summaries[1]),
        call_of("edit_file", f"src/../{c}", summary=summaries[2]),
    ]  # fmt: skip
    read, failed = call_of("read_file", a), call_of("edit_file", a, ok=False)
    for hints, calls, noted in (
        ([a], [edits[0], read, edits[1], failed], edits[:2]),
        ([f"{c}"], [edits[1], edits[2], edits[0]], [edits[1], edits[2], edits[0]]),
        ([f"./{b}", "."], [edits[2]], [edits[2]]),
        ([], [read, failed, edits[1]], [read, edits[1]]),
    ):
        items = _beside_others(trial, hints)
        id_ = items[1]["id"]
        operations: list[list[Any]] = [*(["call", call] for call in calls), ["move", id_, "done", {}]]
        steps = drive(trial, items, operations, "; ".join(map(said, operations)))
        last = {item.id: [(call.tool, call.file, call.summary) for call in item.evidence] for item in steps[-1].items}
        wanted = [(call["tool"], call["file"], call["summary"]) for call in noted]
        trial.same(f"noted on {id_}:", last.get(id_), wanted)
        trial.same("noted on the others:", [last.get(items[place]["id"]) for place in (0, 2)], [[], []])
        trial.same(f"{id_} is", steps[-1].states[id_], "done")


@check(13, "evidence", needs=("evidence",), place="missing")
def old_evidence_is_refused(trial: Trial) -> None:
    """evidence from before the start does not count"""
    file = f"{trial.draw.names(1)[0]}.py"
    for hints, call in (([file], call_of("edit_file", file)), ([], call_of("run_command"))):
        items = _beside_others(trial, hints)
        id_ = items[1]["id"]
        for way, back in (("an interrupt", ["todo"]), ("a block", ["blocked", "todo"])):
            moves: list[list[Any]] = [["move", id_, to, {"interrupt": True}] for to in [*back, "in_progress", "done"]]
            operations = [["call", call], *moves, ["call", call], ["move", id_, "done", {}]]
            steps = drive(
                trial, items, operations, f"{said(operations[0])}; {way}; a new start; done; the call once more; done"
            )
            _is_refused(trial, steps[len(moves)], id_, hints)
            trial.same(f"{id_}, after a new call, is", steps[-1].states[id_], "done")
    start = f"{trial.draw.randrange(100, 900):04}"
    moments = {start: True, f"{int(start) - 1:04}": False, f"{int(start) + 1:04}": True, "0001": False}
    item = {"id": "T-001", "summary": "x", "status": "in_progress", "file_hints": [file], "started_at": start}
    noted = [{**item, "evidence": [call_of("edit_file", file) | {"at": at}]} for at in moments]
    answers = sentences(trial, "evidence", [["missing", [{"item": each}], {}] for each in noted], "missing")
    for answer, (at, enough) in zip(answers, moments.items(), strict=True):
        did = f"missing of a task started at {start} with an edit at {at}"
        trial.true(
            (answer == "") is enough, "nothing is missing" if enough else "an edit is missing", f"{answer!r}", did=did
        )


def _beside_others(trial: Trial, hints: list[str]) -> list[Data]:
    """A task in progress, between two others with the same hints."""
    return tasks(
        trial,
        {"file_hints": hints},
        {"status": "in_progress", "started_at": "000000000", "file_hints": hints},
        {"status": "blocked", "file_hints": hints},
    )


def _only_the_last(trial: Trial, hints: list[str], calls: list[Data]) -> None:
    """Of these calls only the last makes it possible to finish a task with these hints."""
    items = _beside_others(trial, hints)
    id_ = items[1]["id"]
    done = ["move", id_, "done", {}]
    operations = [done, *(operation for call in calls for operation in (["call", call], done))]
    steps = drive(trial, items, operations, "; ".join(map(said, operations)))
    for number, step in enumerate(steps[:-1:2]):
        _is_refused(
            trial,
            step,
            id_,
            hints,
            f"done after {'; '.join(said(['call', call]) for call in calls[:number]) or 'no call'}",
        )
    trial.same(
        f"{id_} is",
        steps[-1].states[id_],
        "done",
        did=f"done after {'; '.join(said(['call', call]) for call in calls)}",
    )


def _is_refused(trial: Trial, step: StepSeen, id_: str, hints: list[str], did: str = "") -> None:
    trial.true(not step.ok, "a refusal", "it worked", did=did)
    trial.same(f"{id_} is", step.states[id_], "in_progress", did=did)
    names(trial, step.text, hints or ["call"], (), did=did)
