"""Exercise 2: the dependencies."""

from __future__ import annotations

import re
from typing import Any

from grader.checks import Trial, check

from .observations import IdsSeen, TasksSeen
from .shared import Data, draw_tasks, drive, names, sentences, shown, tasks


@check(5, "dependencies", needs=("dependencies",), place="problem")
def refuses_unknown_and_cycles(trial: Trial) -> None:
    """unknown ids, self-dependency and cycles are refused, the cycle printed"""
    items = draw_tasks(trial, 6)
    ids = [item["id"] for item in items]
    good = ["1:0 2:0 3:1,2 4:3", "0:5 1:5 2:0,1", ""]  # chains, a diamond, a task before what it depends on
    rings = {
        "0:0": "0",
        "2:1 3:3": "3",
        "1:3 3:1": "13",
        "0:2 2:4 4:0": "024",
        "0:1 1:2 2:3 3:4 4:2 5:0": "234",
        "3:4 4:5 5:3 0:1": "345",
    }
    unknown = [{**items[0]}, {**items[1], "depends_on": [ids[0], "T-000"]}, items[2]]
    # Each list with the ring in it, by place; the good ones several times, in an order that nobody knows.
    cases = [(_linked(items, links), ring) for links, ring in rings.items()]
    cases += [(_linked(items, links), "") for links in good for _ in range(trial.draw.randint(1, 3))]
    cases = trial.draw.sample([*cases, (unknown, "unknown")], len(cases) + 1)
    questions = [["problem", [{"items": listed}], {}] for listed, _ in cases]
    answers = sentences(trial, "dependencies", questions, "problem")
    # Judged are the good ones first: who sees circles everywhere is told that.
    for answer, (listed, ring) in sorted(zip(answers, cases, strict=True), key=lambda pair: bool(pair[1][1])):
        did = f"problem of{shown(listed)}"
        if not ring:
            trial.true(answer == "", "nothing against it", f"the answer {answer!r}", did=did)
        elif listed is unknown:
            trial.true(answer, "a refusal", "nothing against it", did=did)
            names(trial, answer, ["T-000", ids[1]], [ids[2]], did=did)
        else:
            _prints(trial, answer, [ids[int(place)] for place in ring], listed)
    new = [{"summary": text, "depends_on": []} for text in trial.draw.phrases(2)]
    ring_of_two = [{**new[0], "depends_on": ["T-002"]}, {**new[1], "depends_on": ["T-001"]}]
    steps = drive(trial, [], [["add", ring_of_two], ["add", new]], "add a circle of two tasks, then two tasks")
    trial.same("added:", [(step.ok, len(step.items)) for step in steps], [(False, 0), (True, 2)])


@check(6, "dependencies", needs=("dependencies",), place="settle")
def waits_and_comes_back(trial: Trial) -> None:
    """blocked by a dependency and back; another block stays"""
    items = tasks(trial, {}, {"status": "done"}, {"status": "blocked", "reason": "which colour?"}, {}, {}, {})
    a, done, doubt, b, both, one = (item["id"] for item in items)
    items[2]["depends_on"] = [done, a]
    items[4]["depends_on"], items[5]["depends_on"] = [done, b, a], [a]
    operations: list[list[Any]] = [
        ["move", both, "in_progress", {}], ["move", one, "in_progress", {}],
        ["move", a, "in_progress", {}], ["move", a, "done", {}],
        ["move", both, "todo", {}], ["move", both, "in_progress", {}],
        ["move", b, "in_progress", {}], ["move", b, "done", {}],
        ["move", doubt, "todo", {}], ["move", both, "in_progress", {}],
    ]  # fmt: skip
    steps = drive(trial, items, operations, f"start {both} and {one}, then finish {a} and {b}")
    for number, waits, others in (
        (0, [a, b], [done, doubt, one]),
        (1, [a], [b, done, doubt]),
        (5, [b], [a, done, doubt]),
    ):
        step, id_ = steps[number], operations[number][1]
        did = f"start {id_}, which depends on {', '.join(_item(items, id_)['depends_on'])}"
        trial.same("the start works:", step.ok, False, did=did)
        trial.same(f"{id_} is", step.states[id_], "blocked", did=did)
        names(trial, step.text.partition("\n")[0], waits, others, did=did)
    expected = {
        0: "blocked todo",
        1: "blocked blocked",
        3: "blocked todo",
        5: "blocked todo",
        7: "todo todo",
        9: "in_progress todo",
    }
    for number, states in expected.items():
        seen = steps[number].states
        did = f"{trial.did}\nafter step {number + 1}, {' '.join(map(str, operations[number][:3]))}"
        trial.same(f"{both} and {one} are", f"{seen[both]} {seen[one]}", states, did=did)
        trial.same(
            f"{doubt} is",
            seen[doubt],
            "todo" if number == 9 else "blocked",
            did=did,
            help="only what is blocked for its dependencies comes back by itself",
        )
    back = [(item.waiting, item.reason) for item in steps[7].items if item.id == both]
    trial.same(f"{both}, back at todo, waits and has the reason:", back, [(False, "")])


@check(7, "dependencies", needs=("dependencies",), place="unreachable")
def reports_unreachable(trial: Trial) -> None:
    """dependants of a cancelled task are reported as unreachable, also indirect ones"""
    lost = {"status": "cancelled"}
    items = tasks(trial, {}, {}, {}, {"status": "done"}, {}, lost, {}, {"status": "blocked"})
    far, x, near, done, free, gone, behind, waiting = (item["id"] for item in items)
    for place, others in ((0, [near]), (2, [x, done]), (3, [x]), (4, [done]), (5, [x]), (6, [gone]), (7, [free, far])):
        items[place]["depends_on"] = others
    cancelled = [items[0], {**items[1], **lost}, *items[2:]]
    cases: list[tuple[list[Data], list[str]]] = [
        (listed, wanted)
        for listed, wanted in (
            (cancelled, [far, near, behind, waiting]),
            (items, [behind]),
            (items[1:5], []),
            (items[:5], []),
            ([*cancelled[:5], *cancelled[7:]], [far, near, waiting]),
        )
        for _ in range(trial.draw.randint(1, 3))
    ]
    cases = trial.draw.sample(cases, len(cases))
    questions = [["unreachable", [{"items": listed}], {}] for listed, _ in cases]
    seen = trial.act("unreachable", "ask", IdsSeen, file="dependencies", questions=questions).seen.answers
    trial.same("answers:", len(seen), len(cases))
    for got, (listed, wanted) in zip(seen, cases, strict=True):
        trial.same("unreachable:", got, wanted, did=f"unreachable of{shown(listed)}")
    step = drive(trial, items, [["move", x, "cancelled", {"consent": True}]], f"cancel {x}")[0]
    line = next((line for line in step.text.splitlines() if "unreachable" in line), "")
    names(trial, line, [far, near, behind, waiting], [done, free, gone])


@check(8, "dependencies", needs=("dependencies",), place="next_task")
def next_is_ready_and_first(trial: Trial) -> None:
    """the next task is the ready one of highest priority, then oldest"""
    high = {"priority": "high"}
    todo = {"status": "todo"}
    items = tasks(
        trial,
        {**high, "status": "in_progress", "created_at": "01"},
        {**high, "status": "blocked", "created_at": "01"},
        {**high, **todo, "created_at": "01"},
        {**todo, "created_at": "01"},
        {**high, **todo, "created_at": "05"},
        {**high, **todo, "created_at": "03"},
        {**high, **todo, "created_at": "03"},
        {**todo, "priority": "low", "created_at": "00"},
    )
    items[2]["depends_on"] = [items[0]["id"]]
    # Take away what comes first, one after the other.
    order = [5, 6, 4, 3, 7]
    lists = [
        [item for place, item in enumerate(items) if place not in order[:taken]] for taken in range(len(order) + 1)
    ]
    ready = [{**items[0], "status": "done"}, items[2]]
    questions = [["next_task", [{"items": listed}], {}] for listed in (*lists, ready)]
    seen = trial.act("next_task", "ask", TasksSeen, file="dependencies", questions=questions).seen.answers
    expected = [*(items[place]["id"] for place in order), None, items[2]["id"]]
    trial.same("answers:", len(seen), len(expected))
    for got, wanted, listed in zip(seen, expected, (*lists, ready), strict=True):
        trial.same("next is", got and got.id, wanted, did=f"next_task of{shown(listed)}")


def _item(items: list[Data], id_: str) -> Data:
    return next(item for item in items if item["id"] == id_)


def _linked(items: list[Data], links: str) -> list[Data]:
    """The tasks with dependencies by place: `2:0,1` makes the third depend on the first two."""
    pairs = dict(link.split(":") for link in links.split())
    return [
        {**item, "depends_on": [items[int(other)]["id"] for other in pairs[str(place)].split(",")]}
        if str(place) in pairs
        else item
        for place, item in enumerate(items)
    ]


def _prints(trial: Trial, answer: str, ring: list[str], listed: list[Data]) -> None:
    """The answer prints a cycle, from whichever of its tasks, and back to there."""
    did = f"problem of{shown(listed)}"
    trial.true(answer, "a refusal", "nothing against it", did=did)
    printed = re.findall(r"T-\d+", answer)
    ways = [[*ring[start:], *ring[: start + 1]] for start in range(len(ring))]
    trial.true(
        printed in ways, f"the cycle {' -> '.join(ways[0])}, from any of its tasks", f"the answer {answer!r}", did=did
    )
