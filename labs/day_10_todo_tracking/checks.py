"""The fifteen checks: judge what scenarios observed, in the grader's process.

Values are drawn and sizes fixed. A check that expects silence or a refusal also shows that the
same thing speaks, or accepts, when it should.
"""

from __future__ import annotations

from typing import Any

from grader.checks import Cursor, Observation, Observed, Terminal, Trial, check, picture

Item = list[str]
"""A task's id, text and status."""


class ListSeen(Observation):
    """The list at one moment."""

    items: list[Item]
    revision: int
    counts: list[int]
    reopened: dict[str, int]

    @property
    def state(self) -> tuple[Any, ...]:
        """All that a refusal must leave alone; a count of 0 is as good as none."""
        return self.items, self.revision, {task: times for task, times in self.reopened.items() if times}


class WriteSeen(ListSeen):
    """A write's outcome, and the list after it."""

    ok: bool
    changed: bool
    note: str


class WritesSeen(Observation):
    """A new list, written to several times."""

    steps: list[WriteSeen]


class GateSeen(ListSeen):
    """What the approval gate asked about, and the list afterwards."""

    asked: list[str]


class SignalSeen(Observation):
    """A hit of the detector."""

    kind: str
    note: str


class RoundSeen(Observation):
    """Where the list stood after a round, and what the detector said."""

    round: int
    revision: int
    counts: list[int]
    signal: SignalSeen | None


class ConversationSeen(ListSeen):
    """A whole turn."""

    reason: str
    history: list[RoundSeen]


class LateListSeen(Observation):
    """The rounds before a list was written, and those after."""

    before: list[RoundSeen]
    after: list[RoundSeen]


class SignalsSeen(Observation):
    """What a detector said round by round."""

    signals: list[SignalSeen | None]


class PanelSeen(Observation):
    """What was written at each step."""

    written: list[str]


class AgentSeen(Observation):
    """What `python -m mca` left behind."""

    status: int
    screen: str


# Exercise 1: the list


@check(1, "list", needs=("list",), place="TodoList.replace")
def replaces_the_list(trial: Trial) -> None:
    """replaces the whole list: revision 1, nothing done, order kept"""
    first = _items(trial, 3)
    second = [_with(first[2], "done"), *_items(trial, 1)]
    seen = _writes(trial, ["replace", first], ["replace", second])
    trial.same("the list is", seen[0].items, first, did=f"replace({first})")
    trial.same("ok, changed:", (seen[0].ok, seen[0].changed), (True, True))
    trial.same("revision", seen[0].revision, 1)
    trial.same("done, total:", seen[0].counts, [0, 3])
    trial.same("the list is", seen[1].items, second, did=f"then replace({second})")
    trial.same("revision", seen[1].revision, 2)
    trial.same("done, total:", seen[1].counts, [1, 2])


@check(2, "list", needs=("list",), place="TodoList.replace")
def knows_three_states(trial: Trial) -> None:
    """knows three states; a fourth is refused and nothing changes"""
    good = [
        _with(item, status) for item, status in zip(_items(trial, 3), ("done", "in_progress", "pending"), strict=True)
    ]
    fourth = trial.draw.choice(["doing", "completed", "cancelled", "failed", "Done"])
    bad = [good[0], _with(good[1], "pending"), _with(good[2], fourth)]
    seen = _writes(
        trial,
        ["replace", good],
        ["replace", bad],
        ["set_status", good[2][0], fourth],
        ["set_status", good[1][0], "done"],
    )
    trial.same("ok:", seen[0].ok, True, did=f"replace({good})")
    for step, did in ((1, f"replace({bad})"), (2, f"set_status({good[2][0]!r}, {fourth!r})")):
        _refused(trial, seen[step], seen[0], did)
    trial.same("the state is", seen[3].items[1][2], "done", did=f"set_status({good[1][0]!r}, 'done')")


@check(3, "list", needs=("list",), place="TodoList.replace")
def one_in_progress(trial: Trial) -> None:
    """never two in progress, in either form; a refusal changes nothing"""
    items = [
        _with(item, status)
        for item, status in zip(_items(trial, 4), ("in_progress", "pending", "pending", "done"), strict=True)
    ]
    # The refused list also takes a done task back: not even that may leave a trace.
    bad = [items[0], _with(items[1], "in_progress"), items[2], _with(items[3], "pending")]
    holder, other = items[0][0], items[1][0]
    seen = _writes(
        trial,
        ["replace", items],
        ["replace", bad],
        ["set_status", other, "in_progress"],
        ["set_status", holder, "done"],
        ["set_status", other, "in_progress"],
    )
    trial.same("ok:", seen[0].ok, True, did=f"replace({items})")
    _refused(trial, seen[1], seen[0], f"replace({bad}), which has two tasks in progress")
    _refused(trial, seen[2], seen[0], f"set_status({other!r}, 'in_progress') while {holder!r} is in progress")
    trial.same("ok:", seen[3].ok, True, did=f"set_status({holder!r}, 'done'), which leaves none in progress")
    trial.same("ok:", seen[4].ok, True, did=f"then set_status({other!r}, 'in_progress')")


@check(4, "list", needs=("list", "tool"), place="TodoList.replace", after=3)
def note_names_the_tasks(trial: Trial) -> None:
    """the note names the tasks in question and no other, so the model can mend its list"""
    items = [
        _with(item, status)
        for item, status in zip(_items(trial, 3), ("in_progress", "pending", "pending"), strict=True)
    ]
    did = f"set_status({items[1][0]!r}, 'in_progress') while {items[0][0]!r} is in progress"
    seen = _writes(trial, ["replace", items], ["set_status", items[1][0], "in_progress"])
    _names(trial, seen[1].note, items[:2], items[2:], did)
    talk = _talk(trial, "two_in_progress", rounds=4)
    written = [[task["id"], task["text"], task["status"]] for task in talk.transcript.calls(1)[0][1]["items"]]
    trial.true(talk.transcript.results(1), "an answer to the first call", "none")
    note = talk.transcript.results(1)[0].partition("\n")[0]
    active = [item for item in written if item[2] == "in_progress"]
    _names(trial, note, active, [item for item in written if item not in active], trial.did)
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history[:2]], [0, 1])
    trial.same("the model's list has tasks in progress:", sum(item[2] == "in_progress" for item in talk.seen.items), 1)


@check(5, "list", needs=("list",), place="TodoList.replace")
def same_state_is_no_change(trial: Trial) -> None:
    """writing the state it already has is accepted and leaves the revision alone"""
    items = [
        _with(item, status) for item, status in zip(_items(trial, 3), ("done", "in_progress", "pending"), strict=True)
    ]
    without_ids = [["", text, status] for _, text, status in items]
    again = items[1][0]
    seen = _writes(
        trial,
        ["replace", items],
        ["replace", items],
        ["set_status", again, "in_progress"],
        ["replace", without_ids],
        ["set_status", again, "done"],
    )
    repeats = (
        "replace with the list it has",
        f"set_status({again!r}, 'in_progress') again",
        "replace with the same texts, without ids",
    )
    for step, did in enumerate(repeats, 1):
        trial.same("ok, changed:", (seen[step].ok, seen[step].changed), (True, False), did=did)
        trial.same("revision", seen[step].revision, 1, did=did)
        trial.same("the list is", seen[step].items, items, did=did)
    trial.same(
        "changed, revision:", (seen[4].changed, seen[4].revision), (True, 2), did=f"set_status({again!r}, 'done')"
    )


# Exercise 2: the tool


@check(6, "tool", needs=("list", "tool"), place="update_todos")
def tool_is_read_only(trial: Trial) -> None:
    """writing the list asks nobody for approval, while an edit does"""
    items = _items(trial, 3)
    edit = {"path": f"{trial.draw.names(1)[0]}.txt", "text": trial.draw.phrases(1)[0]}
    calls = [["update_todos", {"items": _arguments(items)}], ["write_file", edit]]
    observed = trial.act("a round that calls `update_todos` and `write_file`", "gate", GateSeen, calls=calls)
    trial.same("the gate was asked about", observed.seen.asked, ["write_file"])
    trial.same("the list is", observed.seen.items, items)
    trial.same("the file holds", observed.project.get(edit["path"]), edit["text"])


@check(7, "tool", needs=("list", "tool"), place="update_todos")
def tool_moves_one_task(trial: Trial) -> None:
    """moves one task by id and no other; a repair goes from 0/3 to 3/3"""
    talk = _talk(trial, "", rounds=12)
    written = [[task["id"], task["text"], task["status"]] for task in talk.transcript.calls(1)[0][1]["items"]]
    trial.same("the turn ended with", talk.seen.reason, "answered")
    trial.same(
        "done, total by round:", [seen.counts for seen in talk.seen.history], [[n, 3] for n in (0, 0, 1, 1, 2, 2, 3)]
    )
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history], [1, 1, 3, 3, 5, 5, 6])
    trial.same("the list is", talk.seen.items, [_with(item, "done") for item in written])
    trial.true(
        "{seconds % 60:02}" in talk.project.get("durations.py", ""),
        "`durations.py` writes seconds with two digits",
        talk.project.get("durations.py", "no `durations.py`"),
    )


# Exercise 3: the panel


@check(8, "panel", needs=("panel",), place="TodoPanel.show")
def plain_outside_a_terminal(trial: Trial) -> None:
    """outside a terminal: text unchanged, the block only when it changed"""
    lines = [f"{trial.draw.line(20)}\n" for _ in range(5)]
    blocks = [_rows(trial, 3), _rows(trial, 3)]
    steps = [
        ["rows", blocks[0]], ["show"], ["show"], ["text", lines[0]], ["text", lines[1][:7]], ["text", lines[1][7:]],
        ["rows", blocks[1]], ["show"], ["text", lines[2]], ["show"], ["text", lines[3]], ["hide"], ["text", lines[4]],
    ]  # fmt: skip
    observed = trial.act(
        "five lines of text and two lists, outside a terminal",
        "panel",
        PanelSeen,
        columns=60,
        rows=20,
        tty=False,
        steps=steps,
    )
    output = "".join(observed.seen.written)
    trial.true("\x1b" not in output, "no control sequence", repr(output))
    rest = output
    for number, block in enumerate(("".join(f"{row}\n" for row in rows) for rows in blocks), 1):
        trial.same(
            f"list {number} is printed, times:", output.count(block), 1, help="print it when it changed, and only then"
        )
        before, _, after = rest.partition(block)
        trial.true(before.endswith("\n") or not before, "each list starts on a line of its own", output)
        rest = before + after
    trial.same("the text, without the lists, is\n", f"\n{rest}", "\n" + "".join(lines))


@check(9, "panel", needs=("panel",), place="TodoPanel.hide")
def hiding_gives_the_line_back(trial: Trial) -> None:
    """the panel sits below a half-written line; hiding gives the line back"""
    block = _rows(trial, 3)
    steps: list[list[Any]]
    whole, half, rest = trial.draw.line(18), trial.draw.line(11), trial.draw.line(9)
    steps = [
        ["rows", block],
        ["show"],
        ["text", f"{whole}\n"],
        ["text", half],
        ["show"],
        ["hide"],
        ["text", rest],
        ["show"],
    ]
    screen = _Screen(trial, "text, half a line, `show`, `hide`, and the line goes on", columns=40, rows=16, steps=steps)
    screen.after(2, text=f"{whole}\n", block=block)
    screen.after(4, text=f"{whole}\n{half}", block=block)
    screen.after(5, text=f"{whole}\n{half}", block=[])
    screen.after(7, text=f"{whole}\n{half}{rest}", block=block)


@check(10, "panel", needs=("panel",), place="TodoPanel.wrap", after=9)
def holds_on_a_full_screen(trial: Trial) -> None:
    """on a full screen: one panel at the bottom, every line of text intact"""
    columns, height = 40, 12
    steps: list[list[Any]] = []
    looks: dict[int, tuple[str, list[str]]] = {}
    text, block = "", _rows(trial, 4)
    steps += [["rows", block], ["show"]]

    def write(piece: str) -> None:
        nonlocal text
        text += piece
        steps.append(["text", piece])
        looks[len(steps) - 1] = (text, block)

    for number in range(1, 61):
        if number % 15 == 0:  # the list changes, and once holds a task wider than the screen
            block = [*_rows(trial, 3), trial.draw.line(70 if number == 30 else 20)]
            steps += [["rows", block], ["show"]]
            looks[len(steps) - 1] = (text, block)
        if number == 40:  # a piece of text ends exactly in the last column
            write(trial.draw.line(columns))
            write("\n")
        else:
            for piece in trial.draw.pieces(f"{number} {trial.draw.line(trial.draw.randint(5, columns - 6))}\n", 14):
                write(piece)
    write(trial.draw.line(9))
    steps.append(["hide"])
    screen = _Screen(
        trial, f"60 lines of text on a screen of {columns}x{height}", columns=columns, rows=height, steps=steps
    )
    for step, (so_far, rows) in looks.items():
        screen.after(step, text=so_far, block=rows)
    screen.after(len(steps) - 1, text=text, block=[])


# Exercise 4: the stall detector


@check(11, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def flags_three_quiet_rounds(trial: Trial) -> None:
    """three rounds without a change are flagged; a moving list is not"""
    talk = _talk(trial, "circle", rounds=6)
    _signals(trial, [seen.signal for seen in talk.seen.history], [None, None, None, None, "quiet", "quiet"])
    start = trial.draw.randint(1, 5)
    moving = [[start + n, 1 + n // 2, {}] for n in range(10)]
    still = [[start + 10 + n, 5, {}] for n in range(2)]
    did = f"a list that changes every second round, then rests for two, from round {start} on"
    observed = trial.act(did, "detect", SignalsSeen, rounds=moving + still)
    _signals(trial, observed.seen.signals, [None] * 11 + ["quiet"])


@check(12, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def flags_a_reopened_task(trial: Trial) -> None:
    """a task reopened twice is flagged by name; once is not"""
    talk = _talk(trial, "reopen", rounds=7)
    signals = [seen.signal for seen in talk.seen.history]
    _signals(trial, signals, [None, None, None, None, "reopen", None, "reopen"])
    first, second = (_written(talk, number) for number in (1, 2))
    reopened = [item for item in first if item not in second]
    for signal in filter(None, signals):
        _names(trial, signal.note, reopened, [item for item in first if item not in reopened], trial.did, what="signal")


@check(13, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def never_flags_an_unwritten_list(trial: Trial) -> None:
    """a list that was never written is never flagged; one that was, is"""
    did = "ten rounds without a list (INJECT=no_list), then a list and three quiet rounds"
    observed = trial.act(did, "late_list", LateListSeen, mode="no_list", rounds=10, items=_items(trial, 3), quiet=3)
    trial.same("rounds without a list:", len(observed.seen.before), 9)
    _signals(trial, [seen.signal for seen in observed.seen.before], [None] * 9)
    _signals(trial, [seen.signal for seen in observed.seen.after], [None, None, None, "quiet"])


# Exercise 5: the intervention


@check(14, "intervention", needs=("list", "tool"), place="Intervention.on")
def third_identical_call_is_blocked(trial: Trial) -> None:
    """INJECT=loop: the list is written once, the third identical call is not executed"""
    talk = _talk(trial, "loop", rounds=5)
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history], [1] * 5)
    trial.same("done, total:", talk.seen.counts, [0, 3])
    read, again, third = (talk.transcript.results(number) for number in (2, 3, 4))
    trial.true(
        read == again and "def seconds" in "".join(read), "the first two reads give the file", f"{read} and {again}"
    )
    trial.true(third != read and "not executed" in "".join(third), "the third read is not executed", f"{third}")


@check(15, "intervention", needs=("list", "tool", "stall", "intervention"), place="Intervention.on", after=14)
def reminds_then_stops(trial: Trial) -> None:
    """INJECT=loop: a reminder with the user role, then the stop"""
    observed = trial.act("python -m mca with INJECT=loop", "whole_agent", AgentSeen, mode="loop")
    told = [len(observed.transcript.reminders(number)) for number in range(1, observed.transcript.rounds)]
    trial.same("reminders after each round but the last:", told, [0, 0, 0, 1])
    trial.same("model calls:", observed.transcript.rounds, 5, help="the second hit in a row has to stop the turn")
    trial.same("exit status", observed.seen.status, 1)
    last = observed.seen.screen.rstrip("\n").rpartition("\n")[2]
    trial.true(last.startswith("stalled: list 0/3 done at revision 1"), "stalled: list 0/3 done at revision 1", last)


# What several checks share


def _items(trial: Trial, count: int) -> list[Item]:
    """Drawn tasks, none of them begun."""
    names, texts = trial.draw.names(count), trial.draw.phrases(count)
    return [[name, text, "pending"] for name, text in zip(names, texts, strict=True)]


def _with(item: Item, status: str) -> Item:
    return [*item[:2], status]


def _arguments(items: list[Item]) -> list[dict[str, str]]:
    return [{"id": id_, "text": text, "status": status} for id_, text, status in items]


def _rows(trial: Trial, count: int) -> list[str]:
    return [f"[ ] {trial.draw.line(trial.draw.randint(8, 30))}" for _ in range(count)]


def _writes(trial: Trial, *writes: list[Any]) -> list[WriteSeen]:
    did = "; ".join(f"{form}({', '.join(map(repr, arguments))})" for form, *arguments in writes)
    return trial.act(did, "writes", WritesSeen, writes=list(writes)).seen.steps


def _talk(trial: Trial, mode: str, rounds: int) -> Observed[ConversationSeen]:
    did = f"a conversation with INJECT={mode}" if mode else "the repair of the sample project"
    return trial.act(did, "conversation", ConversationSeen, mode=mode, rounds=rounds)


def _written(talk: Observed[ConversationSeen], number: int) -> list[Item]:
    """The list that the model sent in a round."""
    return [[task["id"], task["text"], task["status"]] for task in talk.transcript.calls(number)[0][1]["items"]]


def _refused(trial: Trial, step: WriteSeen, before: WriteSeen, did: str) -> None:
    trial.same("ok, changed:", (step.ok, step.changed), (False, False), did=did)
    trial.same(
        "items, revision, reopened:",
        step.state,
        before.state,
        did=did,
        help="a refusal has to leave everything as it was",
    )


def _names(trial: Trial, note: str, concerned: list[Item], others: list[Item], did: str, what: str = "note") -> None:
    """A text names exactly these tasks, each by its id or its text."""
    for item in concerned:
        trial.true(
            item[0] in note or item[1] in note, f"a {what} that names {item[0]!r} or {item[1]!r}", repr(note), did=did
        )
    for item in others:
        trial.true(
            item[0] not in note and item[1] not in note,
            f"a {what} without {item[0]!r} and {item[1]!r}",
            repr(note),
            did=did,
        )


def _signals(trial: Trial, got: list[Any], expected: list[str | None]) -> None:
    trial.same("signals by round:", [signal and signal.kind for signal in got], expected)


class _Screen:
    """Plays what a panel wrote on a terminal, step by step, beside a terminal that got the text alone."""

    def __init__(self, trial: Trial, did: str, *, columns: int, rows: int, steps: list[list[Any]]) -> None:
        observed = trial.act(did, "panel", PanelSeen, columns=columns, rows=rows, tty=True, steps=steps)
        self._trial = trial
        self._columns = columns
        self._written = observed.seen.written
        trial.same("steps observed:", len(self._written), len(steps))
        self._played = 0
        self._screen = Terminal(columns, rows)
        self._alone = Terminal(columns, rows)
        self._text = ""

    def after(self, step: int, *, text: str, block: list[str]) -> None:
        """After a step the screen shows the text as it is alone, and the block right below, once."""
        while self._played <= step:
            self._screen.write(self._written[self._played])
            self._played += 1
        self._alone.write(text.removeprefix(self._text))
        self._text = text
        cursor, rows = self._alone.cursor, self._alone.rows
        rows += [""] * (cursor.row + 1 - len(rows))
        full = cursor.column >= self._columns
        got = self._screen.rows
        moment = f"{self._trial.did}; step {step + 1}"
        good = _matches(got, rows, block, self._columns) and self._screen.cursor == cursor
        if full and block and not good:
            # In the middle of a run the glyph of the last column may wait for what follows.
            rows = [*rows[:-1], rows[-1][:-1].rstrip()]
            cursor = Cursor(cursor.row, cursor.column - 1)
            good = _matches(got, rows, block, self._columns) and self._screen.cursor == cursor
        self._trial.true(
            good, f"{_at(cursor)}\n{picture(rows + block)}", f"{_at(self._screen.cursor)}\n{picture(got)}", did=moment
        )
        self._trial.true(self._screen.cursor_visible, "a cursor that can be seen", "a hidden cursor", did=moment)


def _at(cursor: Cursor) -> str:
    return f"the cursor in column {cursor.column} of row {cursor.row + 1}"


def _matches(got: list[str], text: list[str], block: list[str], columns: int) -> bool:
    """The rows are those of the text, then one row for each of the block; a wide one may be cut."""
    shown = got[len(text) :]
    got = got + [""] * (len(text) - len(got))
    if got[: len(text)] != text or len(shown) != len(block):
        return False
    return all(
        row == full or (len(full) >= columns and len(row) > columns // 2 and full.startswith(row.rstrip("…")))
        for row, full in zip(shown, block, strict=True)
    )
