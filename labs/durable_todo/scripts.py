"""What the scripted model says and does in this lab: one script for each `INJECT` mode."""

from __future__ import annotations

import re
from random import Random

from mock_model.script import Call, Script, Scripts, call, say

RUN_TESTS = call("run_command", command="python test_timetable.py")
READ_SOURCE = call("read_file", path="timetable.py")
LIST = call("list_todos")

SOURCE = '''"""Times of day written as hours and minutes, `09:05` for instance."""


def minutes(text):
    hours, rest = text.split(":")
    return int(hours) * 60 + int(rest)


def text(minutes):
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def later(time, by):
    return text(minutes(time) + by)
'''
MEND = call("write_file", path="timetable.py", text=SOURCE)

FIND_TEXTS = ("find the fault in timetable.py", "see why the test fails", "先看清楚测试为什么会失败")
MEND_TEXTS = ("start again at midnight", "mend the formatting of hours", "修好午夜以后的时间显示")
CHECK_TEXTS = ("run the tests once more", "see all three tests pass", "确认三个测试全部都通过")
STATUSES = ("todo", "in_progress", "done", "blocked", "cancelled", "completed")


def repair(rng: Random) -> Script:
    """Mends the sample project, and goes on where an earlier run has stopped."""
    told = yield say("Is there a list already?\n", LIST)
    kept = told.results[0]
    if "T-001" in kept:
        yield from _go_on(kept)
        return
    yield say("No. Three steps, so this deserves one.\n", _plan(rng))
    yield say("", _move("T-001", "in_progress"), READ_SOURCE, RUN_TESTS)
    yield say("Past midnight the hours go on counting: 24:10.\n", _move("T-001", "done"))
    yield from _mend_and_check()


def half(rng: Random) -> Script:
    """Does half of the job and ends there, as if somebody had pulled the plug."""
    yield say("Three steps, so this deserves a list.\n", _plan(rng))
    yield say("", _move("T-001", "in_progress"), call("list_files"))
    yield say("", _move("T-001", "done"), _move("T-002", "in_progress"), MEND)
    yield say("I have to go. The list knows where I was.\n")


def eager(rng: Random) -> Script:
    """Wants to be done: before it starts, without an edit, and with two tasks at a time."""
    yield say("This is easy.\n", _plan(rng), _move("T-001", "done"))
    yield say("Then I start with the last.\n", _move("T-003", "in_progress"))
    yield say("Or with two.\n", _move("T-001", "in_progress"), _move("T-002", "in_progress"))
    yield say("", READ_SOURCE, _move("T-001", "done"), _move("T-002", "in_progress"))
    told = yield say("I have thought about it, so it is done.\n", _move("T-002", "done"))
    if "timetable.py" not in told.results[0]:
        yield say("Nobody asks what I did.\n")
        return
    yield say("Then I do it.\n", MEND, _move("T-002", "done"))
    yield say("", _move("T-003", "in_progress"), RUN_TESTS, _move("T-003", "done"))
    yield say("In the right order it works as well.\n")


def give_up(rng: Random) -> Script:
    """Would like to be rid of a task, first without asking anybody."""
    yield say("Let me plan this.\n", _plan(rng))
    told = yield say("The second one looks hard, so I drop it.\n", _move("T-002", "cancelled"))
    if "consent" not in told.results[0]:
        yield say("Dropped, and nobody was asked.\n")
        return
    told = yield say("Then I ask.\n", call("cancel_todo", id="T-002"))
    yield say(f"What the list says: {told.results[0].splitlines()[-1]}\n")


def too_much(rng: Random) -> Script:
    """Adds in every way that is refused, then in the right one."""
    texts = [f"step number {n} of a long plan" for n in range(11)]
    yield say("A long plan.\n", call("add_todo", todos=[{"summary": text, "depends_on": []} for text in texts]))
    yield say("", call("add_todo", todos=[{"summary": texts[0]}]))
    yield say("", call("add_todo", todos=[{"summary": "修好", "depends_on": []}]))
    yield say("", call("add_todo", todos=[{"summary": "修好时间显示", "depends_on": []}]))
    ring = [{"summary": texts[0], "depends_on": ["T-003"]}, {"summary": texts[1], "depends_on": ["T-002"]}]
    yield say("", call("add_todo", todos=ring))
    yield say("", _plan(rng))
    yield say("Three will do.\n")


def wrong_order(rng: Random) -> Script:
    """Moves its tasks wherever it likes, some that do not exist and some that are long over."""
    yield say("Let me plan this.\n", _plan(rng))
    forced = [("T-001", "done"), ("T-009", "in_progress"), ("T-002", "completed"), ("T-001", "in_progress")]
    drawn = [(f"T-00{rng.randint(1, 4)}", rng.choice(STATUSES)) for _ in range(20)]
    for id_, status in forced + drawn:
        cancels = status == "cancelled" and rng.random() < 0.5  # noqa: PLR2004 -- every other time with consent
        yield say("", call("cancel_todo", id=id_) if cancels else _move(id_, status))
    yield say("That is where I leave it.\n")


def _go_on(kept: str) -> Script:
    """Takes up a list that was there: the task in progress first, then whatever is next."""
    yield say("There is, and it says where I was.\n", READ_SOURCE)
    if re.search(r"T-002 \W*in_progress", kept):
        yield say("The edit was made before I stopped.\n", _move("T-002", "done"))
        yield from _check()
    elif re.search(r"T-002 \W*todo", kept):
        yield from _mend_and_check()
    else:
        yield say("There is nothing left for me to do.\n")


def _mend_and_check() -> Script:
    yield say("", _move("T-002", "in_progress"), MEND, _move("T-002", "done"))
    yield from _check()


def _check() -> Script:
    told = yield say("Now the tests.\n", _move("T-003", "in_progress"), RUN_TESTS)
    if " 0 failed" not in told.results[-1]:
        yield say("They do not pass here.\n", _move("T-003", "blocked", reason="the tests do not run in this folder"))
        yield say("I leave that to you: the list says why.\n")
        return
    yield say("", _move("T-003", "done"))
    yield say("The bug is mended: after 23:59 comes 00:00, and all tests pass.\n")


def _plan(rng: Random) -> Call:
    """Three tasks, each waiting for the one before; the second one says which file it will change."""
    find, mend, check = (rng.choice(texts) for texts in (FIND_TEXTS, MEND_TEXTS, CHECK_TEXTS))
    todos = [
        {"summary": find, "depends_on": [], "priority": "high"},
        {"summary": mend, "depends_on": ["T-001"], "file_hints": ["timetable.py"]},
        {"summary": check, "depends_on": ["T-002"], "priority": "low"},
    ]
    return call("add_todo", todos=todos)


def _move(id_: str, status: str, **more: str) -> Call:
    return call("move_todo", id=id_, status=status, **more)


SCRIPTS: Scripts = {
    "": repair,
    "half": half,
    "eager": eager,
    "give_up": give_up,
    "too_much": too_much,
    "wrong_order": wrong_order,
}
