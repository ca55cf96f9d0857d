"""Exercise 3: the panel."""

from __future__ import annotations

import re
from typing import Any

from grader.checks import Look, SideBySide, Trial, check

from .observations import PanelSeen

SAVED = re.compile(r"\x1b(?:7|\[s)")
"""What saves a cursor."""


@check(8, "panel", needs=("panel",), place="TodoPanel.show")
def plain_outside_a_terminal(trial: Trial) -> None:
    """outside a terminal: text unchanged, the block only when it changed"""
    lines = [f"{trial.draw.line(20)}\n" for _ in range(5)]
    blocks = [_rows(trial, 3), _rows(trial, 3), _rows(trial, 2)]
    steps = [
        ["rows", blocks[0]], ["show"], ["show"], ["text", lines[0]], ["text", lines[1][:7]],
        ["rows", blocks[1]], ["show"], ["text", lines[1][7:]], ["show"],  # changed inside a line
        ["text", lines[2]], ["show"], ["text", lines[3]], ["hide"], ["text", lines[4]],
        ["rows", blocks[2]], ["show"], ["hide"],
    ]  # fmt: skip
    did = "five lines of text and three blocks, outside a terminal"
    observed = trial.act(did, "panel", PanelSeen, columns=60, rows=20, tty=False, steps=steps)
    _widths(trial, observed.seen, 60)
    output = "".join(observed.seen.written)
    trial.true("\x1b" not in output, "no control sequence", repr(output))
    text = output
    for name, block in zip(
        ("first", "second", "third"), ("".join(f"{row}\n" for row in rows) for rows in blocks), strict=True
    ):
        times, marked = output.count(block), "".join(f"> {row}\n" for row in block.splitlines())
        trial.true(
            times == 1,
            f"the {name} block once",
            f"{times} times (>):\n{output.replace(block, marked)}",
            help="print it when it changed, and only then",
        )
        before, _, after = text.partition(block)
        trial.true(before.endswith("\n") or not before, f"the {name} block on lines of its own", output)
        text = before + after
    trial.true(text == "".join(lines), f"without the blocks, the text:\n{''.join(lines)}", text)


@check(9, "panel", needs=("panel",), place="TodoPanel.hide", reason="the same as 10, on a screen with room")
def hiding_gives_the_line_back(trial: Trial) -> None:
    """the panel sits below a half line; hiding gives it back"""
    run = _PanelRun(columns=40, rows=16)
    run.rows(_rows(trial, 3))
    run.text(f"{trial.draw.line(18)}\n", look=False)  # before the first `show`: a panel or none
    run.do("show")
    run.text(trial.draw.line(11))
    run.do("show")
    run.do("hide")
    run.text(trial.draw.line(9), look=False)  # shown again by itself, or not
    run.do("show")
    run.judge(trial, "text and a panel")


@check(10, "panel", needs=("panel",), place="TodoPanel.wrap", after=9)
def holds_on_a_full_screen(trial: Trial) -> None:
    """on a full screen: one panel below, every line intact"""
    columns, height = 40, 13
    full = f"{trial.draw.line(columns)}"
    special = {
        1: [full, "\n"],
        20: [full, "\n"],  # ends exactly in the last column
        30: [full, "", trial.draw.line(columns), "\n"],  # fills two rows, with nothing written in between
        40: [f"{trial.draw.line(columns - 2)}漢", "\n"],  # ends there with a character two cells wide
    }
    blocks = {1: 4, 8: 0, 15: 3, 35: 1, 45: height - 1, 50: 2 * height + 1}
    run = _PanelRun(columns=columns, rows=height)
    run.others("".join(f"$ {trial.draw.line(8)}\n" for _ in range(height + 2)))
    for number in range(1, 61):
        if number == 22:  # somebody else uses the screen in between
            run.do("hide")
            run.others("".join(f"? {trial.draw.line(8)}\n" for _ in range(height)))
            run.do("show")
        if number in blocks:  # the list changes, once holds a task wider than the screen, and grows past its height
            wide = [f"{trial.draw.line(30)}{'漢' * 20}"] if number == 15 else []
            run.rows(wide + _rows(trial, blocks[number]))
            run.do("show")
        line = f"{number} {trial.draw.line(trial.draw.randint(5, columns - 6))}\n"
        for piece in special.get(number) or trial.draw.pieces(line, 14):
            run.text(piece)
            if number in {25, 30}:  # away and back again: inside a line, and on a full row
                run.do("hide")
                run.do("show")
    run.text(trial.draw.line(9))
    run.do("hide")
    run.judge(trial, f"60 lines of text on a screen of {columns} columns and {height} rows")
    small = _PanelRun(columns=30, rows=6)
    small.rows(_rows(trial, 9))
    small.text(trial.draw.line(11))
    small.do("show")
    small.do("hide")
    small.judge(trial, "half a line and a block of 9 rows on a screen of 30 columns and 6 rows")


def _rows(trial: Trial, count: int) -> list[str]:
    return [f"[ ] {trial.draw.line(trial.draw.randint(8, 30))}" for _ in range(count)]


def _widths(trial: Trial, seen: PanelSeen, columns: int) -> None:
    trial.same("rows were asked for the widths", seen.widths, [columns])


class _PanelRun:
    """A panel's run, step by step, with what should be on the screen after each."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns, self._rows = columns, rows
        self._block: list[str] = []
        self._steps: list[list[Any]] = []
        self._expected: list[list[str] | None] = []

    def others(self, text: str) -> None:
        self._add(["pre", text], None)

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
        _widths(trial, seen, self._columns)
        trial.same("steps", len(seen.written), len(self._steps))
        screens = SideBySide(self._columns, self._rows)
        for (method, *arguments), written, block in zip(self._steps, seen.written, self._expected, strict=True):
            screens.play(written, text=arguments[0] if method in {"pre", "text"} else "")
            difference = None if block is None else screens.difference(block)
            if difference:
                moment = f"{did}; here after {method}({', '.join(map(repr, arguments))}){_size(block)}"
                place = f"TodoPanel.{'wrap' if method == 'text' else method}"
                trial.fail(*map(str, difference), did=moment, help=self._help(*difference, written), place=place)

    def _help(self, expected: Look, got: Look, written: str) -> str:
        """One line for the mistakes that are made most often."""
        if expected.rows[-1].startswith("… +"):
            return "the block is too high for the screen; its last row says, in any words, how many rows are left out"
        if any(row.endswith("…") for row in expected.rows) and len(got.rows) > len(expected.rows):
            return "a row of the block is wider than the screen; width is counted in cells, not in characters"
        if expected.cursor.column == self._columns:
            return "the row is full and the cursor waits in its last column; a cursor that comes back does not"
        saved = SAVED.search(written) and expected.cursor.column == got.cursor.column
        if saved and expected.cursor.row < got.cursor.row:
            return "a saved cursor is a place on the screen, and the text has moved up from under it"
        return ""


def _size(block: list[str] | None) -> str:
    return f", with {len(block)} rows in the block" if block else ", with no block"
