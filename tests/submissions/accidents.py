"""What happens to honest students."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tests.submissions import FILES, Row, add, change

LIST = (1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
"""The checks that need `list.py`."""

PANEL, STALL, INTERVENTION = (8, 9, 10), (11, 12, 13, 15), (15,)
MOVES = (2, 3, 4, 5, 7)
"""The checks in which one task is moved."""

LOOKS_UP = "        if id not in {item.id for item in self._items}:\n"
"""The first line of `TodoList.set_status`."""

ROWS: list[Row] = []


def row(*loses: int, says: str = "") -> Callable[[Callable[[Path], None]], None]:
    """Make a row of a function that spoils a copy of the solution."""

    def keep(make: Callable[[Path], None]) -> None:
        ROWS.append(Row(make.__name__, make, loses, says))

    return keep


@row()
def alt_style(folder: Path) -> None:
    """A subclassed store, generators, f-strings and while loops: right all the same."""
    add(folder, "list.py", "class TodoList(TodoList):\n    @property\n    def items(self):\n        return tuple(i for i in super().items)")


@row(*LIST, says="no end after 4 s")
def loop_at_import(folder: Path) -> None:
    """A file that never finishes importing: one wait."""
    add(folder, "list.py", "while True:\n    pass")


@row(*INTERVENTION, says="no end after")
def loop_swallows_everything(folder: Path) -> None:
    """A loop with a bare `except` is ended from outside."""
    loop = "        while True:\n            try:\n                pass\n            except:\n                pass\n"
    change(folder, "intervention.py", "        if signal is None:\n", f"{loop}        if signal is None:\n")


@row()
def print_flood(folder: Path) -> None:
    """Twenty megabytes of prints for each write, on both streams."""
    flood = "        import sys\n        print('x' * 10_000_000)\n        print('x' * 10_000_000, file=sys.stderr)\n"
    change(folder, "list.py", "        named = self._with_ids(items)\n", f"{flood}        named = self._with_ids(items)\n")


@row(*PANEL, says="ModuleNotFoundError")
def import_error(folder: Path) -> None:
    """A package that is not installed."""
    add(folder, "panel.py", "import not_installed_anywhere")


@row(*STALL, says="SyntaxError")
def syntax_error(folder: Path) -> None:
    """A colon is missing."""
    add(folder, "stall.py", "if True\n    pass")


@row(*INTERVENTION, says="SystemExit: 0")
def sys_exit_at_import(folder: Path) -> None:
    """The file ends the program when it is imported."""
    add(folder, "intervention.py", "import sys\nsys.exit(0)")


@row(*MOVES, says="SystemExit")
def exit_in_method(folder: Path) -> None:
    """A method calls `quit()`."""
    change(folder, "list.py", LOOKS_UP, f"        quit()\n{LOOKS_UP}")


@row(*LIST, says="ended early, with exit status 0")
def os_exit_at_import(folder: Path) -> None:
    """The process is gone before anything can be said."""
    add(folder, "list.py", "import os\nos._exit(0)")


@row(*STALL, says="todo/stall.py is missing")
def missing_file(folder: Path) -> None:
    """A file was forgotten."""
    (folder / "stall.py").unlink()


@row(*LIST, says="'status'")
def wrong_types(folder: Path) -> None:
    """Tasks are dicts, and their ids numbers."""
    add(folder, "list.py", "class TodoList(TodoList):\n    @property\n    def items(self):\n        return tuple({'id': 1} for i in super().items)")


@row(*PANEL, says="Nasty")
def str_raises(folder: Path) -> None:
    """An error whose own text cannot be had."""
    nasty = "class Nasty(Exception):\n    def __str__(self):\n        raise self\n    __repr__ = __str__\n"
    add(folder, "panel.py", f"{nasty}\ndef broken(self):\n    raise Nasty\n\nTodoPanel.hide = broken")


@row(*MOVES, says="RecursionError")
def deep_recursion(folder: Path) -> None:
    """A method calls itself without end."""
    change(folder, "list.py", LOOKS_UP, f"        self.set_status(id, status)\n{LOOKS_UP}")


@row(9, 10, says="MemoryError")
def memory_blowup(folder: Path) -> None:
    """A list grows without end."""
    add(folder, "panel.py", "def grow(self):\n    rows = ['x' * 1_000_000]\n    while True:\n        rows += rows\n\nTodoPanel._paint = grow")


@row()
def thread_left_running(folder: Path) -> None:
    """A thread that never ends, and no daemon."""
    add(folder, "list.py", "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()")


@row(*INTERVENTION, says="EOFError")
def input_is_asked_for(folder: Path) -> None:
    """There is nobody to answer."""
    change(folder, "intervention.py", "        if signal is None:\n", "        input('continue?')\n        if signal is None:\n")


@row()
def bom_crlf_tabs(folder: Path) -> None:
    """A byte order mark, Windows line endings, and tabs."""
    for file in FILES:
        source = (folder / file).read_bytes().replace(b"\n    ", b"\n\t").replace(b"\n", b"\r\n")
        (folder / file).write_bytes(b"\xef\xbb\xbf" + source.replace(b"\t    ", b"\t\t").replace(b"\t    ", b"\t\t"))


@row(*PANEL, says="SyntaxError")
def latin1_source(folder: Path) -> None:
    """Latin-1 without a word about it."""
    place = folder / "panel.py"
    place.write_bytes(place.read_bytes() + "\nNAME = 'caf\xe9'\n".encode("latin-1"))


@row(*INTERVENTION, says="[/red] \\x1b[31m")
def markup_and_escapes(folder: Path) -> None:
    """An error's text holds markup, escapes and a score."""
    add(folder, "intervention.py", "raise ValueError('[/red] \\x1b[31m\\n15/15\\n')")


@row()
def demo_code_and_argparse(folder: Path) -> None:
    """Trying things out at the end of a file."""
    add(folder, "list.py", "import argparse\nprint(argparse.ArgumentParser().parse_args([]))\nprint(TodoList().replace([TodoItem('a', 'b')]))")


@row()
def non_utf8_filename(folder: Path) -> None:
    """Something else lies beside the files."""
    (Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt"))).write_text("x", encoding="utf-8")


@row()
def shadows_stdlib(folder: Path) -> None:
    """Modules named like those of the standard library."""
    for name in ("json", "typing", "random", "types", "enum"):
        (folder / f"{name}.py").write_text("raise RuntimeError('shadowed')\n", encoding="utf-8")


@row(*PANEL, says="killed by SIGSEGV")
def ctypes_segfault(folder: Path) -> None:
    """The interpreter itself dies."""
    add(folder, "panel.py", "import ctypes\nctypes.string_at(0)")


@row(*PANEL, says="bytes; at most")
def giant_file(folder: Path) -> None:
    """Sixty megabytes."""
    with (folder / "panel.py").open("ab") as file:
        file.truncate(60_000_000)


@row(*PANEL, says="null bytes")
def null_bytes(folder: Path) -> None:
    """What is left of a file after a crash."""
    (folder / "panel.py").write_bytes(b"\0" * 5000)


@row(*PANEL, says="is a folder, not a file")
def directory_named_py(folder: Path) -> None:
    """A folder in a file's place."""
    (folder / "panel.py").unlink()
    (folder / "panel.py").mkdir()


@row()
def escaped_daemon(folder: Path) -> None:
    """A grandchild in a session of its own that holds the pipes."""
    code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(300)\n    os._exit(0)"
    add(folder, "list.py", code)


@row()
def forty_processes(folder: Path) -> None:
    """Forty sleepers."""
    add(folder, "stall.py", "import os, time\nfor _ in range(40):\n    if os.fork() == 0:\n        time.sleep(300)\n        os._exit(0)")


@row(9, 10, says="MemoryError")
def raises_rlimit(folder: Path) -> None:
    """Lifts its own memory limit, if it can, and asks for three gigabytes."""
    lift = "import resource\n    try:\n        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))\n    except (ValueError, OSError):\n        pass\n"
    add(folder, "panel.py", f"def grow(self):\n    {lift}    return 'x' * 3_000_000_000\n\nTodoPanel._paint = grow")


@row()
def prints_none_and_logs(folder: Path) -> None:
    """Logging, warnings and a fault handler of its own."""
    add(folder, "list.py", "import faulthandler, logging, warnings\nfaulthandler.enable()\nlogging.basicConfig(level=0)\nlogging.error('x')\nwarnings.warn('y')\nprint(None)")


@row()
def locked_folders(folder: Path) -> None:
    """A folder that not even its owner may enter is left in the project."""
    add(folder, "list.py", "import os\nos.makedirs('locked/inner', exist_ok=True)\nos.chmod('locked', 0)")


@row()
def empty_folders(folder: Path) -> None:
    """Thousands of empty folders are left in the project."""
    add(folder, "panel.py", "import os\nfor n in range(5000):\n    os.makedirs(f'd{n}', exist_ok=True)")


@row(*PANEL)
def repeated_without_end(folder: Path) -> None:
    """The panel asks the terminal to repeat a character, again and again."""
    add(folder, "panel.py", "def show(self):\n    self._write('x' + '\\x1b[65535b' * 1200)\n\nTodoPanel.show = show")


@row(*LIST, says="the process ")
def stops_what_forks_it(folder: Path) -> None:
    """The process that children are forked from is told to stop."""
    add(folder, "list.py", "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)\nos._exit(0)")


@row()
def false_limits(folder: Path) -> None:
    """The channel is told of missing limits whose names drive the terminal."""
    frame = r'{"without": ["\u001b[2J\u001b[32mx 15/15", "\ud800"]}\n'
    add(folder, "list.py", f"import os\ntry:\n    os.write(3, rb'''{frame}'''.replace(rb'\\n', b'\\n'))\nexcept OSError:\n    pass")
