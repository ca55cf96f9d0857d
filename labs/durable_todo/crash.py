"""Given: ends a process in the middle of saving, at a moment of one's choice, as `kill -9` would.

It also keeps a process beside this one, for what two processes do to one folder.

A *moment* is right after one call of the system's file functions: between two such calls nothing
changes that the next process could see.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType, ModuleType
from typing import IO, Any

from durable_todo.records import Saved, decode, encode
from mca.lab import LABS, find_lab
from mca.student import StudentFiles

SYSTEM = {"posix", "nt", "io", "_io"}
"""The modules whose functions reach the disk, and the names in them that do not."""

UNSEEN = {"text_encoding", "fspath", "fileno", "getpid", "isatty", "readable", "writable"}

KILLED = 99
"""The exit status of a process that ended itself at its moment."""

SERVE = "import sys; sys.path.insert(0, sys.argv.pop(1)); from durable_todo.stores import main; main()"
BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from durable_todo.crash import main; main()"


Ask = Callable[[object], Any]
"""Gives a question to another process, and its answer back."""


def moments(function: Callable[[], object]) -> int:
    """How many moments `function` has, counted while it runs to its end."""
    count = 0

    def tick() -> None:
        nonlocal count
        count += 1

    _watched(function, tick)
    return count


def killed_while_saving(storage: ModuleType, folder: Path, saved: Saved, moment: int) -> bool:
    """Save in a process of its own that ends at a moment; false if it came to its end before."""
    if not hasattr(os, "fork"):
        return _in_fresh_python(storage, folder, saved, moment)
    with warnings.catch_warnings():
        # A fork beside threads can hang on a lock that one of them held; this one saves and dies.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            _save_until(storage, folder, saved, moment)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def main() -> None:
    """As a fresh Python: `FILES FOLDER MOMENT` on the command line, the list on standard input."""
    files, folder, moment = sys.argv[1:]
    storage = StudentFiles(find_lab("durable_todo"), Path(files)).load("storage")
    _save_until(storage, Path(folder), decode(sys.stdin.buffer.read().decode()), int(moment))


@contextmanager
def process_of_its_own(storage: ModuleType, serve: Callable[[IO[str], IO[str]], None], folder: Path) -> Iterator[Ask]:
    """Run `serve` in another process, with what it is asked and what it answers, a line of JSON each.

    It has nothing in its memory that this one puts into its own from now on. Without `fork` it is
    a fresh Python, in which `durable_todo.stores.main` gets the student's folder and `folder`.
    """
    asked, ask = os.pipe()
    answers, answer = os.pipe()
    if hasattr(os, "fork"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                os.close(ask)
                os.close(answers)
                with os.fdopen(asked, encoding="utf-8") as reader, os.fdopen(answer, "w", encoding="utf-8") as writer:
                    serve(reader, writer)
            finally:
                os._exit(0)
        end: Callable[[], object] = partial(os.waitpid, child, 0)
    else:
        command = [sys.executable, "-I", "-c", SERVE, str(LABS), str(Path(str(storage.__file__)).parent), str(folder)]
        end = subprocess.Popen(command, stdin=asked, stdout=answer).wait
    os.close(asked)
    os.close(answer)
    with os.fdopen(answers, encoding="utf-8") as reader:
        with os.fdopen(ask, "w", encoding="utf-8") as writer:

            def put(question: object) -> Any:
                print(json.dumps(question), file=writer, flush=True)
                return json.loads(reader.readline())

            yield put
        end()


def _in_fresh_python(storage: ModuleType, folder: Path, saved: Saved, moment: int) -> bool:
    files = Path(str(storage.__file__)).parent
    command = [sys.executable, "-I", "-c", BOOT, str(LABS), str(files), str(folder), str(moment)]
    done = subprocess.run(command, input=encode(saved).encode(), capture_output=True, check=False)
    return done.returncode == KILLED


def _save_until(storage: ModuleType, folder: Path, saved: Saved, moment: int) -> None:
    left = moment
    store = storage.Store(folder)
    store.open()

    def tick() -> None:
        nonlocal left
        left -= 1
        if not left:
            # Past every `finally` and every buffer: what is not with the system by now is gone.
            os._exit(KILLED)

    _watched(lambda: store.save(saved), tick)


def _watched(function: Callable[[], object], tick: Callable[[], None]) -> None:
    """Run `function` and tick at each of its moments."""

    def profile(_: FrameType, event: str, called: Any) -> None:
        if event in {"c_return", "c_exception"} and _reaches_the_disk(called):
            tick()

    # What a thread does while the function runs is a part of it.
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _reaches_the_disk(called: Any) -> bool:
    """Whether it is a function of the system's, or a method of an open file; text in memory is neither."""
    owner = getattr(called, "__self__", None)
    of_module = owner is None or isinstance(owner, ModuleType)
    place = called.__module__ if of_module else type(owner).__module__
    return place in SYSTEM and called.__name__ not in UNSEEN and not isinstance(owner, (io.StringIO, io.BytesIO))
