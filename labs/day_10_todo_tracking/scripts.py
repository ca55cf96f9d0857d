"""What the scripted model says and does in this lab: one script for each `INJECT` mode."""

from __future__ import annotations

from random import Random

from mock_model.script import Call, Script, Scripts, call, say

RUN_TESTS = call("run_command", command="python test_durations.py")
READ_SOURCE = call("read_file", path="durations.py")

FIND = ("find the fault in durations.py", "see why the test fails", "locate the bug")
MEND = ("write seconds with two digits", "mend the formatting", "correct text()")
CHECK = ("run the tests again", "see all tests pass", "check the result")
CHORES = (
    "add type hints",
    "write a docstring for total",
    "handle hours",
    "refuse negative durations",
    "cover an empty list",
    "name the constant 60",
    "split the test file",
    "check the README",
)


def repair(rng: Random) -> Script:
    """Mends the sample project: plans, finds the fault, edits, checks, and keeps the list as it goes."""
    find, mend, check = (rng.choice(texts) for texts in (FIND, MEND, CHECK))
    yield say(
        "Each of these steps can fail, so I keep a list.\n",
        _write(("find", find, "in_progress"), ("mend", mend, "pending"), ("check", check, "pending")),
    )
    yield say("First the failing test, and the code that it is about.\n", RUN_TESTS, READ_SOURCE)
    yield say(
        "`text` writes the seconds as they come, so 245 seconds read 4:5. They need two digits.\n",
        _move("find", "done"),
        _move("mend", "in_progress"),
    )
    yield say("", call("edit_file", path="durations.py", old="{seconds % 60}", new="{seconds % 60:02}"))
    yield say("", _move("mend", "done"), _move("check", "in_progress"))
    told = yield say("Now the tests once more.\n", RUN_TESTS)
    if "0 failed" not in told.results[0]:
        yield say("The tests still fail, and I do not know why.\n")
        return
    yield say("", _move("check", "done"))
    yield say("The bug is mended: seconds are written with two digits, and all tests pass.\n")


def loop(rng: Random) -> Script:
    """Writes the list, then reads the same file for ever."""
    yield say("Let me plan this.\n", _write(*_pending(rng)))
    while True:
        yield say("I need to look at the source first.\n", READ_SOURCE)


def circle(rng: Random) -> Script:
    """Starts well, then does something different every round and finishes nothing."""
    tasks = _pending(rng)
    yield say("Let me plan this.\n", _write(*tasks))
    yield say("I begin with the first.\n", _write(*_with_status(tasks, 0, "in_progress")))
    line = 0
    while True:
        line += 1
        yield say("Let me look a little further.\n", call("read_file", path="durations.py", first=line))


def reopen(rng: Random) -> Script:
    """Finishes a task and takes it back, again and again."""
    tasks = _pending(rng)
    chosen = rng.randrange(len(tasks))
    yield say("Let me plan this.\n", _write(*tasks))
    while True:
        yield say("That one is finished.\n", _write(*_with_status(tasks, chosen, "done")))
        yield say("No, it is not quite right yet.\n", _write(*tasks))


def two_in_progress(rng: Random) -> Script:
    """Puts two tasks in progress; if that is refused, mends it only if the answer names these two and no other."""
    tasks = _pending(rng)
    first, second = sorted(rng.sample(range(len(tasks)), 2))
    wrong = _with_status(_with_status(tasks, first, "in_progress"), second, "in_progress")
    told = yield say("I can do two of these at the same time.\n", _write(*wrong))
    if told.results[0].count("[>]") > 1:
        yield say("Nobody minds, so I work on both.\n")
        return
    # The first line of the answer is the note; the list that follows names every task.
    note = told.results[0].partition("\n")[0]
    named = [task for task in wrong if task[0] in note or task[1] in note]
    if [task for task in wrong if task[2] == "in_progress"] != named:
        yield say("I cannot tell which tasks that is about, so I give up on the list.\n")
        return
    yield say("Then one after the other.\n", _write(*_with_status(tasks, first, "in_progress")))
    yield say("The list is in order now.\n")


def bad_arguments(rng: Random) -> Script:
    """Gets the arguments wrong in every common way, then right."""
    tasks = _pending(rng)
    good = _write(*tasks)
    yield say("Let me plan this.\n", Call("update_todos", good.arguments[:-2]))
    yield say("", Call("update_todos", good.arguments.replace('"items"', '"steps"')))
    yield say("", call("update_todos", items=good.arguments))
    yield say("", _write(*_with_status(tasks, 0, "doing")))
    yield say("", call("update_todos"))
    yield say("", good)
    yield say("The list is in order now.\n")


def no_list(_: Random) -> Script:
    """A long conversation that never writes a list."""
    for line in range(1, 10):
        yield say("Let me read on.\n", call("read_file", path="durations.py", first=line, last=line))
    yield say("I have read it all.\n")


Task = tuple[str, str, str]
"""A task's id, text and status."""


def _pending(rng: Random) -> list[Task]:
    """Three drawn tasks, none of them begun; ids that occur in no other text."""
    return [
        (f"{rng.choice('kqxz')}{rng.randrange(100, 1000)}{n}", text, "pending")
        for n, text in enumerate(rng.sample(CHORES, 3))
    ]


def _with_status(tasks: list[Task], index: int, status: str) -> list[Task]:
    return [(i, text, status if n == index else old) for n, (i, text, old) in enumerate(tasks)]


def _write(*tasks: Task) -> Call:
    return call("update_todos", items=[{"id": i, "text": text, "status": status} for i, text, status in tasks])


def _move(task: str, status: str) -> Call:
    return call("update_todos", id=task, status=status)


SCRIPTS: Scripts = {
    "": repair,
    "loop": loop,
    "circle": circle,
    "reopen": reopen,
    "two_in_progress": two_in_progress,
    "bad_arguments": bad_arguments,
    "no_list": no_list,
}
