"""Makes the pictures of the README and the lesson: each screen that a student sees.

`nox -s pictures` runs this. They are made by the code that they show.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from grader.child import Starter
from grader.commands.hint import open_hints
from grader.commands.watch import MENU
from grader.console import console_report
from grader.grading import grade, load_checks
from grader.known import known_submissions
from grader.progress import ExerciseProgress, Progress
from grader.report import Report
from grader.screen import Terminal
from grader.start import starter
from grader.starter import starter_source
from grader.submission import Submission, solution_folder, take
from mca.cli import main as run_agent
from mca.lab import Lab, find_lab
from mca.screen import Screen
from mca.student import StudentFiles

PICTURES = Path(__file__).parents[1] / "pictures"
COLUMNS, ROWS = 84, 20
SEED = 7


def main() -> None:
    """Write every picture."""
    PICTURES.mkdir(exist_ok=True)
    lab = find_lab()
    with starter(None) as start:
        first, better, done = student_reports(lab, start)
    save("report", "nox -s grade", shown(console_report(first)))
    save("watch", "nox -s watch", shown(console_report(better), Text(f"\n{MENU}", "dim")))
    save("done", "nox -s grade", shown(console_report(done)))
    save("hint", "nox -s hint -- 3", shown(*open_hints(lab, lab.exercises[2], ExerciseProgress(hints=2))))
    save("panel", "nox -s play", agent_screen(solution_folder(lab), "Now the tests once more"))
    save("torn", "nox -s play, with the naive panel", agent_screen(naive_files(lab), "Now the tests once more"))


def save(name: str, title: str, console: Console) -> None:
    """Write what a console recorded as an SVG that fetches nothing: the reader's own monospace font will do."""
    svg = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title=title, unique_id=name), flags=re.DOTALL)
    (PICTURES / f"{name}.svg").write_text(re.sub(r"\s*\n", "\n", svg), encoding="utf-8")


def recording() -> Console:
    """A console of a fixed size that remembers what it printed and shows nothing."""
    return Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, _environ={})


def shown(*parts: RenderableType) -> Console:
    """A console that has printed some parts."""
    console = recording()
    for part in parts:
        console.print(part, highlight=False, markup=False)
    return console


def student_reports(lab: Lab, start: Starter) -> Iterator[Report]:
    """What a student sees who grades the starter, then the first exercise done, then all of them."""
    untouched = {exercise.name: starter_source(lab, exercise).encode() for exercise in lab.exercises}
    solution = take(lab, solution_folder(lab)).sources
    progress = Progress()
    for sources in (untouched, untouched | {"list": solution["list"]}, solution):
        submission = Submission(lab.student_folder, sources, {})
        report = grade(lab, submission, load_checks(lab), start, seed=SEED)
        gain = progress.record(lab, submission, report, len(report.checks))
        answers = "" if report.lost else f"solutions/{lab.slug}"
        yield report.model_copy(update={"gain": gain, "solution": answers})


def naive_files(lab: Lab) -> Path:
    """The solution, with the panel that is everybody's first idea."""
    naive = next(each for each in known_submissions(lab, "wrong") if each.name == "wrong/naive_save_and_restore")
    folder = Path(tempfile.mkdtemp())
    for name, source in naive.submission.sources.items():
        (folder / f"{name}.py").write_bytes(source)
    return folder


def agent_screen(files: Path, moment: str) -> Console:
    """The agent's screen with somebody's panel, as it is when the model says `moment`."""
    lab = find_lab()
    written: list[str] = []
    screen = Screen(written.append, tty=True, size=lambda: (COLUMNS, ROWS))
    run_agent([], files=StudentFiles(lab, files), screen=screen)
    terminal = Terminal(COLUMNS, ROWS)
    for piece in written:
        terminal.write(piece)
        if moment in "".join(terminal.rows):
            break
    return shown(Text("\n".join(terminal.rows[-ROWS:])))


if __name__ == "__main__":
    main()
