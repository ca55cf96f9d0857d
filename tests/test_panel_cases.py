"""The solution's panel on screens that were reported broken elsewhere, judged by three terminals."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mca.cells import clip
from mca.lab import Lab
from mca.student import StudentFiles
from tests.terminals import ATerminal, Avt, Ghostty, Look, MakeTerminal, tmux_windows, trimmed

CASES = json.loads((Path(__file__).parent / "cases" / "panel_cases.json").read_text(encoding="utf-8"))

LATER = {
    "16 colours across chunks": "an unfinished escape sequence is not held back yet",
    "20 abort in the middle": "an unfinished escape sequence is not held back yet",
    "24b user presses Enter (echo)": "what others write on the screen is not noticed yet",
    "sindresorhus/ora#120": "what others write on the screen is not noticed yet",
}
"""Cases beyond what the exercise asks for."""

LATER_ON_AVT = LATER | {
    "13 resize 24→12 rows": "a resize is not followed yet",
    "13b resize 24→5 rows (panel 4)": "a resize is not followed yet",
}

IN_TMUX = (
    "02 60 lines, screen bottom",
    "05a chunk ends at margin, then text",
    "21b starts on the last row",
    "kovidgoyal/kitty#4814",
)

Case = dict[str, Any]


def named(cases: list[Case], later: dict[str, str]) -> list[Any]:
    """The cases as parameters; those for later must still fail, or the list is out of date."""
    return [
        pytest.param(
            case,
            id=case["case"],
            marks=[pytest.mark.xfail(strict=True, reason=later[case["case"]])] if case["case"] in later else [],
        )
        for case in cases
    ]


@pytest.fixture(scope="module")
def make_panel(lab: Lab, solution: Path) -> Callable[..., Any]:
    """The solution's `TodoPanel`."""
    panel: Callable[..., Any] = StudentFiles(lab, solution).load("panel").TodoPanel
    return panel


@pytest.mark.parametrize("case", named(CASES, LATER_ON_AVT))
def test_case_on_avt(make_panel: Callable[..., Any], case: Case) -> None:
    """Every row of text and one panel below it, at every moment of the case."""
    play(case, make_panel, Avt)


@pytest.mark.parametrize("case", named(CASES, LATER))
def test_case_on_ghostty(make_panel: Callable[..., Any], case: Case) -> None:
    """Another emulator sees the same."""
    pytest.importorskip("pyghostty")
    play(case, make_panel, Ghostty)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
@pytest.mark.parametrize("case", named([case for case in CASES if case["case"] in IN_TMUX], {}))
def test_case_in_tmux(make_panel: Callable[..., Any], tmp_path: Path, case: Case) -> None:
    """A terminal that people use sees the same."""
    with tmux_windows(tmp_path) as make:
        play(case, make_panel, make)


def play(case: Case, make_panel: Callable[..., Any], make: MakeTerminal) -> None:
    """Play a case on a terminal with a panel, beside one that gets the text alone, and compare."""
    size = (case["columns"], case["rows"])
    screen, alone = make(*size), make(*size)
    block: list[str] = []
    panel = make_panel(lambda _: list(block), screen.write, tty=True, size=lambda: size)
    write = panel.wrap(screen.write)
    for step, *arguments in case["steps"]:
        match step:
            case "t":
                write(*arguments)
                alone.write(*arguments)
            case "pre" | "x":
                screen.write(*arguments)
                alone.write(*arguments)
            case "p":
                block[:] = arguments[0]
                panel.show()
            case "r":
                size = (arguments[0], arguments[1])
                screen.resize(*size)
                alone.resize(*size)
            case "close" | "abort":
                panel.hide()
                block.clear()
            case "snap":
                assert screen.look() in expected(alone, fitted(block, *size), size[0])


def expected(alone: ATerminal, block: list[str], columns: int) -> list[Look]:
    """What may be seen: the text as it is alone, then the block; with a block, the glyph of a full row may wait."""
    rows, (row, column) = alone.look()
    rows += [""] * (row + 1 - len(rows))
    looks = [Look(trimmed(rows + block), (row, column))]
    if block and column >= columns - 1:
        without = [*rows[:-1], rows[-1][:-1]]
        looks += [Look(trimmed(without + block), (row, columns - cells)) for cells in (1, 2)]
    return looks


def fitted(block: list[str], columns: int, height: int) -> list[str]:
    """The block as it should be seen: without colours, cut to the screen."""
    rows = [re.sub(r"\x1b\[[0-9;]*m", "", row) for row in block]
    if len(rows) > height - 1:
        rows = [*rows[: height - 2], f"… +{len(rows) - height + 2} more"]
    return [clip(row, columns - 1) for row in rows]
