"""One request from the first round to a clean screen, with student files that work and such that do not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from mca.cli import main
from mca.lab import Lab
from mca.model import WireModel
from mca.screen import Screen
from mca.student import StudentFiles
from mock_model.__main__ import load_scripts
from mock_model.in_process import InProcess
from mock_model.script import Round, Script, Scripts, call, say
from tests.terminals import Avt

ESC = "\x1b"
ONE_TASK = call("update_todos", items=[{"id": "a", "text": "boil water"}])


class Shown:
    """How a run ended, and what it put on the screen."""

    def __init__(self, status: int, screen: str) -> None:
        self.status, self.screen = status, screen

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        return self.screen.splitlines()

    def on_terminal(self) -> list[str]:
        """The rows that a terminal shows in the end."""
        terminal = Avt(80, 24)
        terminal.write(self.screen)
        return terminal.look().rows


Play = Callable[..., Shown]


@pytest.fixture
def play(lab: Lab) -> Play:
    """Runs a request with the student's files of a folder; the lab's own script if no rounds are given."""

    def play(folder: Path, *said: Round, tty: bool = False, mode: str = "") -> Shown:
        def script(_: Random) -> Script:
            for one in said:  # noqa: UP028 -- a tuple does not take what is sent to a generator
                yield one

        scripts: Scripts = {"": script} if said else load_scripts(lab.folder / "scripts.py")
        wire = InProcess(scripts, mode)
        shown: list[str] = []
        screen = Screen(shown.append, tty=tty, size=lambda: (80, 24))
        model = WireModel(wire.send, wire.receive)
        status = main([], model=model, files=StudentFiles(lab, folder), screen=screen)
        return Shown(status, "".join(shown))

    return play


@pytest.fixture
def spoil(copy_of_solution: Path) -> Callable[[str, str, str], Path]:
    """Replaces a passage in one file of a copy of the solution."""

    def spoil(file: str, old: str, new: str) -> Path:
        place = copy_of_solution / file
        source = place.read_text(encoding="utf-8")
        assert old in source
        place.write_text(source.replace(old, new, 1), encoding="utf-8")
        return copy_of_solution

    return spoil


Spoil = Callable[[str, str, str], Path]


def test_session_shows_the_whole_story(play: Play, solution: Path) -> None:
    """The text, the calls, the list where it changed, and in the last line where the list stands."""
    shown = play(solution, say("Let me plan.\n", ONE_TASK), say("", call("list_files")), say("All done.\n"))

    assert 0 == shown.status
    block = ["── todo 0/1 ".ljust(79, "─"), "[ ] boil water"]
    called = f"* update_todos {ONE_TASK.arguments}"

    assert ["Let me plan.", called, *block, "  the list is at revision 1  (+2 lines)"] == shown.lines[:5]
    assert ["All done.", "answered: list 0/1 done at revision 1; left open: boil water"] == shown.lines[-2:]
    assert 1 == shown.screen.count("── todo")


def test_session_ends_half_written_line(play: Play, solution: Path) -> None:
    """Text that does not end its line is ended before the last line."""
    assert ["Bye", "answered: list 0/0 done at revision 0"] == play(solution, say("Bye")).lines


def test_session_takes_panel_away(play: Play, solution: Path) -> None:
    """On a terminal nothing of the panel is left at the end, and no row of the text is lost."""
    said = [say("Let me plan.\n", ONE_TASK), say("".join(f"line {number}\n" for number in range(30)) + "end")]
    shown = play(solution, *said, tty=True)

    rows = shown.on_terminal()

    assert ESC in shown.screen
    assert [f"line {number}" for number in range(30)] == rows[-32:-2]
    assert ["end", "answered: list 0/1 done at revision 1; left open: boil water"] == rows[-2:]
    assert [] == [row for row in rows if row.startswith("── todo")]


def test_session_gives_screen_back_on_error(play: Play, solution: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When the model cannot go on, the panel is taken away all the same, and one sentence says why."""
    shown = play(solution, say("Let me plan.\n", ONE_TASK), tty=True)

    assert 2 == shown.status
    assert "  the list is at revision 1  (+2 lines)" == shown.on_terminal()[-1]
    assert "mca: the script 'default' has no round 2\n" == capsys.readouterr().err


def test_session_interrupt_ends_the_line(lab: Lab, solution: Path) -> None:
    """Where Ctrl-C comes in the middle of a line, the line is ended, and the last one says so; the status is 130."""
    lines = iter(['{"text": "half a li"}\n'])
    shown: list[str] = []

    def receive() -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    screen = Screen(shown.append, tty=False, size=lambda: (80, 24))
    status = main([], model=WireModel(lambda _: None, receive), files=StudentFiles(lab, solution), screen=screen)

    assert 130 == status
    assert "half a li\ninterrupted: list 0/0 done at revision 0\n" == "".join(shown)


@pytest.mark.parametrize(
    ("mode", "status", "last"),
    [
        ("", 0, "answered: list 3/3 done at revision 6"),
        ("loop", 1, "stalled: list 0/3 done at revision 1; left open: "),
        ("circle", 1, "stalled: list 0/3 done at revision 2; left open: "),
        ("reopen", 1, "stalled: list 0/3 done at revision "),
        ("no_list", 0, "answered: list 0/0 done at revision 0"),
    ],
)
def test_session_status_says_the_end(play: Play, solution: Path, mode: str, status: int, last: str) -> None:
    """Only an answer is success, and the last line says why it ended and where the list stands."""
    shown = play(solution, mode=mode)

    assert status == shown.status
    assert shown.lines[-1].startswith(last)


@pytest.mark.parametrize("file", ["list.py", "tool.py", "panel.py", "stall.py", "intervention.py"])
@pytest.mark.parametrize("tty", [True, False])
def test_session_runs_without_a_file(play: Play, copy_of_solution: Path, file: str, tty: bool) -> None:
    """A file that cannot be imported is named in a line, and the job is done without it."""
    (copy_of_solution / file).write_text("raise ValueError('not today')\n", encoding="utf-8")

    shown = play(copy_of_solution, tty=tty)

    assert 0 == shown.status
    assert any(row.startswith(f"(todo/{file}: ValueError: not today)") for row in shown.on_terminal())
    assert any("`text` writes the seconds" in row for row in shown.on_terminal())


def test_session_names_a_fault_once(play: Play, spoil: Spoil) -> None:
    """A method that raises each time is named once, where it first did, and the job goes on."""
    shown = play(spoil("stall.py", "        again = [", "        raise ValueError('oh')\n        again = ["))

    assert 0 == shown.status
    assert 1 == shown.screen.count("(todo/stall.py: ValueError: oh)")


def test_session_shows_unwritten_parts(play: Play, starter_files: Path) -> None:
    """What is not written yet is named as such, and the model is told that it must do without."""
    shown = play(starter_files)

    assert 0 == shown.status
    assert "(todo/tool.py: not written yet)" in shown.lines
    assert "! `update_todos` does not work like that; go on without it" in shown.lines


def test_session_prints_list_without_panel(play: Play, spoil: Spoil) -> None:
    """Where the panel is at fault, the list is printed between the lines instead, terminal or not."""
    folder = spoil("panel.py", "        columns, height = self._size()", "        raise ValueError('oh')")

    shown = play(folder, say("Let me plan.\n", ONE_TASK), say("Bye.\n"), tty=True)

    assert "(todo/panel.py: ValueError: oh)" in shown.on_terminal()
    assert "[ ] boil water" in shown.on_terminal()


def test_session_keeps_text_of_broken_panel(play: Play, spoil: Spoil) -> None:
    """No text is lost when the panel raises instead of writing it."""
    folder = spoil("panel.py", "            out(erased", "            raise ValueError('oh')\n            out(")

    shown = play(folder, say("Let me plan.\n"), tty=True)

    assert "Let me plan." in "".join(line for line in shown.lines if "ValueError" not in line)


def test_session_names_fault_at_the_end(play: Play, spoil: Spoil) -> None:
    """A panel that raises when it is taken away is named, too."""
    folder = spoil(
        "panel.py", "        if not self._printer:", "        raise ValueError('oh')\n        if not self._printer:"
    )

    assert "(todo/panel.py: ValueError: oh)" in play(folder, say("Bye.\n")).lines


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("list.py", "        return sum(item", "        return 1 // 0 + sum(item"),
        ("list.py", "        return self._revision", "        raise NotImplementedError"),
        ("list.py", "    def items(self)", "    def entries(self)"),
        ("tool.py", "        return text\n", "        return outcome\n"),
        ("tool.py", "DESCRIPTION, UpdateTodos, run", "DESCRIPTION, dict, run"),
        (
            "stall.py",
            "        again = [",
            "        from mca.exceptions import ToolError\n        raise ToolError('oh')\n        again = [",
        ),
    ],
    ids=["counts", "revision", "items", "not a string", "not a model", "tool error"],
)
def test_session_survives_any_fault(play: Play, spoil: Spoil, file: str, old: str, new: str) -> None:
    """Whatever is wrong with a student's file, it is named in a line, and the run comes to an end."""
    shown = play(spoil(file, old, new))

    assert shown.status in {0, 1}
    assert any(line.startswith(f"(todo/{file}: ") for line in shown.lines)


@pytest.mark.parametrize("raw", ["\x1b[2J", "\x9b2J", "\x07", "\u202e"])
@pytest.mark.parametrize("tty", [True, False])
def test_session_lets_no_task_drive_terminal(play: Play, solution: Path, raw: str, tty: bool) -> None:
    """A task's text with control characters in it reaches neither terminal nor file with them."""
    task = call("update_todos", items=[{"id": "a", "text": f"boil {raw}water"}])

    shown = play(solution, say("Let me plan.\n", task), say("Bye.\n"), tty=tty)

    assert raw not in shown.screen


def test_session_ends_in_one_line(play: Play, solution: Path) -> None:
    """The last line is one line, whatever the tasks are called."""
    task = call("update_todos", items=[{"id": "a", "text": "boil\nwater"}])

    assert (
        "answered: list 0/1 done at revision 1; left open: boil water"
        == play(solution, say("", task), say("Bye.\n")).lines[-1]
    )


@pytest.mark.skipif(os.name == "nt", reason="it needs a pseudo-terminal")
def test_prompt_shows_no_control_characters(solution: Path, tmp_path: Path) -> None:
    """A call cannot drive the terminal at which it is to be approved, nor reorder what is read there."""
    source = (
        "import sys\n"
        "from pathlib import Path\n"
        "from mca.cli import main\n"
        "from mca.lab import find_lab\n"
        "from mca.model import WireModel\n"
        "from mca.screen import Screen\n"
        "from mca.student import StudentFiles\n"
        "from mock_model.in_process import InProcess\n"
        "from mock_model.script import Call, say\n"
        "def script(_):\n"
        """    yield say("", Call("run_command", '{"command": "ls \\u202e\\x9b2J"}'))\n"""
        "    yield say('Bye.')\n"
        "wire = InProcess({'': script})\n"
        "screen = Screen(sys.stdout.write, tty=True, size=lambda: (80, 24))\n"
        "files = StudentFiles(find_lab(), Path(sys.argv[1]))\n"
        "model = WireModel(wire.send, wire.receive)\n"
        "main(['--workspace', sys.argv[2]], model=model, files=files, screen=screen)\n"
    )
    master, slave = os.openpty()
    os.write(master, b"n\n")
    ended = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", source, str(solution), str(tmp_path)],
        stdin=slave,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=20,
    )
    os.close(master)
    os.close(slave)

    assert "allow run_command" in ended.stdout
    assert "was not allowed by the user" in ended.stdout
    assert [] == [character for character in "\u202e\x9b" if character in ended.stdout]
