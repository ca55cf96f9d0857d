"""What somebody might try who wants points for nothing, or harm."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.submissions import ALL, FILES, Row

ROOT = Path(__file__).parents[2]
SOLUTION = ROOT / "solutions" / "day_10_todo_tracking" / "todo"

ROWS: list[Row] = []

Trick = Callable[[Path], str]
"""Writes what it needs beside the five files, and returns the code that stands in each of them."""


def row(*loses: int, says: str = "", resisted: bool = True) -> Callable[[Trick], None]:
    """Make a row of a function; the code it returns stands in all five files, and nothing else does."""

    def keep(trick: Trick) -> None:
        def make(folder: Path) -> None:
            code = trick(folder)
            for file in FILES if code else ():
                (folder / file).write_text(f"{code}\n", encoding="utf-8")

        ROWS.append(Row(trick.__name__, make, loses, says, resisted, " ".join((trick.__doc__ or "").split())))

    return keep


@row(*ALL)
def print_pass_line(_: Path) -> str:
    """Prints the pass line and leaves with exit code 0."""
    return "import os\nprint('15/15', flush=True)\nos._exit(0)"


@row(*ALL)
def always_equal(_: Path) -> str:
    """Hands out objects that are equal to everything."""
    return """
class Anything:
    __eq__ = __ge__ = __bool__ = lambda *_: True
    __hash__ = None
    def __getattr__(self, name): return self
    def __call__(self, *a, **k): return self
    def __iter__(self): return iter((self, self))
TodoList = TodoItem = TodoWrite = TodoPanel = StallDetector = StallLimits = StallSignal = Intervention = Anything
update_todos = Anything()
STATUSES = ()
"""


@row(*ALL)
def atexit_results(_: Path) -> str:
    """Rewrites every results file that it can find, at exit and from a thread."""
    return """
import atexit, glob, threading
def rewrite():
    for path in glob.glob('../../**/*.json', recursive=True):
        open(path, 'w').write('{"score": 15}')
atexit.register(rewrite)
threading.Thread(target=rewrite, daemon=True).start()
"""


@row(*ALL)
def conftest_pth_plugins(folder: Path) -> str:
    """Brings a conftest, a pytest.ini, a sitecustomize, a .pth file and a plug-in."""
    for name in ("conftest.py", "sitecustomize.py", "usercustomize.py", "plugin.py", "scenarios.py", "checks.py"):
        (folder / name).write_text("import os\nos._exit(0)\n", encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p plugin\n", encoding="utf-8")
    (folder / "points.pth").write_text("import os; os._exit(0)\n", encoding="utf-8")
    return "pass"


@row(*ALL)
def monkeypatch_pytest(_: Path) -> str:
    """Patches what a test library would use."""
    return "import builtins, unittest\nbuiltins.AssertionError = type('Never', (Exception,), {})\nunittest.TestCase.fail = lambda *a: None"


@row(*ALL)
def forge_frames(_: Path) -> str:
    """Writes forged answers to every open descriptor and leaves."""
    return """
import json, os
frames = [{"observation": seen} for seen in ({}, {"steps": []}, {"written": [], "widths": []}, {"signals": []}, True)]
lines = b"".join(json.dumps(frame).encode() + b"\\n" for frame in frames * 400)
for descriptor in range(64):
    try:
        os.write(descriptor, lines)
    except OSError:
        pass
os._exit(0)
"""


@row(*ALL)
def frame_and_gc_search(_: Path) -> str:
    """Searches frames and live objects for what is expected, and makes it pass."""
    return """
import gc, sys
frame = sys._getframe()
while frame:
    for name in list(frame.f_locals):
        if name in {'expected', 'check', 'checks', 'judge', 'verdict'}:
            raise SystemExit('found ' + name)
    frame = frame.f_back
for thing in gc.get_objects():
    if type(thing).__name__ in {'Check', 'CheckResult', 'Trial'}:
        raise SystemExit('found a ' + type(thing).__name__)
raise ValueError('nothing found')
"""


@row(resisted=False)
def imports_solution(_: Path) -> str:
    """Finds the solution by the path of the agent's own files and runs it.

    By default it can: a student's own machine has the solution in reach of the student anyway.
    """
    return """
import sys
from pathlib import Path
import mca
place = Path(mca.__file__).parents[2] / 'solutions' / 'day_10_todo_tracking' / 'todo' / Path(__file__).name
exec(compile(place.read_text(), str(place), 'exec'))
"""


@row(*ALL, says="ModuleNotFoundError")
def imports_solution_by_name(_: Path) -> str:
    """Imports the solution and the checks as modules."""
    return "import solutions.day_10_todo_tracking.todo.list\nimport day_10_todo_tracking.checks"


@row(*ALL, says="is a link")
def symlink_to_solution(folder: Path) -> str:
    """Links in place of the files."""
    for file in FILES:
        (folder / file).unlink()
        (folder / file).symlink_to(SOLUTION / file)
    return ""


@row(*ALL, says="refused")
def reads_parent_memory(_: Path) -> str:
    """Opens the memory and the environment of every process that has to do with the grader."""
    return """
import glob, os
opened = []
for folder in glob.glob('/proc/[0-9]*'):
    pid = int(folder.rpartition('/')[2])
    command = open(folder + '/cmdline', 'rb').read() if os.path.exists(folder + '/cmdline') else b''
    if pid != os.getpid() and (b'TRICK-TARGET' in command or b'grader.zygote' in command):
        for name in ('mem', 'environ'):
            try:
                open(f'{folder}/{name}', 'rb').read(1)
                opened.append(name)
            except OSError:
                pass
raise SystemExit('opened' if opened else 'refused')
"""


@row(*ALL)
def hard_coded_answers(_: Path) -> str:
    """Returns the answers that an earlier run expected."""
    return """
class TodoItem(tuple):
    def __new__(cls, *a): return tuple.__new__(cls, a)
    id = property(lambda s: s[0]); text = property(lambda s: s[1]); status = property(lambda s: s[2])
class Write:
    ok = changed = True
    note = "only one task may be in progress, not 'check the cache 417' (kt794) and 'trim a fixture 982' (hw896)"
class TodoList:
    items = (TodoItem('kt794', 'check the cache 417', 'pending'),)
    revision, counts, reopened = 1, (0, 3), {}
    replace = set_status = lambda self, *a: Write()
class StallLimits:
    quiet_rounds, reopens = 3, 2
    def __init__(self, **k): pass
class StallSignal:
    def __init__(self, kind, note): self.kind, self.note = kind, note
class StallDetector:
    def __init__(self, limits): self.n = 0
    def check(self, *a):
        self.n += 1
        return StallSignal('quiet', 'x') if self.n in (5, 6) else None
class Intervention:
    def on(self, signal, moved): return None
class TodoPanel:
    def __init__(self, *a, **k): pass
    def show(self): pass
    hide = show
    def wrap(self, out): return out
def update_todos(todos): return None
"""


@row(*ALL, resisted=False)
def writes_outside(folder: Path) -> str:
    """Overwrites a file outside of its copy.

    By default it can: it runs with its user's rights, and the files are the user's own.
    """
    (folder / "victim.txt").write_text("untouched", encoding="utf-8")
    return f"from pathlib import Path\nPath({str(folder / 'victim.txt')!r}).write_text('overwritten')"


@row(*ALL, says="tried", resisted=False)
def network(_: Path) -> str:
    """Opens a TCP connection to this machine.

    By default it can try like any program of its user; nothing listens, so nothing is reached.
    """
    return "import socket\ntry:\n    socket.create_connection(('127.0.0.1', 9), 1)\nexcept ConnectionRefusedError:\n    raise SystemExit('tried')"


@row(*ALL, says="sent 1", resisted=False)
def datagrams(_: Path) -> str:
    """Sends a datagram to this machine.

    By default it can, like any program of its user.
    """
    return "import socket\nsent = socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))\nraise SystemExit(f'sent {sent}')"


@row(*ALL, resisted=False)
def kills_grader(_: Path) -> str:
    """Kills every process of its user that has to do with the grader.

    By default it can, and gets no report for it: the processes are of one user.
    """
    return """
import glob, os, signal
for folder in glob.glob('/proc/[0-9]*'):
    pid = int(folder.rpartition('/')[2])
    try:
        command = open(folder + '/cmdline', 'rb').read()
    except OSError:
        continue
    if pid != os.getpid() and b'TRICK-TARGET' in command:
        os.kill(pid, signal.SIGKILL)
"""


@row(*ALL, says="wrote", resisted=False)
def fills_disk(_: Path) -> str:
    """Writes file after file.

    By default each file is limited, not their number; here it stops by itself after two.
    """
    return "for name in 'ab':\n    open(name, 'wb').write(b'x' * 1_000_000)\nraise SystemExit('wrote')"


@row(*ALL)
def profile_hook(_: Path) -> str:
    """Watches every call and rewrites what it sees."""
    return "import sys\ndef hook(frame, event, value):\n    frame.f_locals.update(ok=True, passed=True, status='passed')\nsys.setprofile(hook)\nsys.settrace(hook)"


@row(*ALL)
def reduce_payload(folder: Path) -> str:
    """Returns objects that run a command when they are unpickled."""
    return f"""
class Payload:
    def __reduce__(self): return os.system, ('touch {folder / "unpickled"}',)
    def __getattr__(self, name): return Payload()
    def __call__(self, *a, **k): return Payload()
    def __iter__(self): return iter(())
TodoList = TodoItem = TodoPanel = StallDetector = StallLimits = StallSignal = Intervention = Payload()
update_todos = Payload()
STATUSES = ()
"""


@row(*ALL, says="refused")
def ptrace_grader(_: Path) -> str:
    """Attaches to the processes that have to do with the grader, as a debugger would."""
    return """
import ctypes, glob
libc, attached = ctypes.CDLL(None), 0
for folder in glob.glob('/proc/[0-9]*'):
    try:
        command = open(folder + '/cmdline', 'rb').read()
    except OSError:
        continue
    if b'TRICK-TARGET' in command:
        attached += libc.ptrace(16, int(folder.rpartition('/')[2]), None, None) == 0
raise SystemExit('attached' if attached else 'refused')
"""


@row(*ALL)
def rewrites_own_copy(_: Path) -> str:
    """Rewrites the files in its folder to change what comes later."""
    return "from pathlib import Path\nfor place in Path(__file__).parent.iterdir():\n    place.write_text('x = 1')\nraise ValueError"


@row(*ALL, says="is a link")
def lab_is_symlink(folder: Path) -> str:
    """The package folder is a link to the solution."""
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "todo").symlink_to(SOLUTION)
    return ""


