"""Exercise 1: the manager."""

from __future__ import annotations

from grader.checks import Trial, check

from .observations import Item
from .shared import (
    draw_items,
    is_refused,
    is_taken_over,
    names_exactly,
    shown,
    still_holds,
    table,
    update,
    with_status,
)


@check(1, "manager", needs=("manager",), place="TodoManager.update")
def replaces_and_renders(trial: Trial) -> None:
    """replaces the whole list and renders it with a count"""
    first = draw_items(trial, "pending", "in_progress", "completed")
    # Shorter, in another order, one item known and moved on, one new: nothing of the old list stays.
    second = [*draw_items(trial, "completed", "pending"), with_status(first[1], "completed")]
    lists = [first, second, second[1:2], [], first]
    seen = update(trial, lists, clear=True)
    trial.same("render() returns", seen.before.rendered, shown([]), did="TodoManager(), and no update yet")
    trial.same("items", seen.before.items, [], did="TodoManager(), and no update yet")
    for items, step in zip(lists, seen.steps, strict=True):
        did = f"update with{table(items)}\nafter which the caller empties its own list"
        is_taken_over(trial, step, items, did)
        trial.same("render() returns", step.rendered, shown(items), did=did)
        trial.same("update returns", step.answer, shown(items), did=did)


@check(2, "manager", needs=("manager",), place="TodoManager.update")
def one_in_progress(trial: Trial) -> None:
    """refuses two items in progress; a refused list leaves the old one"""
    a, b, c, d = draw_items(trial, "in_progress", "pending", "completed", "pending")
    good = [a, b, c, d]
    two = [a, with_status(c, "pending"), with_status(d, "in_progress"), b]
    three = [with_status(item, "in_progress") for item in (d, b, a)]
    fresh = draw_items(trial, "completed", "pending")
    # Wrong at the last item, so that whoever writes before the end is seen.
    broken = [
        [*fresh, with_status(a, "doing")],
        [*fresh, [a[0], " ", "pending"]],
        [*fresh, with_status(fresh[0], "pending")],
    ]
    moved = [with_status(a, "completed"), b, c, with_status(d, "in_progress")]
    none = [with_status(a, "pending"), b, with_status(c, "pending"), d]
    lists = [good, two, three, *broken, moved, none]
    steps = update(trial, lists).steps
    dids = [f"update with{table(items)}" for items in lists]
    is_taken_over(trial, steps[0], good, dids[0])
    many = "nothing stops a second item in progress"
    names_exactly(trial, is_refused(trial, steps[1], dids[1], help=many), [a, d], [b, c], dids[1])
    is_refused(trial, steps[2], dids[2], help=many)
    for step, before, did in zip(steps[1:6], steps, dids[1:6], strict=False):
        # Whether the other three are refused at all is another check's matter.
        if step.refused is not None:
            still_holds(trial, step, before, f"{dids[0]}\nthen {did}")
    is_taken_over(trial, steps[6], moved, f"another one in progress: {dids[6]}")
    is_taken_over(trial, steps[7], none, f"none in progress: {dids[7]}")


@check(3, "manager", needs=("manager",), place="TodoManager.update")
def refuses_by_name(trial: Trial) -> None:
    """refuses an unknown status, an empty text, a duplicate id, by name"""
    good = draw_items(trial, "completed", "in_progress", "pending", "pending")
    status = trial.draw.choice(["doing", "done", "cancelled", "failed", "in-progress"])
    other = trial.draw.choice(["Completed", "PENDING", "", "[x]"])
    at, twin = trial.draw.sample(range(4), 2)

    def spoilt(index: int, id_: str, text: str, status: str) -> list[Item]:
        return [[id_, text, status] if n == index else item for n, item in enumerate(good)]

    id_, text, _ = good[at]
    lists = [
        spoilt(at, id_, text, status),
        spoilt(3, good[3][0], good[3][1], other),
        spoilt(at, id_, "", "pending"),
        spoilt(0, good[0][0], " \t ", "pending"),
        spoilt(twin, id_, good[twin][1], "pending"),
    ]
    concerned = [[good[at]], [good[3]], [good[at]], [good[0]], [good[at]]]
    bystanders = [[item for item in good if item not in each] for each in concerned]
    bystanders[4].remove(good[twin])
    seen = update(trial, [good, *lists, good])
    is_taken_over(trial, seen.steps[0], good, f"update with{table(good)}")
    for items, step, named, others in zip(lists, seen.steps[1:], concerned, bystanders, strict=False):
        did = f"update with{table(items)}"
        names_exactly(trial, is_refused(trial, step, did), named, others, did)
    for step, wrong, items in zip(seen.steps[1:3], (status, other), lists, strict=False):
        message = step.refused or ""
        for word in (repr(wrong)[1:-1], "pending", "in_progress", "completed"):
            expected = f"a message that says {word!r}: the status that is wrong, and those that are allowed"
            trial.true(word in message, expected, f"the message {message!r}", did=f"update with{table(items)}")
    is_taken_over(trial, seen.steps[-1], good, f"after five refusals, update with{table(good)}")
