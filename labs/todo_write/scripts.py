"""What the scripted model says and does in this lab: three jobs, and a script for each way to get lists wrong."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mock_model.script import Call, Script, Scripts, Told, call, say

Item = tuple[str, str, str]
"""An item's id, text and status."""

CHORES = (
    "rename the helper",
    "handle an empty list",
    "write a docstring for rows",
    "refuse negative prices",
    "cover the last line",
    "name the constant 20",
    "split the long function",
    "check the README",
)


AREA = '''"""Areas of plain shapes."""


def square(side: float) -> float:
    """The area of a square."""
    return side * side
'''

AREA_TEST = """import unittest

from shapes.area import square


class AreaTest(unittest.TestCase):
    def test_square(self) -> None:
        self.assertEqual(9, square(3))
"""

PRICES = '''"""Adds up prices, in cents."""


def total(prices):
    """The sum of some prices."""
    return sum(prices)


print(f"{total([250, 175, 99]) / 100:.2f}")
'''

SHELF = '''"""Counts the boards of a shelf."""

from math import ceil


def boards(length, depth):
    """How many boards of 20 cm a shelf takes."""
    if depth is None:
        depth = 20
    return ceil(length / depth)


print(boards(95, None))
'''


def hints(_: Random) -> Script:
    """Adds type hints, docstrings and a main guard to `temperature.py`, keeping the list as it goes."""
    plan = _Plan("add type hints", "write docstrings", "add a main guard")
    told = yield say("Three steps, so this deserves a list.\n", plan.begin())
    plan.heard(told)
    yield say("First the file, and what it prints today.\n", _read("temperature.py"), _run("temperature.py"))
    edits = [
        _edit("temperature.py", "def to_fahrenheit(celsius):", "def to_fahrenheit(celsius: float) -> float:"),
        _edit("temperature.py", "def rows(degrees):", "def rows(degrees: list[float]) -> list[str]:"),
    ]
    yield say("The hints go into the two heads.\n", *edits, *plan.next())
    edits = [
        _edit("temperature.py", "-> float:\n", '-> float:\n    """Turn degrees Celsius into Fahrenheit."""\n'),
        _edit("temperature.py", "-> list[str]:\n", '-> list[str]:\n    """One line for each temperature."""\n'),
    ]
    yield say("A docstring each.\n", *edits, *plan.next())
    loop = "for row in rows([0, 37, 100]):\n    print(row)\n"
    guarded = 'if __name__ == "__main__":\n    for row in rows([0, 37, 100]):\n        print(row)\n'
    look = _read("temperature.py"), _run("temperature.py")
    told = yield say("And the guard.\n", _edit("temperature.py", loop, guarded), *look)
    yield from _closing(plan, told, "100 C is 212 F", "It prints what it printed before, and can now be imported.\n")


def package(_: Random) -> Script:
    """Makes a package with one module and a test, and runs the test."""
    plan = _Plan("make the package with its module", "write a test for it", "run the test")
    told = yield say("Let me write down what belongs to this.\n", plan.begin())
    plan.heard(told)
    files = [_write("shapes/__init__.py", '"""Shapes."""\n'), _write("shapes/area.py", AREA)]
    yield say("The package first.\n", *files, *plan.next())
    yield say("Now its test.\n", _write("test_area.py", AREA_TEST), *plan.next())
    told = yield say("Does it pass?\n", call("run_command", command="python -m unittest test_area"))
    yield from _closing(plan, told, "OK", "The package stands, and its test passes.\n")


def style(_: Random) -> Script:
    """Goes over every Python file, reads for so long that it forgets the list, and is reminded of it."""
    names = ("prices.py", "shelf.py", "temperature.py")
    yield say("Which files are there?\n", call("list_files"))
    plan = _Plan(*(f"go over {name}" for name in names))
    told = yield say("One item for each Python file.\n", plan.begin())
    plan.heard(told)
    for name in names:
        told = yield say(f"Reading {name}.\n", _read(name))
    # Without a reminder it never thinks of the list again, as models do once it is far up in the context.
    plan.used = plan.used and bool(told.reminders)
    yield say(
        "No unused imports, names in lower case, and `sum` left to Python.\n", _write("prices.py", PRICES), *plan.next()
    )
    yield say("No star import, and `is None`.\n", _write("shelf.py", SHELF), *plan.next())
    told = yield say("The third can stay. Do they all run still?\n", *map(_run, names))
    yield from _closing(plan, told, "5.24", "All three are in one style and print what they printed before.\n")


def two_in_progress(rng: Random) -> Script:
    """Puts two items in progress; if that is refused, mends the list only if the answer names these two."""
    items = _pending(rng)
    first, second = sorted(rng.sample(range(len(items)), 2))
    wrong = _with_status(_with_status(items, first, "in_progress"), second, "in_progress")
    told = yield say("I can do two of these at the same time.\n", _todo(wrong))
    # The first line says what was wrong; the list that follows is the one that still holds.
    note = told.results[0].partition("\n")[0]
    if not note.startswith("refused"):
        yield say("Nobody minds, so I work on both.\n")
        return
    if [item for item in wrong if item[0] in note] != [wrong[first], wrong[second]]:
        yield say("I cannot tell which items that is about, so I give up on the list.\n")
        return
    yield say("Then one after the other.\n", _todo(_with_status(items, first, "in_progress")))
    yield say("The list is in order now.\n")


def misspelt(rng: Random) -> Script:
    """Gets the tool's name wrong, and finds the right one in the answer if it stands there."""
    items = _pending(rng)
    told = yield say("Let me plan this.\n", Call("todo_list", _todo(items).arguments))
    if "`todo`" not in told.results[0]:
        yield say("There seems to be no tool for a list here, so I work without one.\n")
        return
    yield say("It is called `todo`.\n", _todo(items))
    yield say("The list is written.\n")


def forget(rng: Random) -> Script:
    """Writes the list and forgets it for seven rounds, then writes it again and forgets it for four or more."""
    items = _begun(rng)
    begin = rng.randint(0, 2)
    yield from _reading(1, begin)
    yield say("Let me plan this.\n", _todo(items))
    yield from _reading(begin + 1, begin + 7)
    yield say("Where was I?\n", _todo(_moved_on(items)))
    yield from _reading(begin + 8, begin + 11 + rng.randint(0, 1))
    yield say("I have read it all.\n")


def refused(rng: Random) -> Script:
    """Writes the list once; from then on most of what it writes is refused, for its form and not for its items."""
    items = _begun(rng)
    bad = _malformed(items)
    rng.shuffle(bad)
    begin = rng.randint(0, 2)
    yield from _reading(1, begin)
    yield say("Let me plan this.\n", _todo(items))
    for wrong in bad:
        yield say("I bring the list up to date.\n", wrong)
    yield say("Like this, then.\n", _todo(_moved_on(items)), bad[0])
    yield from _reading(begin + 1, begin + 2)
    yield say("Once more.\n", bad[1])
    yield say("I leave it at that.\n")


def no_list(rng: Random) -> Script:
    """A long conversation without a list: the one that it tries to write is refused; much later comes a good one."""
    items = _begun(rng)
    begin, more = rng.randint(3, 5), rng.randint(4, 5)
    yield from _reading(1, begin)
    yield say("A list might help.\n", rng.choice(_malformed(items)))
    yield from _reading(begin + 1, begin + more)
    yield say("Let me plan this.\n", _todo(items))
    yield from _reading(begin + more + 1, begin + more + 3)
    yield say("I have read it all.\n")


class _Plan:
    """The list of a job that goes well; without a tool for it, the job is done all the same."""

    def __init__(self, *texts: str) -> None:
        self._texts = texts
        self._completed = 0
        self.used = True

    def begin(self) -> Call:
        return self._as_call()

    def heard(self, told: Told) -> None:
        """A model that was told that there is no such tool does not go on calling it."""
        self.used = self.used and "there is no tool" not in told.results[-1]

    def next(self) -> list[Call]:
        self._completed += 1
        return [self._as_call()] if self.used else []

    def _as_call(self) -> Call:
        statuses = ["completed"] * self._completed + ["in_progress"] + ["pending"] * len(self._texts)
        ids = map(str, range(1, len(self._texts) + 1))
        return _todo([(id_, text, status) for id_, text, status in zip(ids, self._texts, statuses, strict=False)])


def _closing(plan: _Plan, told: Told, expected: str, text: str) -> Script:
    """The last item is completed only if the last round showed what it should."""
    if not any(expected in result for result in told.results):
        yield say("That is not what I expected, and I do not know why.\n")
        return
    if calls := plan.next():
        yield say("", *calls)
    yield say(text)


def _reading(first: int, last: int) -> Script:
    """Rounds that read one line after the other: no two calls are the same."""
    for line in range(first, last + 1):
        yield say("Let me read on.\n", call("read_file", path="temperature.py", first=line, last=line))


def _pending(rng: Random) -> list[Item]:
    """Three drawn items, none of them begun; ids that occur in no other text."""
    texts: Iterator[tuple[int, str]] = enumerate(rng.sample(CHORES, 3))
    return [(f"{rng.choice('kqxz')}{rng.randrange(100, 1000)}{n}", text, "pending") for n, text in texts]


def _begun(rng: Random) -> list[Item]:
    """The same with the first of them begun."""
    return _with_status(_pending(rng), 0, "in_progress")


def _moved_on(items: list[Item]) -> list[Item]:
    """The first completed, the second begun."""
    return _with_status(_with_status(items, 0, "completed"), 1, "in_progress")


def _malformed(items: list[Item]) -> list[Call]:
    """Three calls that models are known to make: an item without an id, another key, the list as a string."""
    entries = [{"text": text, "status": status} for _, text, status in items]
    good = _todo(items).arguments
    return [call("todo", items=entries), Call("todo", good.replace('"items"', '"steps"')), call("todo", items=good)]


def _with_status(items: list[Item], index: int, status: str) -> list[Item]:
    return [(i, text, status if n == index else old) for n, (i, text, old) in enumerate(items)]


def _todo(items: list[Item]) -> Call:
    return call("todo", items=[{"id": i, "text": text, "status": status} for i, text, status in items])


def _read(path: str) -> Call:
    return call("read_file", path=path)


def _run(path: str) -> Call:
    return call("run_command", command=f"python {path}")


def _edit(path: str, old: str, new: str) -> Call:
    return call("edit_file", path=path, old=old, new=new)


def _write(path: str, text: str) -> Call:
    return call("write_file", path=path, text=text)


SCRIPTS: Scripts = {
    "": hints,
    "package": package,
    "style": style,
    "two_in_progress": two_in_progress,
    "misspelt": misspelt,
    "forget": forget,
    "refused": refused,
    "no_list": no_list,
}
