"""`python -m mca` as a command: what it prints, what it leaves alone, and how it exits."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mca.lab import Lab
from tests.conftest import ROOT

MODES = "bad_arguments, circle, loop, no_list, reopen, two_in_progress"
POSIX = pytest.mark.skipif(os.name == "nt", reason="it is about POSIX signals")
IN_TMUX = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

Ended = subprocess.CompletedProcess[bytes]


def environment(**variables: str) -> dict[str, str]:
    """This process's environment without what would change a run, and with some variables of its own."""
    unwanted = {"CI", "INJECT", "MOCK", "COLUMNS", "LINES", "PYTHONIOENCODING"}
    return {key: value for key, value in os.environ.items() if key not in unwanted} | variables


def mca(*arguments: object, **variables: str) -> Ended:
    """A run of the command in the project's folder, with nobody at a terminal."""
    command = [sys.executable, "-m", "mca", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, env=environment(**variables), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )


def lines(ended: Ended) -> list[str]:
    """What a run printed, with the name of its throwaway folder made the same."""
    return re.sub(r"mca-\w{8}\b", "mca-folder", ended.stdout.decode()).splitlines()


def refusal(*arguments: object, **variables: str) -> str:
    """The one sentence that a run which cannot begin has for the error stream."""
    ended = mca(*arguments, **variables)
    assert (2, b"") == (ended.returncode, ended.stdout)
    sentence = ended.stderr.decode()
    assert sentence.startswith("mca: ")
    assert "Traceback" not in sentence
    assert 1 == len(sentence.splitlines())
    return sentence.removeprefix("mca: ").rstrip()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, except bytecode that other programs leave."""
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def panel_rows(rows: list[str]) -> list[str]:
    """The rows that only a panel has; a tool's result is set in."""
    return [row for row in rows if row.startswith(("──", "[ ]", "[>]", "[x]"))]


@pytest.fixture(scope="module")
def folder() -> Path:
    """The reference solution, as a person names it on the command line."""
    return Path("solutions", "day_10_todo_tracking")


@pytest.fixture(scope="module")
def ended(folder: Path) -> Ended:
    """A run of the default script."""
    return mca("--student-files", folder)


@pytest.fixture
def project(lab: Lab, tmp_path: Path) -> Path:
    """A folder of the user's with a copy of the sample project."""
    return Path(shutil.copytree(lab.folder / "sample_project", tmp_path / "project"))


def test_cli_does_the_job(ended: Ended) -> None:
    """The default run comes to an answer with every task done, and says nothing on the error stream."""
    assert (0, b"") == (ended.returncode, ended.stderr)
    assert "answered: list 3/3 done at revision 6" == lines(ended)[-1]
    assert ["todo 0/3", "todo 1/3", "todo 1/3", "todo 2/3", "todo 2/3", "todo 3/3"] == [
        line[3:11] for line in lines(ended) if line.startswith("── todo")
    ]


def test_cli_output_has_no_controls(ended: Ended) -> None:
    """In a pipe or a file there is no control character but the line end."""
    assert [] == [byte for byte in ended.stdout if byte < 0x20 and byte != 0x0A]


@POSIX
def test_cli_writes_plain_file(folder: Path, tmp_path: Path, ended: Ended) -> None:
    """Redirected by a shell, the output is the same as in a pipe, and holds no ESC byte."""
    command = (
        f"{shlex.quote(sys.executable)} -m mca --student-files {folder} > {shlex.quote(str(tmp_path / 'out.txt'))}"
    )
    subprocess.run(command, shell=True, cwd=ROOT, env=environment(TERM="xterm"), check=True)  # noqa: S602 -- a shell's redirection is what this is about

    written = (tmp_path / "out.txt").read_bytes()

    assert b"\x1b" not in written
    assert lines(ended) == re.sub(r"mca-\w{8}\b", "mca-folder", written.decode()).splitlines()


def test_cli_prints_same_again(ended: Ended, folder: Path) -> None:
    """A second run with the same arguments prints the same."""
    assert lines(ended) == lines(mca("--student-files", folder))


def test_cli_injected_prints_same_again(folder: Path) -> None:
    """So does a run that goes wrong, with its drawn tasks."""
    first, second = (mca("--student-files", folder, INJECT="reopen") for _ in range(2))

    assert lines(first) == lines(second)


def test_cli_loop_is_stopped(folder: Path) -> None:
    """Of a model in a loop one call is blocked, then it is reminded, and since that does not help, stopped."""
    ended = mca("--student-files", folder, INJECT="loop")

    assert (1, b"") == (ended.returncode, ended.stderr)
    signs = ("* read_file", "blocked: read_file: ", "(system reminder) ", "stalled: reminded once", "stalled: list")
    seen = [sign for line in lines(ended) for sign in signs if line.startswith(sign)]

    assert [*signs[:1] * 2, signs[1], signs[2], signs[1], signs[3], signs[4]] == seen
    assert lines(ended)[-1].startswith("stalled: list 0/3 done at revision 1; left open: ")


def test_cli_circle_is_stopped(folder: Path) -> None:
    """A model that does something else every round and gets nowhere is stopped without any blocked call."""
    ended = mca("--student-files", folder, INJECT="circle")

    assert (1, b"") == (ended.returncode, ended.stderr)
    assert b"blocked" not in ended.stdout
    assert 4 == len([line for line in lines(ended) if line.startswith("* read_file")])
    assert lines(ended)[-1].startswith("stalled: list 0/3 done at revision 2; left open: ")


def test_cli_bad_arguments_are_explained(folder: Path) -> None:
    """Each way to get arguments wrong is answered with the value and what is allowed; then the list is in order."""
    ended = mca("--student-files", folder, INJECT="bad_arguments")

    failures = [line for line in lines(ended) if line.startswith("! ")]

    assert 0 == ended.returncode
    assert "`steps` is not an argument; allowed here: `items`, `id`, `status`" in failures[1]
    assert 'not JSON: \'{"items": [' in failures[0]
    assert "Input should be a valid array" in failures[2]
    assert "has state 'doing'; allowed: pending, in_progress, done" in failures[3]
    assert "send either `items` alone, or `id` together with `status`" in failures[5]
    assert lines(ended)[-1].startswith("answered: list 0/3 done at revision 1; ")


def test_cli_unknown_mode_is_refused(folder: Path) -> None:
    """An `INJECT` that is no mode is quoted, with the modes that there are."""
    assert f"INJECT='lop' is no mode of this lab; the modes are {MODES}, or leave it unset" == refusal(
        "--student-files", folder, INJECT="lop"
    )


@pytest.mark.parametrize(
    ("arguments", "variables", "says"),
    [
        (["--lab", "day_99"], {}, "there is no lab 'day_99'; the labs are "),
        (["--workspace", "README.md"], {}, "--workspace 'README.md' is not a folder"),
        (["--workspace", "no/folder"], {}, f"--workspace {str(Path('no/folder'))!r} is not a folder"),
        (["--student-files", "README.md"], {}, "'README.md' is not a folder; a submission is a folder that holds "),
        ([], {"MOCK": "0"}, "MOCK='0': only MOCK=1, the scripted model, comes with this course"),
    ],
)
def test_cli_misuse_is_one_sentence(arguments: list[str], variables: dict[str, str], says: str) -> None:
    """What cannot be used is quoted in one sentence, and nothing is begun."""
    assert refusal(*arguments, **variables).startswith(says)


def test_cli_needs_student_files(tmp_path: Path) -> None:
    """A folder without any of the files is quoted, with the files that it should hold."""
    assert (
        f"{str(tmp_path)!r} holds none of list.py, tool.py, panel.py, stall.py, intervention.py, "
        "nor does a folder 'todo' in it"
    ) == refusal("--student-files", tmp_path)


def test_cli_unknown_option_is_refused() -> None:
    """An option that is not there is refused with the usage."""
    ended = mca("--workspaces", ".")

    assert (2, b"") == (ended.returncode, ended.stdout)
    assert b"--workspaces" in ended.stderr
    assert b"usage: python -m mca" in ended.stderr


def test_cli_defaults_can_be_said(folder: Path, ended: Ended) -> None:
    """The lab, its request and `MOCK=1` are what is meant anyway when they are left out."""
    said = mca("fix the failing test", "--lab", "day_10_todo_tracking", "--student-files", folder, MOCK="1")

    assert lines(ended) == lines(said)


def test_cli_asks_before_it_changes(folder: Path, project: Path) -> None:
    """In a folder of the user's, with nobody to ask, edits and commands are refused and no file is changed."""
    before = contents(project)

    ended = mca("--student-files", folder, "--workspace", project)

    assert before == contents(project)
    assert 0 == ended.returncode
    for name in ("edit_file", "run_command"):
        assert f"{name} needs approval and there is no terminal to ask at; --yes allows it" in lines(ended)
        assert f"! `{name}` was not allowed by the user" in lines(ended)
        assert [] == [line for line in lines(ended) if line.startswith(f"* {name}")]

    assert '* read_file {"path": "durations.py"}' in lines(ended)


def test_cli_yes_allows_changes(folder: Path, project: Path) -> None:
    """With `--yes` the folder's files are changed, nobody is asked, and nothing else is left in it."""
    before = contents(project)

    ended = mca("--student-files", folder, "--workspace", project, "--yes")

    assert 0 == ended.returncode
    assert b"needs approval" not in ended.stdout
    after = contents(project)

    assert {"durations.py"} == {name for name in before | after if before.get(name) != after.get(name)}
    assert b"{seconds % 60:02}" in after["durations.py"]
    assert not (project / "__pycache__").exists()


@pytest.mark.parametrize("arguments", [[], ["--yes"]])
def test_cli_leaves_sample_alone(lab: Lab, folder: Path, tmp_path: Path, arguments: list[str]) -> None:
    """A run without a folder of its own works in a copy that is gone afterwards; the lab's sample stays as it is."""
    before = contents(lab.folder)

    ended = mca("--student-files", folder, *arguments, TMPDIR=str(tmp_path), TEMP=str(tmp_path), TMP=str(tmp_path))

    assert b"edited durations.py" in ended.stdout
    assert before == contents(lab.folder)
    assert [] == list(tmp_path.iterdir())


def test_cli_takes_the_labs_own_files(lab: Lab) -> None:
    """Without a folder of student files, the lab's own are taken."""
    assert lines(mca("--student-files", lab.student_folder)) == lines(mca())


def test_cli_leaves_no_bytecode(copy_of_solution: Path) -> None:
    """A run leaves nothing in the folder with the student's files."""
    before = sorted(path.name for path in copy_of_solution.iterdir())
    variables = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}

    assert 0 == mca("--student-files", copy_of_solution, **variables).returncode
    assert before == sorted(path.name for path in copy_of_solution.iterdir())


def test_cli_runs_from_anywhere(tmp_path: Path, solution: Path) -> None:
    """The command does not depend on the folder that it is started in."""
    command = [sys.executable, "-m", "mca", "--student-files", str(solution)]
    ended = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, check=False)

    assert (0, b"") == (ended.returncode, ended.stderr)
    assert [] == list(tmp_path.iterdir())


@POSIX
def test_cli_reader_may_leave(folder: Path) -> None:
    """When the reader of a pipe is gone, the run ends without a traceback."""
    command = [sys.executable, "-m", "mca", "--student-files", str(folder)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()

    assert b"" == said
    assert 1 == process.returncode


def test_cli_writes_in_narrow_encoding(folder: Path, ended: Ended) -> None:
    """Where the output's encoding has not every character, the run goes on without them."""
    other = mca("--student-files", folder, PYTHONIOENCODING="cp1252")

    assert (0, b"") == (other.returncode, other.stderr)
    assert len(lines(ended)) == len(other.stdout.splitlines())


@POSIX
def test_cli_interrupt_in_a_pipe(folder: Path, tmp_path: Path) -> None:
    """An interrupt ends a slow run with status 130, its last line says so, and its copy is gone."""
    command = [sys.executable, "-m", "mca", "--student-files", str(folder), "--slow"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(TMPDIR=str(tmp_path)), stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("── todo 0/3"):
                break
        process.send_signal(signal.SIGINT)
        last = process.stdout.read().splitlines()[-1]

    assert 130 == process.returncode
    assert last.startswith("interrupted: list 0/3 done at revision 1; left open: ")
    assert [] == list(tmp_path.iterdir())


class Window:
    """A window of tmux in which the command runs; it stays open when the command has ended."""

    def __init__(self, place: Path, *arguments: object, size: tuple[int, int] = (80, 24)) -> None:
        self._tmux = ["tmux", "-S", str(place / "socket"), "-f", "/dev/null"]
        self._status = place / "status"
        columns, rows = map(str, size)
        unset = [f"--unset={name}" for name in ("CI", "INJECT", "MOCK", "COLUMNS", "LINES")]
        command = shlex.join(["env", *unset, sys.executable, "-m", "mca", *map(str, arguments)])
        # The shell notes the exit status, since tmux now and then misses a process that has ended.
        note = f"trap : INT; {command}; echo $? > {shlex.quote(str(self._status))}; sleep 60"
        # The status row must be off before the session is there whose size counts.
        self._run("new-session", "-d", "-s", "first", "sleep 60", ";", "set", "-g", "status", "off")
        self._run("new-session", "-d", "-s", "run", "-c", str(ROOT), "-x", columns, "-y", rows, note)

    def press(self, *keys: str) -> None:
        """Press some keys."""
        self._run("send-keys", "-t", "run", *keys)

    def rows(self) -> list[str]:
        """Every row, scrollback included, without blanks at the end."""
        rows = self._run("capture-pane", "-t", "run", "-p", "-S", "-", "-E", "-").rstrip().split("\n")
        return [row.rstrip() for row in rows]

    def wait_for(self, what: Callable[[list[str]], object]) -> list[str]:
        """The rows, once they show something."""
        end = time.monotonic() + 10
        while not what(rows := self.rows()):
            assert time.monotonic() < end, "\n".join(rows)
            time.sleep(0.02)
        return rows

    def status(self) -> int:
        """The exit status, once the command has ended."""
        self.wait_for(lambda _: self._status.exists() and self._status.read_text(encoding="utf-8").strip())
        return int(self._status.read_text(encoding="utf-8"))

    def close(self) -> None:
        """End the server of this window."""
        self._run("kill-server")

    def _run(self, *arguments: str) -> str:
        return subprocess.run([*self._tmux, *arguments], capture_output=True, text=True, check=True).stdout.rstrip("\n")


Open = Callable[..., Window]


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Open]:
    """Opens windows that are closed after the test."""
    opened: list[Window] = []

    def open_one(*arguments: object, size: tuple[int, int] = (80, 24)) -> Window:
        place = tmp_path / f"window-{len(opened)}"
        place.mkdir()
        opened.append(Window(place, *arguments, size=size))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def run_together(rows: list[str]) -> str:
    """Rows as one text without blanks, in which a line that was wrapped can be found."""
    return "".join("".join(row.split()) for row in rows)


@IN_TMUX
def test_cli_panel_is_gone_at_end(window: Open, folder: Path, ended: Ended) -> None:
    """On a small terminal the panel stays below the text while it runs; in the end there is the whole text alone."""
    one = window("--student-files", folder, "--slow", size=(50, 10))
    rows = one.wait_for(lambda rows: any(row.startswith("── todo 1/3") for row in rows))

    assert ["── todo 1/3", "[x] find"] == [rows[-4][:11], rows[-3][:8]]
    assert rows[-4:] == panel_rows(rows)
    assert 0 == one.status()

    rows = one.rows()

    assert [] == panel_rows(rows)
    assert "answered: list 3/3 done at revision 6" == rows[-1]
    text = [line for line in lines(ended) if line not in panel_rows([line]) and "mca-folder" not in line]

    assert [] == [line for line in text if run_together([line]) not in run_together(rows)]


@IN_TMUX
@pytest.mark.parametrize(("size", "sign"), [((80, 24), "First the failing"), ((80, 10), "`text` writes the")])
def test_cli_interrupt_leaves_no_panel(window: Open, folder: Path, size: tuple[int, int], sign: str) -> None:
    """Ctrl-C in the middle exits with 130, takes the panel away and leaves the text that was there, and no other."""
    one = window("--student-files", folder, "--slow", size=size)
    before = one.wait_for(lambda rows: any(row.startswith(sign) for row in rows))

    assert 4 == len(panel_rows(before))
    one.press("C-c")

    assert 130 == one.status()
    rows = one.rows()

    assert [] == panel_rows(rows)
    assert "interrupted:list" in run_together(rows)
    assert "Traceback" not in run_together(rows)
    text = [row for row in before if row not in panel_rows(before)]

    assert run_together(rows).startswith(run_together(text))


@IN_TMUX
@pytest.mark.parametrize(("answer", "changed"), [("y", True), ("YES", True), ("", False), ("yup", False)])
def test_cli_prompt_decides(window: Open, folder: Path, project: Path, answer: str, changed: bool) -> None:
    """At a terminal each change waits for an answer, with the panel out of the way; only a yes is a yes."""
    before = contents(project)
    one = window("--student-files", folder, "--workspace", project)
    rows = one.wait_for(lambda rows: "[y/N]" in rows[-1])

    assert 'allow run_command {"command": "python test_durations.py"}? [y/N]' == rows[-1]
    assert [] == panel_rows(rows)
    one.press("n", "Enter")
    one.wait_for(lambda rows: any(row.startswith("allow edit_file") for row in rows))

    assert before == contents(project)
    one.press(answer, "Enter")
    one.wait_for(lambda rows: 2 == sum(row.startswith("allow run_command") for row in rows))

    assert changed == (b":02}" in contents(project)["durations.py"])
    assert changed == (before != contents(project))
    one.press("n", "Enter")

    assert 0 == one.status()
    assert [] == panel_rows(one.rows())


@IN_TMUX
@pytest.mark.parametrize(("key", "follows"), [("C-c", "interrupted: list 0/3"), ("C-d", "! `run")])
def test_cli_prompt_ends_its_line(window: Open, folder: Path, project: Path, key: str, follows: str) -> None:
    """What follows a prompt that was left by Ctrl-C or Ctrl-D stands on a line of its own."""
    one = window("--student-files", folder, "--workspace", project)
    one.wait_for(lambda rows: "[y/N]" in rows[-1])
    one.press(key)
    rows = one.wait_for(lambda rows: any(follows in row for row in rows))

    prompt = next(number for number, row in enumerate(rows) if "[y/N]" in row)

    assert rows[prompt].removesuffix(" ^C").endswith("[y/N]")
    assert rows[prompt + 1].startswith(follows)


def test_cli_reports_what_was_kept(lab: Lab, folder: Path, tmp_path: Path) -> None:
    """`--report` writes what the lab has kept, or says that it keeps nothing; `-` shows it; no place, one sentence."""
    place = tmp_path / "report.md"

    kept = mca("--lab", "belief_ledger", "--student-files", "solutions/belief_ledger", "--report", place)
    shown = mca("--student-files", folder, "--report", "-")
    nowhere = mca("--student-files", folder, "--report", tmp_path / "missing" / "report.md")

    assert (0, True) == (kept.returncode, place.read_text(encoding="utf-8").startswith("# "))
    assert f"{lab.title} keeps nothing" in lines(shown)[-1]
    assert (2, 1) == (nowhere.returncode, nowhere.stderr.count(b"\n"))
    assert b"cannot be written" in nowhere.stderr
