"""Exercise 1: the list."""

from __future__ import annotations

from typing import Any

from grader.checks import Trial, check

from .observations import Item
from .shared import (
    converse,
    draw_items,
    is_refused,
    list_is,
    names_exactly,
    outcome_is,
    sent_list,
    table,
    with_status,
    write_list,
)


@check(1, "list", needs=("list",), place="TodoList.replace")
def replaces_the_list(trial: Trial) -> None:
    """replaces the whole list: revision 1, nothing done, order kept"""
    first = draw_items(trial, "pending", "pending", "pending")
    second = [with_status(first[2], "done"), *draw_items(trial, "pending")]
    (_, one, _), (_, two, _), (_, three, _) = draw_items(trial, "pending", "pending", "pending")
    # A task is `id:n:status`, n the number of its text; the ids that are left out are the list's to give.
    texts = (one, two, three)
    plan = [
        (":0:pending :1:pending", "1 2", {}),  # the next numbers
        (":1:pending 1:0:done", "2 1", {}),  # or the id that the text had
        ("1:0:done :2:done", "1 3", {}),
        ("3:2:done 1:0:pending", "3 1", {"1": 1}),  # from done back is counted
        ("3:2:pending 1:0:done", "3 1", {"1": 1, "3": 1}),
        ("3:2:done 1:0:pending", "3 1", {"1": 2, "3": 1}),
        ("3:1:done 1:0:done", "3 1", {"1": 2}),  # another task with a known id begins anew
    ]
    cases: list[tuple[list[Item], list[Item], dict[str, int]]] = [(first, first, {}), (second, second, {})]
    for tasks, ids, reopened in plan:
        parts = [task.split(":") for task in tasks.split()]
        given = [[id_, texts[int(number)], status] for id_, number, status in parts]
        cases.append((given, [[id_, *item[1:]] for id_, item in zip(ids.split(), given, strict=True)], reopened))
    steps = write_list(trial, *(["replace", given] for given, _, _ in cases))
    for revision, (step, (given, items, reopened)) in enumerate(zip(steps, cases, strict=True), 1):
        did = f"replace, for the {revision}. time, with{table(given)}"
        outcome_is(trial, step, did=did, ok=True, changed=True)
        list_is(trial, step, items, did=did)
        trial.same("revision", step.revision, revision, did=did)
        trial.same("counts", tuple(step.counts), (sum(item[2] == "done" for item in items), len(items)), did=did)
        trial.same("reopened", step.state[2], reopened, did=did)


@check(2, "list", needs=("list",), place="TodoList.replace")
def knows_three_states(trial: Trial) -> None:
    """knows three states; refuses a fourth, a bad id, an empty text"""
    good = draw_items(trial, "done", "in_progress", "pending")
    fourth = trial.draw.choice(["doing", "completed", "cancelled", "failed", "Done"])
    unknown = trial.draw.choice(["0", "none", "nobody"])
    texts = [text for _, text, _ in draw_items(trial, *["pending"] * 4)]
    twins = [[id_, text, "pending"] for id_, text in zip(("aa0", "mm5", "mm5", "zz9"), texts, strict=True)]
    lists = [[good[0], with_status(good[2], fourth)], twins, [good[0], [good[1][0], " ", "pending"]]]
    moves = [(good[2][0], fourth), (unknown, "done")]
    refused: list[tuple[str, list[Any]]] = [
        *((f"replace with{table(bad)}", ["replace", bad]) for bad in lists),
        *((f"set_status{move}", ["set_status", *move]) for move in moves),
    ]
    last = ["set_status", good[1][0], "done"]
    seen = write_list(trial, ["replace", good], *(write for _, write in refused), last)
    outcome_is(trial, seen[0], did=f"replace with{table(good)}", ok=True, changed=True)
    for step, (did, _) in zip(seen[1:-1], refused, strict=True):
        is_refused(trial, step, seen[0], did)
    names_exactly(trial, seen[2].note, twins[1:3], [twins[0], twins[3]], did=refused[1][0])
    outcome_is(trial, seen[-1], did=f"set_status({good[1][0]!r}, 'done')", ok=True, changed=True)


@check(3, "list", needs=("list",), place="TodoList.replace")
def one_in_progress(trial: Trial) -> None:
    """never two in progress, in either form; a refusal changes nothing"""
    items = draw_items(trial, "in_progress", "pending", "pending", "done")
    # The refused list also takes a done task back: not even that may leave a trace.
    bad = [items[0], with_status(items[1], "in_progress"), items[2], with_status(items[3], "pending")]
    holder, other = items[0][0], items[1][0]
    seen = write_list(
        trial,
        ["replace", items],
        ["replace", bad],
        ["set_status", other, "in_progress"],
        ["set_status", holder, "done"],
        ["set_status", other, "in_progress"],
    )
    outcome_is(trial, seen[0], did=f"replace with{table(items)}", ok=True, changed=True)
    is_refused(trial, seen[1], seen[0], f"replace with{table(bad)}")
    is_refused(trial, seen[2], seen[0], f"set_status({other!r}, 'in_progress') while {holder!r} is in progress")
    did = f"set_status({holder!r}, 'done'), which leaves none in progress"
    outcome_is(trial, seen[3], did=did, ok=True, changed=True)
    outcome_is(trial, seen[4], did=f"then set_status({other!r}, 'in_progress')", ok=True, changed=True)


@check(4, "list", needs=("list", "tool"), place="TodoList.replace", after=3)
def note_names_the_tasks(trial: Trial) -> None:
    """the note names the tasks concerned, and the model mends its list"""
    items = draw_items(trial, "in_progress", "pending", "pending")
    seen = write_list(trial, ["replace", items], ["set_status", items[1][0], "in_progress"])
    did = f"set_status({items[1][0]!r}, 'in_progress') on{table(items)}"
    names_exactly(trial, seen[1].note, items[:2], items[2:], did=did)
    talk = converse(trial, "two_in_progress", rounds=4)
    written = sent_list(talk, 1)
    active = [item for item in written if item[2] == "in_progress"]
    note = "".join(talk.transcript.results(1)).partition("\n")[0]
    did = f"{trial.did}: replace with{table(written)}"
    names_exactly(trial, note, active, [item for item in written if item not in active], did=did)
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history[:2]], [0, 1])
    trial.same("tasks in progress after that:", sum(item[2] == "in_progress" for item in talk.seen.items), 1)


@check(5, "list", needs=("list",), place="TodoList.replace")
def same_state_is_no_change(trial: Trial) -> None:
    """writing the state it has is accepted and moves no revision"""
    items = draw_items(trial, "done", "in_progress", "pending")
    task = items[1][0]
    repeats: list[tuple[str, list[Any]]] = [
        ("replace with the list that it has", ["replace", items]),
        (f"set_status({task!r}, 'in_progress') once more", ["set_status", task, "in_progress"]),
        ("replace with the same texts and states, without ids", ["replace", [["", *item[1:]] for item in items]]),
    ]
    moved = [items[1], items[0], items[2]]
    changes: list[tuple[str, list[Any]]] = [
        (f"replace with the tasks in another order{table(moved)}", ["replace", moved]),
        (f"set_status({task!r}, 'done')", ["set_status", task, "done"]),
    ]
    seen = write_list(trial, ["replace", items], *(write for _, write in repeats + changes))
    for step, (did, _) in zip(seen[1:4], repeats, strict=True):
        outcome_is(trial, step, did=did, ok=True, changed=False)
        trial.same("revision", step.revision, 1, did=did)
        list_is(trial, step, items, did=did)
    for revision, (step, (did, _)) in enumerate(zip(seen[4:], changes, strict=True), 2):
        outcome_is(trial, step, did=did, ok=True, changed=True)
        trial.same("revision", step.revision, revision, did=did)
