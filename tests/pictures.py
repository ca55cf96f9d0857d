"""Makes the README's pictures: the grading screen, and the panel in the middle of a run.

`nox -s pictures` runs this. Both are made by the code that they show.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader.console import console_report
from grader.grading import grade, load_checks
from grader.screen import Terminal
from grader.start import starter
from grader.submission import solution_folder, take
from mca.cli import main as run_agent
from mca.lab import find_lab
from mca.screen import Screen
from mca.student import StudentFiles

PICTURES = Path(__file__).parents[1] / "pictures"
COLUMNS, ROWS = 84, 20
SEED = 7


def main() -> None:
    """Write every picture."""
    PICTURES.mkdir(exist_ok=True)
    save("report", "nox -s grade", grading_screen())
    save("panel", "nox -s play", panel_screen("Now the tests once more"))


def save(name: str, title: str, console: Console) -> None:
    """Write what a console recorded as an SVG that fetches nothing: the reader's own monospace font will do."""
    svg = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title=title, unique_id=name), flags=re.DOTALL)
    (PICTURES / f"{name}.svg").write_text(re.sub(r"\s*\n", "\n", svg), encoding="utf-8")


def recording() -> Console:
    """A console of a fixed size that remembers what it printed and shows nothing."""
    return Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, _environ={})


def grading_screen() -> Console:
    """The report on the untouched starter."""
    lab = find_lab()
    console = recording()
    with starter(None) as start:
        report = grade(lab, take(lab, None), load_checks(lab), start, seed=SEED)
    console.print(console_report(report), highlight=False, markup=False)
    return console


def panel_screen(moment: str) -> Console:
    """The agent's screen with the solution's panel, as it is when the model says `moment`."""
    lab = find_lab()
    written: list[str] = []
    screen = Screen(written.append, tty=True, size=lambda: (COLUMNS, ROWS))
    run_agent([], files=StudentFiles(lab, solution_folder(lab)), screen=screen)
    terminal = Terminal(COLUMNS, ROWS)
    for piece in written:
        terminal.write(piece)
        if moment in "".join(terminal.rows):
            break
    console = recording()
    console.print(Text("\n".join(terminal.rows[-ROWS:])))
    return console


if __name__ == "__main__":
    main()
