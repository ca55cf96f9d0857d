"""Exercise 6: the list as text."""

from __future__ import annotations

from typing import Any

from grader.checks import Trial, check

from .observations import LinesSeen, ResumeSeen
from .shared import Data, call_of, draw_tasks, drive, has, names, sentences, shown, tasks

MARKS = {"todo": "[ ]", "in_progress": "[>]", "done": "[x]", "blocked": "[!]", "cancelled": "[-]"}
COLOURS = {"todo": "", "in_progress": "1", "done": "90", "blocked": "33", "cancelled": "9"}


@check(18, "view", needs=("storage", "view"), place="resume")
def resumes(trial: Trial) -> None:
    """resuming shows the list, and tells the model what it needs"""
    items = _of_every_kind(trial)
    requests = trial.draw.phrases(5)
    old, edited, failed = (f"{name}.py" for name in trial.draw.names(3))
    turns = _turns(requests, old, edited, failed)
    saved = {"items": items, "turns": turns}
    for colour in (False, True):
        did = f"a new start {'on a terminal' if colour else 'outside a terminal'}, beside a list kept as{shown(items)}"
        seen = trial.act(did, "resumed", ResumeSeen, saved=saved, request=requests[4], colour=colour).seen
        _rows(trial, items, seen.screen, colour=colour)
    told = seen.instruction

    def is_told(condition: object, what: str) -> None:
        trial.true(condition, f"the model is told {what}", f"it is told:\n{told}")

    is_told(seen.rules in told, "the rules")
    for item in items:
        rows = [line for line in told.splitlines() if has(line, item["id"]) and item["summary"] in line]
        is_told(rows, f"of {item['id']} {item['summary']}")
    for text in requests[3:]:
        is_told(text in told, f"of the request {text!r}")
    for text in requests[:3]:
        is_told(text not in told, f"of the last two turns only, so nothing of {text!r}")
    for file, word in ((edited, "worked"), (failed, "failed")):
        rows = [line for line in told.splitlines() if "edit_file" in line and file in line and word in line]
        is_told(rows, f"in a line of edit_file, {file} and {word}")
    is_told(old not in told, f"nothing of {old}, from older turns")
    for count in ("edit_file 6", "read_file 6"):
        is_told(has(told, count), f"the count `{count}`")


def _of_every_kind(trial: Trial) -> list[Data]:
    """Tasks in every state and of every priority, mixed."""
    low, high = {"priority": "low"}, {"priority": "high"}
    stuck, lost, done = {"status": "blocked", "reason": "no key"}, {**low, "status": "cancelled"}, {"status": "done"}
    working = {**low, "status": "in_progress"}
    return tasks(trial, low, lost, {}, done, {**stuck, **high}, working, done, high, {**lost, **high}, stuck)


def _turns(requests: list[str], old: str, edited: str, failed: str) -> list[Data]:
    """Turns with their calls: of one file in the older ones only, of one that failed in the last."""
    kinds = {"e": ("edit_file", edited, True), "r": ("read_file", old, True), "f": ("edit_file", failed, False)}
    return [
        {"request": text, "calls": [call_of(*kinds[kind][:2], ok=kinds[kind][2]) | {"at": "1"} for kind in made]}
        for text, made in zip(requests, ("eee", "r", "rrrrr", "e", "fe"), strict=True)
    ]


@check(19, "view", needs=("view",), place="for_model")
def model_sees_the_list(trial: Trial) -> None:
    """the model sees all tasks, then changes; above 15 the done fold"""
    more: list[Data] = [{} for _ in range(16)]
    finished = trial.draw.sample(range(3, 16), 5)
    for place in finished:
        more[place] = {"status": "done"}
    more[0] = {"status": "blocked", "reason": "a key is missing", "priority": "high"}
    items = tasks(trial, *more)
    hint = f"{trial.draw.names(1)[0]}.py"
    items[1] |= {"depends_on": [items[0]["id"]], "file_hints": [hint], "status": "in_progress"}
    spare = next(place for place in range(3, 16) if place not in finished)
    fifteen = [item for place, item in enumerate(items) if place != spare]
    open_ones = [item for item in items if item.get("status") != "done"]
    many = draw_tasks(trial, 16)
    questions = [["for_model", [{"items": listed}], {}] for listed in (items, fifteen, many)]
    sixteen, plain, none_done = sentences(
        trial, "view", questions, "for_model of 16 tasks, of 15, and of 16 with none done"
    )
    _listed(trial, plain, fifteen, f"for_model of{shown(fifteen)}")
    _listed(trial, none_done, many, f"for_model of{shown(many)}")
    *rows, last = sixteen.split("\n")
    did = f"for_model of{shown(items)}"
    _listed(trial, "\n".join(rows), open_ones, did)
    trial.same("the last line", last, "[x] 5 done", did=did)
    for row, words in ((rows[0], ["a key is missing", "high"]), (rows[1], [items[0]["id"], hint])):
        names(trial, row, words, (), did=did)
    _changes(trial)


def _changes(trial: Trial) -> None:
    before = tasks(trial, {}, {"status": "in_progress"}, {"status": "done"}, {})
    a, b, c, d = (item["id"] for item in before)
    stuck = {**before[1], "status": "blocked", "reason": trial.draw.phrases(1)[0]}
    new = {"id": "T-1000", "summary": "a new task here"}
    after = [
        {**before[0], "status": "in_progress"},
        stuck,
        before[2],
        {**before[3], "detail": "more", "updated_at": "2"},
        new,
    ]
    questions: list[list[Any]] = [
        ["changes", [{"items": one}, {"items": two}], {}] for one, two in ((before, after), (after, after))
    ]
    seen = trial.act(
        f"changes from{shown(before)}\nto{shown(after)}", "ask", LinesSeen, file="view", questions=questions
    ).seen
    trial.same("answers:", len(seen.answers), 2)
    lines = seen.answers[0]
    trial.true(len(lines) == 3, f"three lines, for {a}, {b} and {new['id']}", "\n".join(lines) or "no line")
    for line, words in zip(
        lines,
        ((a, "todo", "in_progress"), (b, "in_progress", "blocked", stuck["reason"]), (new["id"], "new", "todo")),
        strict=True,
    ):
        names(trial, line, words, [c, d])
    trial.same("lines where nothing changed:", seen.answers[1], [])
    step = drive(trial, before, [["move", b, "done", {}]], f"the answer to a move of {b} to done")[0]
    arrows = [line for line in step.text.splitlines() if has(line, "done")]
    trial.true(len(arrows) == 1 and has(arrows[0], b), f"one line, about {b}", step.text)


def _listed(trial: Trial, text: str, items: list[Data], did: str) -> None:
    """A line a task, in the list's order, each with mark, id, state, priority and summary."""
    rows = text.split("\n")
    trial.true(len(rows) == len(items), f"{len(items)} lines", f"{len(rows)} lines:\n{text}", did=did)
    for row, item in zip(rows, items, strict=True):
        status = item.get("status", "todo")
        for part in (MARKS[status], item["id"], status, item.get("priority", "medium"), item["summary"]):
            trial.true(part in row, f"a line with {part!r}", f"the line {row!r}", did=did)


def _rows(trial: Trial, items: list[Data], screen: str, *, colour: bool) -> None:
    """What a person sees: the one in progress, the open ones by priority, the cancelled, the done in one row."""
    order = [5, 4, 7, 2, 9, 0, 1, 8]
    expected = []
    for item in [items[place] for place in order]:
        status = item.get("status", "todo")
        expected.append((COLOURS[status], f"{MARKS[status]} {item['id']} {item['summary']}"))
    expected.append((COLOURS["done"], "[x] 2 done"))
    coloured = [f"\x1b[{number}m{text}\x1b[0m" if colour and number else text for number, text in expected]
    rows = screen.splitlines()[-len(expected) :]
    trial.true(
        rows == coloured, "the rows\n" + "\n".join(map(repr, coloured)), "\n".join(map(repr, screen.splitlines()))
    )
