"""The fifteen checks: judge what scenarios observed, in the grader's process.

Values are drawn and sizes fixed. A check that expects silence or a refusal also shows that the
same thing speaks, or accepts, when it should.
"""

from __future__ import annotations

from typing import Any

from grader.checks import Observation, Observed, SideBySide, Trial, check

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
    first = _items(trial, "pending", "pending", "pending")
    second = [_with(first[2], "done"), *_items(trial, "pending")]
    for step, items, done, did in zip(
        _writes(trial, ["replace", first], ["replace", second]),
        (first, second),
        (0, 1),
        ("replace", "then replace"),
        strict=True,
    ):
        revision = done + 1
        _outcome(trial, step, did=f"{did} with{_table(items)}", ok=True, changed=True)
        _list_is(trial, step, items)
        trial.same("revision", step.revision, revision)
        trial.same("counts", tuple(step.counts), (done, len(items)))


@check(2, "list", needs=("list",), place="TodoList.replace")
def knows_three_states(trial: Trial) -> None:
    """knows three states; a fourth is refused and nothing changes"""
    good = _items(trial, "done", "in_progress", "pending")
    fourth = trial.draw.choice(["doing", "completed", "cancelled", "failed", "Done"])
    bad = [good[0], _with(good[1], "pending"), _with(good[2], fourth)]
    seen = _writes(
        trial,
        ["replace", good],
        ["replace", bad],
        ["set_status", good[2][0], fourth],
        ["set_status", good[1][0], "done"],
    )
    _outcome(trial, seen[0], did=f"replace with{_table(good)}", ok=True, changed=True)
    _refused(trial, seen[1], seen[0], f"replace with{_table(bad)}")
    _refused(trial, seen[2], seen[0], f"set_status({good[2][0]!r}, {fourth!r})")
    _outcome(trial, seen[3], did=f"set_status({good[1][0]!r}, 'done')", ok=True, changed=True)


@check(3, "list", needs=("list",), place="TodoList.replace")
def one_in_progress(trial: Trial) -> None:
    """never two in progress, in either form; a refusal changes nothing"""
    items = _items(trial, "in_progress", "pending", "pending", "done")
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
    _outcome(trial, seen[0], did=f"replace with{_table(items)}", ok=True, changed=True)
    _refused(trial, seen[1], seen[0], f"replace with{_table(bad)}")
    _refused(trial, seen[2], seen[0], f"set_status({other!r}, 'in_progress') while {holder!r} is in progress")
    _outcome(
        trial, seen[3], did=f"set_status({holder!r}, 'done'), which leaves none in progress", ok=True, changed=True
    )
    _outcome(trial, seen[4], did=f"then set_status({other!r}, 'in_progress')", ok=True, changed=True)


@check(4, "list", needs=("list", "tool"), place="TodoList.replace", after=3)
def note_names_the_tasks(trial: Trial) -> None:
    """the note names the tasks in question and no other, so the model can mend its list"""
    items = _items(trial, "in_progress", "pending", "pending")
    seen = _writes(trial, ["replace", items], ["set_status", items[1][0], "in_progress"])
    did = f"set_status({items[1][0]!r}, 'in_progress') on{_table(items)}"
    _names(trial, seen[1].note, items[:2], items[2:], did=did)
    talk = _talk(trial, "two_in_progress", rounds=4)
    written = _sent(talk, 1)
    active = [item for item in written if item[2] == "in_progress"]
    note = "".join(talk.transcript.results(1)).partition("\n")[0]
    _names(
        trial,
        note,
        active,
        [item for item in written if item not in active],
        did=f"{trial.did}: replace with{_table(written)}",
    )
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history[:2]], [0, 1])
    trial.same(
        "the model's next list has tasks in progress:", sum(item[2] == "in_progress" for item in talk.seen.items), 1
    )


@check(5, "list", needs=("list",), place="TodoList.replace")
def same_state_is_no_change(trial: Trial) -> None:
    """writing the state it already has is accepted and leaves the revision alone"""
    items = _items(trial, "done", "in_progress", "pending")
    task = items[1][0]
    repeats: list[tuple[str, list[Any]]] = [
        ("replace with the list that it has", ["replace", items]),
        (f"set_status({task!r}, 'in_progress') once more", ["set_status", task, "in_progress"]),
        ("replace with the same texts and states, without ids", ["replace", [["", *item[1:]] for item in items]]),
    ]
    seen = _writes(trial, ["replace", items], *(write for _, write in repeats), ["set_status", task, "done"])
    for step, (did, _) in zip(seen[1:4], repeats, strict=True):
        _outcome(trial, step, did=did, ok=True, changed=False)
        trial.same("revision", step.revision, 1, did=did)
        _list_is(trial, step, items, did=did)
    _outcome(trial, seen[4], did=f"set_status({task!r}, 'done')", ok=True, changed=True)
    trial.same("revision", seen[4].revision, 2, did=f"set_status({task!r}, 'done')")


# Exercise 2: the tool


@check(6, "tool", needs=("list", "tool"), place="update_todos")
def tool_is_read_only(trial: Trial) -> None:
    """writing the list asks nobody for approval, while an edit does"""
    items = _items(trial, "pending", "pending", "pending")
    edit = {"path": f"{trial.draw.names(1)[0]}.txt", "text": trial.draw.phrases(1)[0]}
    todos = [{"id": id_, "text": text, "status": status} for id_, text, status in items]
    calls = [["update_todos", {"items": todos}], ["write_file", edit]]
    observed = trial.act("a round that calls `update_todos` and `write_file`", "gate", GateSeen, calls=calls)
    trial.same("the gate was asked about", observed.seen.asked, ["write_file"])
    _list_is(trial, observed.seen, items)
    trial.same("the file holds", observed.project.get(edit["path"]), edit["text"])


@check(7, "tool", needs=("list", "tool"), place="update_todos")
def tool_moves_one_task(trial: Trial) -> None:
    """moves one task by id and no other; a repair goes from 0/3 to 3/3"""
    talk = _talk(trial, "", rounds=12)
    trial.same("the turn ended with", talk.seen.reason, "answered")
    trial.same("done by round:", [seen.counts[0] for seen in talk.seen.history], [0, 0, 1, 1, 2, 2, 3])
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history], [1, 1, 3, 3, 5, 5, 6])
    _list_is(trial, talk.seen, [_with(item, "done") for item in _sent(talk, 1)])
    mended = talk.project.get("durations.py", "")
    trial.true(
        "{seconds % 60:02}" in mended, "`durations.py` writes seconds with two digits", f"`durations.py`:\n{mended}"
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
    did = "five lines of text and two blocks, outside a terminal"
    observed = trial.act(did, "panel", PanelSeen, columns=60, rows=20, tty=False, steps=steps)
    output = "".join(observed.seen.written)
    trial.true("\x1b" not in output, "no control sequence", repr(output))
    text = output
    for name, block in zip(("first", "second"), ("".join(f"{row}\n" for row in rows) for rows in blocks), strict=True):
        times = output.count(block)
        trial.true(
            times == 1,
            f"the {name} block once",
            f"{times} times:\n{output}",
            help="print it when it changed, and only then",
        )
        before, _, after = text.partition(block)
        trial.true(before.endswith("\n") or not before, f"the {name} block on lines of its own", output)
        text = before + after
    trial.true(text == "".join(lines), f"without the blocks, the text:\n{''.join(lines)}", text)


@check(9, "panel", needs=("panel",), place="TodoPanel.hide")
def hiding_gives_the_line_back(trial: Trial) -> None:
    """the panel sits below a half-written line; hiding gives the line back"""
    block = _rows(trial, 3)
    run = _PanelRun(columns=40, rows=16)
    run.rows(block)
    run.do("show")
    run.text(f"{trial.draw.line(18)}\n")
    run.text(trial.draw.line(11))
    run.do("show")
    run.do("hide")
    run.text(trial.draw.line(9), look=False)  # shown again by itself or not: both will do
    run.do("show")
    run.judge(trial, "text and a panel")


@check(10, "panel", needs=("panel",), place="TodoPanel.wrap", after=9)
def holds_on_a_full_screen(trial: Trial) -> None:
    """on a full screen: one panel at the bottom, every line of text intact"""
    columns = 40
    run = _PanelRun(columns=columns, rows=12)
    run.rows(_rows(trial, 4))
    run.do("show")
    for number in range(1, 61):
        if number % 15 == 0:  # the list changes, and once holds a task wider than the screen
            run.rows([*_rows(trial, 3), trial.draw.line(70 if number == 30 else 20)])
            run.do("show")
        if number == 40:  # a piece of text ends exactly in the last column
            run.text(trial.draw.line(columns))
            run.text("\n")
        else:
            line = f"{number} {trial.draw.line(trial.draw.randint(5, columns - 6))}\n"
            for piece in trial.draw.pieces(line, 14):
                run.text(piece)
    run.text(trial.draw.line(9))
    run.do("hide")
    run.judge(trial, f"60 lines of text on a screen of {columns} columns and 12 rows")


# Exercise 4: the stall detector


@check(11, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def flags_three_quiet_rounds(trial: Trial) -> None:
    """three rounds without a change are flagged; a moving list is not"""
    talk = _talk(trial, "circle", rounds=6)
    _signals(trial, [seen.signal for seen in talk.seen.history], "- - - - quiet quiet")
    start = trial.draw.randint(1, 5)
    rounds = [[start + n, 1 + min(n // 2, 4), {}] for n in range(12)]
    did = f"rounds {start} to {start + 11}: a list that moves every second round, and then rests"
    observed = trial.act(did, "detect", SignalsSeen, rounds=rounds)
    _signals(trial, observed.seen.signals, "- - - - - - - - - - - quiet")


@check(12, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def flags_a_reopened_task(trial: Trial) -> None:
    """a task reopened twice is flagged by name; once is not"""
    talk = _talk(trial, "reopen", rounds=7)
    signals = [seen.signal for seen in talk.seen.history]
    _signals(trial, signals, "- - - - reopen - reopen")
    pending, done = _sent(talk, 1), _sent(talk, 2)
    reopened = [item for item in pending if item not in done]
    for signal in filter(None, signals):
        _names(trial, signal.note, reopened, [item for item in pending if item in done], did=trial.did)


@check(13, "stall", needs=("list", "tool", "stall"), place="StallDetector.check")
def never_flags_an_unwritten_list(trial: Trial) -> None:
    """a list that was never written is never flagged; one that was, is"""
    did = "nine rounds without a list (INJECT=no_list), then a list and three quiet rounds"
    items = _items(trial, "pending", "pending", "pending")
    seen = trial.act(did, "late_list", LateListSeen, mode="no_list", rounds=10, items=items, quiet=3).seen
    _signals(trial, [round_.signal for round_ in seen.before + seen.after], "- - - - - - - - - - - - quiet")


# Exercise 5: the intervention


@check(14, "intervention", needs=("list", "tool"), place="Intervention.on")
def third_identical_call_is_blocked(trial: Trial) -> None:
    """INJECT=loop: the list is written once, the third identical call is not executed"""
    talk = _talk(trial, "loop", rounds=5)
    trial.same("revision by round:", [seen.revision for seen in talk.seen.history], [1] * 5)
    trial.same("counts", tuple(talk.seen.counts), (0, 3))
    read, again, third = ("".join(talk.transcript.results(number)) for number in (2, 3, 4))
    trial.true("def seconds" in read == again, "the first two reads give the file", f"{read} and {again}")
    trial.true("not executed" in third != read, "the third read is not executed", third)


@check(15, "intervention", needs=("list", "tool", "stall", "intervention"), place="Intervention.on", after=14)
def reminds_then_stops(trial: Trial) -> None:
    """INJECT=loop: a reminder with the user role, then the stop"""
    observed = trial.act("python -m mca with INJECT=loop", "whole_agent", AgentSeen, mode="loop")
    talk, screen = observed.transcript, observed.seen.screen.rstrip("\n")
    reminded = [number for number in range(1, talk.rounds) if talk.reminders(number)]
    expected = "a reminder after round 4, the stop after round 5"
    trial.true(
        (reminded, talk.rounds) == ([4], 5),
        expected,
        f"reminders after rounds {reminded}, the end after round {talk.rounds}",
    )
    trial.same("exit status", observed.seen.status, 1)
    last = screen.rpartition("\n")[2]
    trial.true(last.startswith("stalled: list 0/3 done at revision 1"), "stalled: list 0/3 done at revision 1", last)


# What several checks share


def _items(trial: Trial, *statuses: str) -> list[Item]:
    """Drawn tasks with these states."""
    names, texts = trial.draw.names(len(statuses)), trial.draw.phrases(len(statuses))
    return [list(item) for item in zip(names, texts, statuses, strict=True)]


def _with(item: Item, status: str) -> Item:
    return [*item[:2], status]


def _table(items: list[Item]) -> str:
    return "".join(f"\n  {id_}  {status:11}  {text}" for id_, text, status in items)


def _rows(trial: Trial, count: int) -> list[str]:
    return [f"[ ] {trial.draw.line(trial.draw.randint(8, 30))}" for _ in range(count)]


def _writes(trial: Trial, *writes: list[Any]) -> list[WriteSeen]:
    did = "; ".join(form if form == "replace" else f"{form}{tuple(arguments)}" for form, *arguments in writes)
    steps = trial.act(did, "writes", WritesSeen, writes=list(writes)).seen.steps
    trial.same("writes observed:", len(steps), len(writes))
    return steps


def _talk(trial: Trial, mode: str, rounds: int) -> Observed[ConversationSeen]:
    did = f"a conversation with INJECT={mode}" if mode else "the repair of the sample project"
    return trial.act(did, "conversation", ConversationSeen, mode=mode, rounds=rounds)


def _sent(talk: Observed[ConversationSeen], number: int) -> list[Item]:
    """The list that the model sent in a round."""
    return [[task["id"], task["text"], task["status"]] for task in talk.transcript.calls(number)[0][1]["items"]]


def _outcome(trial: Trial, step: WriteSeen, *, did: str, ok: bool, changed: bool) -> None:
    got, expected = (f"ok={a}, changed={b}" for a, b in ((step.ok, step.changed), (ok, changed)))
    trial.true(got == expected, expected, f"{got}, note {step.note!r}", did=did)


def _refused(trial: Trial, step: WriteSeen, before: WriteSeen, did: str) -> None:
    _outcome(trial, step, did=did, ok=False, changed=False)
    for part, got, expected in zip(("items", "revision", "reopened"), step.state, before.state, strict=True):
        trial.same(part, got, expected, did=did, help="a refusal has to leave everything as it was")


def _list_is(trial: Trial, seen: ListSeen, items: list[Item], did: str = "") -> None:
    trial.true(seen.items == items, f"the list{_table(items)}", f"the list{_table(seen.items)}", did=did)


def _names(trial: Trial, note: str, concerned: list[Item], others: list[Item], did: str) -> None:
    """A text names exactly these tasks, each by its id or its text."""
    for id_, text, _ in concerned:
        trial.true(id_ in note or text in note, f"a note that names {id_} ({text})", f"the note {note!r}", did=did)
    for id_, text, _ in others:
        trial.true(
            id_ not in note and text not in note,
            f"a note that does not name {id_} ({text})",
            f"the note {note!r}",
            did=did,
        )


def _signals(trial: Trial, got: list[SignalSeen | None], expected: str) -> None:
    kinds = " ".join(signal.kind if signal else "-" for signal in got)
    trial.true(kinds == expected, f"signals by round: {expected}", f"signals by round: {kinds}")


class _PanelRun:
    """A panel's run, step by step, with what should be on the screen after each."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns, self._rows = columns, rows
        self._block: list[str] = []
        self._steps: list[list[Any]] = []
        self._expected: list[list[str] | None] = []

    def rows(self, block: list[str]) -> None:
        self._block = block
        self._add(["rows", block], None)

    def text(self, text: str, *, look: bool = True) -> None:
        self._add(["text", text], self._block if look else None)

    def do(self, method: str) -> None:
        self._add([method], [] if method == "hide" else self._block)

    def _add(self, step: list[Any], block: list[str] | None) -> None:
        self._steps.append(step)
        self._expected.append(block)

    def judge(self, trial: Trial, did: str) -> None:
        """Let the panel run, and compare the screen after every step that says what should be there."""
        seen = trial.act(
            did, "panel", PanelSeen, tty=True, columns=self._columns, rows=self._rows, steps=self._steps
        ).seen
        trial.same("steps", len(seen.written), len(self._steps))
        screens = SideBySide(self._columns, self._rows)
        for (method, *arguments), written, block in zip(self._steps, seen.written, self._expected, strict=True):
            screens.play(written, text=arguments[0] if method == "text" else "")
            difference = None if block is None else screens.difference(block)
            if difference:
                expected, got = map(str, difference)
                moment = f"{did}; here after {method}({', '.join(map(repr, arguments))})"
                trial.fail(expected, got, did=moment, place=f"TodoPanel.{'wrap' if method == 'text' else method}")
