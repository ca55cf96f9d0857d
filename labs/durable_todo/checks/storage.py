"""Exercise 5: the storage."""

from __future__ import annotations

import json
from typing import Any

from grader.checks import Trial, check

from .observations import Held, KillsSeen, SaveSeen, StoresSeen, StoreStepSeen, SyncSeen
from .shared import Data, draw_tasks, has

LIST, HISTORY = "todo.json", "todo.jsonl"
KILLS = 20


@check(14, "storage", needs=("storage",), place="Store")
def killed_leaves_old_or_new(trial: Trial) -> None:
    """killed at twenty drawn moments: the old list or the new one"""
    lists = [draw_tasks(trial, count) for count in (4, 6, 3)]
    draws = [trial.draw.random() for _ in range(KILLS)]
    seen = trial.act(
        "save over a list, once to the end and twenty times killed", "killed", KillsSeen, lists=lists, draws=draws
    ).seen
    by_name = dict(zip(("old", "new", "last"), lists, strict=True))
    trial.same("whole saves and kills:", (len(seen.saves), len(seen.kills)), (2, KILLS))
    for save, name in zip(seen.saves, ("old", "new"), strict=True):
        _saved(trial, save, name, by_name)
    for kill in seen.kills:
        did = f"a save, killed after {kill.moment} of its {seen.saves[-1].moments} calls of the system"
        trial.same("killed:", kill.died, True, did=did)
        holds = _which(kill.holds, by_name)
        trial.true(
            holds in {"old", "new"}, "the old list or the new one", holds, did=did,
            help="write beside the file, and rename" if isinstance(kill.holds, str) else "",
        )  # fmt: skip
        _saved(trial, kill.after, "last", by_name, did=f"{did}; then another save")
    steps = ", ".join(map(_synced, seen.order)) or "nothing synced or renamed"
    renames = [place for place, step in enumerate(seen.order) if (step.did, step.onto) == ("rename", LIST)]
    trial.true(renames, f"a rename to {LIST}, which happens at once or not at all", steps)
    trial.true(seen.order[renames[-1]].synced, "the new file synced before it is renamed", steps)
    after = [step.did for step in seen.order[renames[-1] :]]
    trial.true("sync folder" in after, "the folder synced after the rename", steps)
    trial.same("the old file, under a second name, holds the list", _which(seen.before, by_name), "old")


@check(15, "storage", needs=("storage",), place="Store.save")
def one_history_line_a_change(trial: Trial) -> None:
    """one history line a change, added at the end"""
    items = draw_tasks(trial, 2)
    keys = ("time", "operation", "id", "from", "to", "tool")
    changes = [
        [f"{number:04}", trial.draw.choice(["add", "move"]), items[0]["id"], before, after, "move_todo"]
        for number, (before, after) in enumerate(
            [("new", "todo"), ("todo", "in_progress"), ("in_progress", "done"), ("todo", "blocked")]
        )
    ]
    lines = [dict(zip(keys, change, strict=True)) for change in changes]
    torn = '{"time": "00'
    steps: list[list[Any]] = [
        ["open", "a"], ["save", "a", items, changes[:1]], ["save", "a", items, changes[1:3]], ["save", "a", items, []],
        ["close", "a"], ["open", "b"], ["save", "b", items, changes[3:]], ["write", HISTORY, torn],
        ["save", "b", items, changes[:1]], ["close", "b"],
    ]  # fmt: skip
    seen = _drive(trial, steps, "saves with one change, two, none, and one from another store")
    for number, expected in ((1, lines[:1]), (2, lines[:3]), (3, lines[:3]), (6, lines)):
        trial.same("the history:", _lines(seen[number]), expected)
    trial.same("the history after a half-written line:", _lines(seen[8]), [torn, lines[0]])
    trial.same("the list holds", _listed(seen[8]), [item["id"] for item in items])


@check(16, "storage", needs=("storage",), place="Store.open")
def broken_file_is_moved_aside(trial: Trial) -> None:
    """a broken file is moved aside and reported, never taken as empty"""
    items = draw_tasks(trial, 3)
    ids = [item["id"] for item in items]
    saved = _drive(trial, [["open", "a"], ["save", "a", items, []], ["close", "a"]], "a save")[-1]
    good = saved.files.get(LIST, "")
    trial.true(good, f"a file {LIST}", "no such file")
    trial.same("the list holds", _listed(saved), ids)
    broken = _broken(trial, good)
    runs: list[list[list[Any]]] = [
        [
            ["write", LIST, text], ["open", "a"], ["save", "a", items, []], ["close", "a"],
            ["write", LIST, f"{text}#"], ["open", "b"], ["close", "b"], ["open", "c"],
        ]
        for text in broken.values()
    ]  # fmt: skip
    for (what, text), seen in zip(broken.items(), _drive_all(trial, runs, "open files that are broken"), strict=True):
        did = f"open a file that is {what}"
        _aside(trial, seen[1], text, did)
        trial.same("the next save says", seen[2].answer, "", did=did)
        trial.same("the list holds", _listed(seen[2]), ids, did=did)
        _aside(trial, seen[5], f"{text}#", f"{did}, for the second time")
        first = text in seen[5].files.values()
        trial.true(first, "the first broken file still there", f"the files {sorted(seen[5].files)}", did=did)
        trial.same("then, with no file, the note is", seen[7].answer["note"], "", did=did)
    complaint = trial.draw.phrases(1)[0]
    did = f"open a list with a check that says {complaint!r}"
    step = trial.act(did, "checked", StoreStepSeen, text=good, complaint=complaint).seen
    _is_opened(trial, step)
    _aside(trial, step, good, did)
    trial.true(complaint in step.answer["note"], f"a note that says {complaint!r}", f"the note {step.answer['note']!r}")
    whole = _drive(trial, [["write", LIST, good], ["open", "a"]], "open a file that is whole")[1]
    trial.same("the note", whole.answer["note"], "")
    trial.same("the tasks", [item["id"] for item in whole.answer["items"]], ids)
    trial.same("the file", whole.files.get(LIST), good)


@check(17, "storage", needs=("storage",), place="Store.open")
def second_writer_is_refused(trial: Trial) -> None:
    """a second writer is refused and named the first, nothing is lost"""
    one, two, three = (draw_tasks(trial, count) for count in (2, 3, 4))
    steps: list[list[Any]] = [
        ["open", "a"], ["save", "a", one, []], ["open", "b"], ["save", "b", two, []], ["save", "a", three, []],
        ["close", "b"], ["open", "c"], ["close", "a"], ["save", "b", two, []], ["open", "b"], ["save", "b", two, []],
        ["open", "b"], ["write", LIST, "broken"], ["open", "c"], ["close", "b"], ["save", "b", three, []],
    ]  # fmt: skip
    did = "two stores on one folder, in two processes, both opened, both saving"
    seen = trial.act(did, "stores", StoresSeen, runs=[steps], elsewhere=["b"]).seen
    (run,) = _of_shape(trial, seen, [steps])
    one_, two_, three_ = ([item["id"] for item in items] for items in (one, two, three))
    first, second = (seen.processes.get(name, "nobody") for name in ("", "b"))
    for number, holder in ((0, ""), (2, first), (6, first), (9, ""), (11, ""), (13, second)):
        got = run[number].answer["note"]
        did = f"{trial.did}\nstep {number + 1}: {steps[number][0]} {steps[number][1]}"
        trial.true(
            bool(got) is bool(holder),
            "a note that the list is in use" if holder else "no note",
            f"the note {got!r}",
            did=did,
        )
        trial.true(not holder or has(got, holder), f"a note that names process {holder}", f"the note {got!r}", did=did)
    for number, works, listed in (
        (1, True, one_),
        (3, False, one_),
        (4, True, three_),
        (8, False, three_),
        (10, True, two_),
    ):
        step = run[number]
        did = f"{trial.did}\nstep {number + 1}: save by {steps[number][1]}"
        trial.true(
            (step.answer == "") is works, "a save" if works else "a refusal", f"the answer {step.answer!r}", did=did
        )
        trial.same("the list holds", _listed(step), listed, did=did)
    trial.true(run[15].answer, "a refusal by a store that was closed", "a save")
    trial.same("a broken file that is the first one's:", run[13].files.get(LIST), "broken")
    trial.same("the second can read", [item["id"] for item in run[2].answer["items"]], one_)


def _drive(trial: Trial, steps: list[list[Any]], did: str) -> list[StoreStepSeen]:
    return _drive_all(trial, [steps], did)[0]


def _drive_all(trial: Trial, runs: list[list[list[Any]]], did: str) -> list[list[StoreStepSeen]]:
    return _of_shape(trial, trial.act(did, "stores", StoresSeen, runs=runs).seen, runs)


def _of_shape(trial: Trial, seen: StoresSeen, runs: list[list[list[Any]]]) -> list[list[StoreStepSeen]]:
    """The runs, if each store gave what its contract says."""
    trial.same("steps:", list(map(len, seen.runs)), list(map(len, runs)))
    for (step, *_), got in (
        (step, got) for pair in zip(runs, seen.runs, strict=True) for step, got in zip(*pair, strict=True)
    ):
        if step == "open":
            _is_opened(trial, got)
        if step == "save":
            trial.true(isinstance(got.answer, str), "`save` returns a text", f"{got.answer!r}")
    return seen.runs


def _is_opened(trial: Trial, got: StoreStepSeen) -> None:
    """What `open` gave has a text for a note, and tasks."""
    answer = got.answer if isinstance(got.answer, dict) else {}
    items = answer.get("items")
    whole = isinstance(items, list) and all(isinstance(item, dict) and "id" in item for item in items)
    trial.true(whole and isinstance(answer.get("note"), str), "`Opened` with a list and a note", f"{got.answer!r}")


def _broken(trial: Trial, good: str) -> dict[str, str]:
    """Files that are no list, by what is wrong with them; the bytes in Latin-1."""
    whole = json.loads(good.encode("latin-1"))
    twins = {**whole, "items": [whole["items"][0], whole["items"][0]]}
    lacking = {**whole, "items": [{key: value for key, value in whole["items"][0].items() if key != "depends_on"}]}
    return {
        "cut short": good[: trial.draw.randint(1, len(good) - 3)],
        "empty": "",
        "not JSON": "[x] done",
        "no text": "\xff\xfe{}",
        "of another shape": "[]",
        "with an id twice": json.dumps(twins),
        "without a field": json.dumps(lacking),
    }


def _saved(trial: Trial, save: SaveSeen, name: str, by_name: dict[str, list[Data]], did: str = "") -> None:
    trial.same("save says", save.answer, "", did=did)
    trial.same("the file holds the list", _which(save.holds, by_name), name, did=did)


def _which(holds: Held, by_name: dict[str, list[Data]]) -> str:
    """Which of some lists a file holds, or what is wrong with it."""
    if isinstance(holds, str):
        return "none of them" if holds in by_name else holds  # only what is in a list says which it is
    found = (name for name, items in by_name.items() if holds == [[item["id"], item["summary"]] for item in items])
    return next(found, "none of them")


def _synced(step: SyncSeen) -> str:
    """A step of a save, for a message."""
    if step.did != "rename":
        return step.did
    return f"rename of {'what is synced' if step.synced else 'what is not synced'} to {step.onto or 'another folder'}"


def _aside(trial: Trial, step: StoreStepSeen, text: str, did: str) -> None:
    """The broken text lies under a name of its own, which the note says; the list is empty."""
    asides = [name for name, content in step.files.items() if content == text and name != LIST]
    gone = LIST not in step.files and asides
    trial.true(gone, "the file under another name", f"the files {sorted(step.files)}", did=did)
    note = step.answer["note"]
    trial.true(any(name in note for name in asides), f"a note that names {asides[0]}", f"the note {note!r}", did=did)
    trial.same("the tasks", step.answer["items"], [], did=did)


def _lines(step: StoreStepSeen) -> list[Any]:
    """The history's lines, as JSON where they are that."""
    lines: list[Any] = []
    for line in step.files.get(HISTORY, "").splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            lines.append(line)
    return lines


def _listed(step: StoreStepSeen) -> list[str] | str:
    """The ids in the file, or what is wrong with it."""
    try:
        listed: dict[str, list[Data]] = json.loads(step.files[LIST].encode("latin-1"))
        return [item["id"] for item in listed["items"]]
    except (KeyError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
