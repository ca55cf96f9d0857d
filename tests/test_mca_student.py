"""A student's files: each imported by itself, faults named and kept, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mca.exceptions import LabError, StudentFault
from mca.lab import Lab
from mca.plugin import Plugin
from mca.student import StudentFiles, described, plug
from mca.tools import Tool, Workspace


class Mute(Exception):
    """An exception that will not be shown."""

    def __str__(self) -> str:
        raise RuntimeError("no")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A student's folder with two files that work and one that does not."""
    (tmp_path / "list.py").write_text("def double(x):\n    return 2 * x\n", encoding="utf-8")
    (tmp_path / "tool.py").write_text("from .list import double\n\nSIX = double(3)\n", encoding="utf-8")
    (tmp_path / "panel.py").write_text("def broken(:\n", encoding="utf-8")
    return tmp_path


def raising(error: BaseException) -> Callable[[], None]:
    """A function that raises."""

    def function() -> None:
        raise error

    return function


def test_student_files_import_each_other(lab: Lab, folder: Path) -> None:
    """A file imports its neighbours by dots, wherever the folder lies."""
    assert 6 == StudentFiles(lab, folder).load("tool").SIX


def test_student_files_import_given_ones(lab: Lab, folder: Path) -> None:
    """A file imports the lab's given files by dots, although they lie elsewhere."""
    (folder / "stall.py").write_text("from ..rows import MARKS\n", encoding="utf-8")

    assert "[x]" == StudentFiles(lab, folder).load("stall").MARKS["done"]


def test_student_module_lies_in_folder(lab: Lab, folder: Path) -> None:
    """What is imported is the file of that folder, as part of the lab's own package."""
    module = StudentFiles(lab, folder).load("list")

    assert str(folder / "list.py") == module.__file__
    assert f"{lab.slug}.{lab.package}.list" == module.__name__


def test_student_load_raises_what_happens(lab: Lab, folder: Path) -> None:
    """Loading a file raises whatever importing it raises."""
    with pytest.raises(SyntaxError):
        StudentFiles(lab, folder).load("panel")


def test_broken_file_spares_the_others(lab: Lab, folder: Path) -> None:
    """A file that cannot be imported is a fault of its own and costs no other file."""
    files = StudentFiles(lab, folder)

    made = [files.make(name, lambda module: module.__name__[-4:]) for name in ("panel", "list", "tool")]

    assert [None, "list", "tool"] == made
    assert ["panel"] == [fault.file for fault in files.faults]
    assert str(files.faults[0]).startswith("todo/panel.py: SyntaxError: ")


def test_missing_file_is_a_fault(lab: Lab, folder: Path) -> None:
    """A file that is not there makes nothing, and is named."""
    files = StudentFiles(lab, folder)

    assert files.make("stall", lambda _: 1) is None
    assert ["stall"] == [fault.file for fault in files.faults]


def test_unnamed_file_is_not_imported(lab: Lab, folder: Path) -> None:
    """A file that does not exist for this run makes nothing, is not imported and is no fault."""
    told: list[str | None] = []
    files = StudentFiles(lab, folder, ["list"], importing=told.append)

    assert files.make("panel", lambda _: 1) is None
    assert files.make("tool", lambda _: 1) is None
    assert [] == files.faults
    assert [] == told
    assert 1 == files.make("list", lambda _: 1)


def test_importing_is_announced(lab: Lab, folder: Path) -> None:
    """It is told which file is about to be imported, and when that is over."""
    told: list[str | None] = []
    files = StudentFiles(lab, folder, importing=told.append)
    files.make("tool", lambda _: told.append("made"))
    files.make("panel", lambda _: told.append("made"))

    assert ["tool", None, "made", "panel"] == told


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ValueError("not\n  good"), "ValueError: not good"),
        (KeyError("a"), "KeyError: 'a'"),
        (AssertionError(), "AssertionError"),
        (SystemExit(3), "SystemExit: 3"),
        (NotImplementedError("exercise 2"), "not written yet"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (Mute(), "Mute: (its text cannot be shown)"),
    ],
)
def test_fault_is_kept_or_raised(lab: Lab, folder: Path, error: BaseException, says: str) -> None:
    """What a file raises is kept with its file and in one line; a strict run ends with it."""
    kind, strict = StudentFiles(lab, folder), StudentFiles(lab, folder, strict=True)

    assert kind.call("stall", raising(error)) is None
    assert [("stall", f"todo/stall.py: {says}")] == [(fault.file, str(fault)) for fault in kind.faults]
    with pytest.raises(StudentFault) as caught:
        strict.call("stall", raising(error))

    assert ("stall", f"todo/stall.py: {says}") == (caught.value.file, str(caught.value))
    assert error is caught.value.__cause__
    assert [] == strict.faults


@pytest.mark.parametrize("strict", [True, False])
def test_inner_fault_keeps_its_file(lab: Lab, folder: Path, strict: bool) -> None:
    """A fault of one file that comes up through another one stays the first one's."""
    files = StudentFiles(lab, folder, strict=strict)
    inner = raising(StudentFault("list", "todo/list.py: ValueError"))

    with pytest.raises(StudentFault) as caught:
        files.call("tool", inner)

    assert "list" == caught.value.file


@pytest.mark.parametrize("strict", [True, False])
def test_lab_error_is_a_fault(lab: Lab, folder: Path, strict: bool) -> None:
    """An error of the agent's that is no `ToolError` is the file's fault when a student's file raises it."""
    files = StudentFiles(lab, folder, strict=strict)
    says = ""
    try:
        files.call("stall", raising(LabError("no lab")))
        says = str(files.faults[0])
    except StudentFault as fault:
        says = str(fault)

    assert "todo/stall.py: LabError: no lab" == says


def test_interrupt_is_no_fault(lab: Lab, folder: Path) -> None:
    """A Ctrl-C inside a student's file ends the run and is not blamed on the file."""
    files = StudentFiles(lab, folder)

    with pytest.raises(KeyboardInterrupt):
        files.call("stall", raising(KeyboardInterrupt()))

    assert [] == files.faults


def test_call_returns_the_answer(lab: Lab, folder: Path) -> None:
    """A call that works returns what the function returns, and is no fault."""
    files = StudentFiles(lab, folder)

    def function(one: int, *, two: int) -> list[int]:
        return [one, two]

    assert [1, 2] == files.call("list", function, 1, two=2)
    assert [] == files.faults


def test_same_fault_kept_once(lab: Lab, folder: Path) -> None:
    """A fault that comes again is not kept again; another one of the same file is."""
    files = StudentFiles(lab, folder)
    for text in ("a", "a", "b", "a"):
        files.call("stall", raising(ValueError(text)))

    assert ["todo/stall.py: ValueError: a", "todo/stall.py: ValueError: b"] == [str(fault) for fault in files.faults]


def test_works_until_fault_is_known(lab: Lab, folder: Path) -> None:
    """A file works as long as no fault of it is known; a fault of another file does not count."""
    files = StudentFiles(lab, folder)
    before = files.works("stall"), files.works("panel")
    files.call("stall", raising(ValueError()))

    assert (True, True) == before
    assert (False, True) == (files.works("stall"), files.works("panel"))


def test_mounting_replaces_the_former(lab: Lab, folder: Path, tmp_path: Path) -> None:
    """Once another folder is mounted, nothing of the former one is imported any more."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "list.py").write_text("def double(x):\n    return 20 * x\n", encoding="utf-8")
    (other / "tool.py").write_text("from .list import double\n\nSIX = double(3)\n", encoding="utf-8")

    first = StudentFiles(lab, folder).load("tool").SIX
    second = StudentFiles(lab, other)
    answers = second.load("tool").SIX, second.make("panel", lambda _: 1)

    assert (6, 60, None) == (first, *answers)
    assert "No module named" in str(second.faults[0])
    assert 6 == StudentFiles(lab, folder).load("tool").SIX


def test_mounting_sees_changed_files(lab: Lab, folder: Path) -> None:
    """Mounting the same folder again sees what was written in it meanwhile, a new file included."""
    before = folder.stat().st_mtime_ns
    StudentFiles(lab, folder).load("list")
    (folder / "list.py").write_text("X = 1\n", encoding="utf-8")
    (folder / "stall.py").write_text("Y = 2\n", encoding="utf-8")
    os.utime(folder, ns=(before, before))  # as if all of it had happened within one tick of the file system's clock
    files = StudentFiles(lab, folder)

    assert 1 == files.load("list").X
    assert 2 == files.load("stall").Y


def test_neighbours_do_not_shadow(lab: Lab, folder: Path) -> None:
    """A file named like one of the standard library is not imported in its place."""
    (folder / "random.py").write_text("raise SystemExit('shadowed')\n", encoding="utf-8")
    (folder / "stall.py").write_text("import random\n\nX = random.Random(1).random() < 1\n", encoding="utf-8")

    assert StudentFiles(lab, folder).load("stall").X is True


def left_by(lab: Lab, folder: Path, code: str) -> list[str]:
    """What lies in a student's folder after a process that writes bytecode wherever it may."""
    source = (
        "import sys\nfrom pathlib import Path\nfrom mca.lab import find_lab\nfrom mca.student import StudentFiles\n"
        f"files = StudentFiles(find_lab({lab.slug!r}), Path(sys.argv[1]))\n{code}\n"
        "assert not files.faults\nassert not sys.dont_write_bytecode\n"
    )
    environ = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    subprocess.run([sys.executable, "-c", source, str(folder)], check=True, env=environ)
    return sorted(path.name for path in folder.iterdir())


def test_import_leaves_no_bytecode(lab: Lab, folder: Path) -> None:
    """Importing a student's files leaves no `__pycache__` in their folder, and other bytecode alone."""
    left = left_by(
        lab, folder, "assert files.load('tool').SIX == 6\nfiles.make('list', lambda module: module.double(1))"
    )

    assert ["list.py", "panel.py", "tool.py"] == left


def test_late_import_leaves_no_bytecode(lab: Lab, folder: Path) -> None:
    """What a student's file imports only once it is called leaves no `__pycache__` either."""
    (folder / "stall.py").write_text(
        "def late():\n    from .list import double\n    return double(2)\n", encoding="utf-8"
    )
    left = left_by(lab, folder, "files.call('stall', files.load('stall').late)")

    assert ["list.py", "panel.py", "stall.py", "tool.py"] == left


def test_plug_wires_the_files(lab: Lab, solution: Path) -> None:
    """The lab's plug-in adds the tool that the student's file makes, and the sentence about it."""
    plugin = plug(StudentFiles(lab, solution), Workspace(solution))

    assert ["update_todos"] == [tool.name for tool in plugin.tools()]
    assert all(isinstance(tool, Tool) for tool in plugin.tools())
    assert "update_todos" in plugin.instruction()


@pytest.mark.parametrize(("names", "tools"), [([], 0), (["panel"], 0), (["list"], 0), (["list", "tool"], 1)])
def test_plug_does_without_files(lab: Lab, solution: Path, names: list[str], tools: int) -> None:
    """Without a file the plug-in does without what it gives, and speaks of no tool that is not there."""
    files = StudentFiles(lab, solution, names)

    plugin: Plugin = plug(files, Workspace(solution))

    assert tools == len(plugin.tools())
    assert bool(tools) == ("update_todos" in plugin.instruction())
    assert [] == files.faults


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("a\n b"), "ValueError: a b"),
        (ValueError(), "ValueError"),
        (Mute(), "Mute: (its text cannot be shown)"),
    ],
)
def test_described_fits_one_line(error: BaseException, text: str) -> None:
    """An exception is described by its type and its text, in one line."""
    assert text == described(error)
