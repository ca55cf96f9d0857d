"""What the scripted model says and does in this lab: one script for each `INJECT` mode."""

from __future__ import annotations

from random import Random

from mock_model.script import Call, Round, Script, Scripts, call, say

LINES, TABLE = "python test_stock.py lines", "python test_stock.py table"
TEST_LINES, TEST_TABLE = call("run_command", command=LINES), call("run_command", command=TABLE)
READ_ME, READ_LINES, READ_TABLE, READ_SETTINGS = (
    call("read_file", path=path) for path in ("README.md", "lines.py", "table.py", "settings.py")
)
STRIP = call("edit_file", path="lines.py", old='line.split(":")[0]', new='line.split(":")[0].strip()')
THOUSANDS = call("edit_file", path="lines.py", old='line.split(":")[1])', new='line.split(":")[1].replace(" ", ""))')
EMPTY = call("edit_file", path="lines.py", old='line[0] != "#"', new='line[:1] not in ("", "#")')
WIDER = call("edit_file", path="settings.py", old="WIDTH = 12", new="WIDTH = 16")

READS = ("the lines are read as the README says", "every line is read", "reading works")
WRITES = ("the table is 16 columns wide", "the columns line up", "writing works")

PATIENCE = 30
"""So long it goes on when nobody says anything."""


class Talk:
    """Counts the calls that are made: a fact names its evidence by a call's number."""

    def __init__(self) -> None:
        self.made = 0

    def say(self, text: str, *calls: Call) -> Round:
        """A round, counted."""
        self.made += len(calls)
        return say(text, *calls)


def repair(rng: Random) -> Script:
    """Mends the sample project: two requirements, facts with evidence, and each change shown to come closer."""
    talk, reads, writes, width = Talk(), *_names(rng, 3)
    yield talk.say("First what there is, and what fails.\n", READ_ME, TEST_LINES, TEST_TABLE)
    yield talk.say("Two things are left, and each has tests of its own.\n", *_plan(rng, reads, writes))
    yield talk.say(
        "", call("start_approach", requirement=reads, approach="mend one fault at a time"), TEST_LINES, READ_LINES
    )
    yield talk.say("The blanks first.\n", STRIP, TEST_LINES)
    yield talk.say("Then the other two.\n", THOUSANDS, EMPTY, TEST_LINES)
    yield talk.say(
        "Reading works. Now the width.\n",
        call("start_approach", requirement=writes, approach="find where the width comes from"),
        READ_TABLE,
        READ_SETTINGS,
    )
    yield talk.say("", _fact(width, "the table is 12 columns wide", talk.made, "WIDTH = 12"), TEST_TABLE)
    yield talk.say("It should be 16.\n", WIDER, READ_SETTINGS, TEST_TABLE)
    fact = _fact(width, "the table is 16 columns wide", talk.made - 1, "WIDTH = 16")
    yield talk.say("The width has changed, so the fact is written anew.\n", fact)
    yield talk.say("All tests pass: lines are read as the README says, and the table is 16 columns wide.\n")


def claim(rng: Random) -> Script:
    """States a fact without having looked, and with an invented quote; then looks."""
    talk, width = Talk(), _names(rng, 1)[0]
    yield talk.say("The width is surely 16.\n", _fact(width, "the table is 16 wide", 0, ""))
    yield talk.say("", READ_SETTINGS, _fact(width, "the table is 16 wide", 2, "WIDTH = 16"))
    told = yield talk.say("Then let me see.\n", _fact(width, "the table is 12 wide", 2, "WIDTH = 12"))
    yield talk.say("Now it is written.\n" if "confirmed" in told.results[0] else "It is not taken, so I give up.\n")


def untouched(rng: Random) -> Script:
    """Does one of two requirements and forgets the other, until somebody names it."""
    talk, reads, writes = Talk(), *_names(rng, 2)
    yield talk.say("Two things are left.\n", *_plan(rng, reads, writes))
    yield talk.say("I begin with reading.\n", READ_LINES, STRIP)
    yield talk.say("", THOUSANDS, EMPTY, TEST_LINES)
    told = yield talk.say("Let me look it over once more.\n", READ_LINES)
    if writes not in "".join(told.reminders):
        yield talk.say("That was all, as far as I remember.\n")
        return
    yield talk.say("Right, the other one is still to do.\n", READ_SETTINGS, WIDER, TEST_TABLE)
    yield talk.say("Now both are done.\n")


def slow(rng: Random) -> Script:
    """Looks around a lot between two steps, but each step brings it closer."""
    talk, reads = Talk(), _names(rng, 1)[0]
    yield talk.say("One thing is left.\n", _plan(rng, reads, "")[0], TEST_LINES)
    for number, step in enumerate((STRIP, THOUSANDS, EMPTY)):
        for look in range(3):
            first = 1 + 3 * number + look
            yield talk.say("Let me read that again.\n", *_looks(first, count=4))
        yield talk.say("This is a fault.\n", step, TEST_LINES)
    yield talk.say("It took long, but reading works.\n")


def stale_fact(rng: Random) -> Script:
    """Goes on with a width that has changed meanwhile, until told to look again."""
    talk, writes, width = Talk(), *_names(rng, 2)
    yield talk.say("The width first.\n", READ_SETTINGS)
    fact = _fact(width, "the table is 12 columns wide", talk.made, "WIDTH = 12")
    yield talk.say("That is clear.\n", fact, _row(rng, writes, "table", blocked_by=width))
    yield talk.say("A width of 14 might do.\n", call("edit_file", path="settings.py", old="12", new="14"), TEST_TABLE)
    told = yield talk.say("", READ_SETTINGS, READ_TABLE, TEST_TABLE)
    first = 0
    while not told.reminders and first < PATIENCE:
        first += 2
        told = yield talk.say("It is 12 wide, so it is not that.\n", *_looks(first, "table.py"), TEST_TABLE)
    note = "".join(told.reminders)
    if width not in note or "settings.py" not in note:
        yield talk.say("I cannot tell what to look at again, so I give up.\n")
        return
    yield talk.say("It was 12, I have seen it.\n", fact)
    yield talk.say("Then I look again.\n", READ_SETTINGS)
    yield talk.say("It is 14 by now.\n", _fact(width, "the table is 14 columns wide", talk.made, "WIDTH = 14"))
    yield talk.say("Two more.\n", call("edit_file", path="settings.py", old="14", new="16"), READ_SETTINGS, TEST_TABLE)
    yield talk.say("", _fact(width, "the table is 16 columns wide", talk.made - 1, "WIDTH = 16"))
    yield talk.say("The table is 16 columns wide now.\n")


def same_again(rng: Random) -> Script:
    """Tries the same on one requirement again and again; splits it if it is told to, and then gets on."""
    talk, reads, one, other = Talk(), *_names(rng, 3)
    yield talk.say("One thing is left.\n", _plan(rng, reads, "")[0], TEST_LINES)
    told = yield talk.say("", call("start_approach", requirement=reads, approach="read it again"), READ_LINES)
    first = 0
    while not told.reminders and first < PATIENCE:
        first += 2
        told = yield talk.say("I will find it if I read on.\n", *_looks(first), TEST_LINES)
    if reads not in "".join(told.reminders):
        yield talk.say("I do not know what to split, so I give up.\n")
        return
    parts = [
        {"id": one, "text": "names come without blanks", "command": f"{LINES}_name", "files": ["lines.py"]},
        {"id": other, "text": "amounts are read", "command": f"{LINES}_amount", "files": ["lines.py"]},
    ]
    yield talk.say("Then in two steps.\n", call("split_requirement", id=reads, parts=parts))
    yield talk.say("The names.\n", STRIP, call("run_command", command=f"{LINES}_name"))
    yield talk.say("The amounts.\n", THOUSANDS, call("run_command", command=f"{LINES}_amount"))
    yield talk.say("Both parts are done.\n")


def two_approaches(rng: Random) -> Script:
    """Tries one thing, then quite another, and comes no closer with either."""
    talk, writes = Talk(), _names(rng, 1)[0]
    yield talk.say("One thing is left.\n", _row(rng, writes, "table"), TEST_TABLE)
    yield talk.say("", call("start_approach", requirement=writes, approach=APPROACHES[0]), READ_TABLE)
    yield talk.say("", *_looks(1, "table.py"), TEST_TABLE)
    yield talk.say("", call("start_approach", requirement=writes, approach=APPROACHES[1]), READ_SETTINGS)
    first = 0
    while True:
        first += 2
        yield talk.say("It must be somewhere here.\n", *_looks(first, "settings.py"), TEST_TABLE)


APPROACHES = ("pad the rows in another way", "set another width")


def _names(rng: Random, count: int) -> list[str]:
    """Drawn ids that occur in no other text."""
    return [f"{rng.choice('kqxz')}{rng.randrange(100, 1000)}{n}" for n in range(count)]


def _plan(rng: Random, reads: str, writes: str) -> list[Call]:
    """The rows for both parts of the project."""
    return [_row(rng, reads, "lines"), _row(rng, writes, "table")]


def _row(rng: Random, id_: str, part: str, blocked_by: str = "") -> Call:
    texts, command, files = (
        (READS, LINES, ["lines.py"]) if part == "lines" else (WRITES, TABLE, ["table.py", "settings.py"])
    )
    row = {"id": id_, "text": rng.choice(texts), "command": command, "files": files, "blocked_by": blocked_by}
    return call("write_requirement", **row)


def _fact(id_: str, text: str, number: int, quote: str) -> Call:
    return call("record_fact", id=id_, text=text, call=number, quote=quote)


def _looks(first: int, path: str = "lines.py", count: int = 3) -> list[Call]:
    """Some reads, none like another."""
    return [call("read_file", path=path, first=first + n, last=40 + n) for n in range(count)]


SCRIPTS: Scripts = {
    "": repair,
    "claim": claim,
    "untouched": untouched,
    "slow": slow,
    "stale_fact": stale_fact,
    "same_again": same_again,
    "two_approaches": two_approaches,
}
