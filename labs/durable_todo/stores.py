"""The scenarios about what is on the disk: stores that share a folder, are killed, or find a strange file."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from operator import attrgetter, methodcaller
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from durable_todo.crash import Ask, killed_while_saving, moments, process_of_its_own
from durable_todo.data import Data, item_of, plain_tasks
from durable_todo.plugin import FOLDER
from durable_todo.records import Change, Saved, decode
from mca.exceptions import StudentFault
from mca.lab import find_lab
from mca.stage import Stage, attributes, plain
from mca.student import StudentFiles

Step = Callable[[str, str, list[Any]], Any]
"""Does a step of a store: what to do, the store's name, what it is given."""

LIST = "todo.json"


def stores(stage: Stage, runs: list[list[list[Any]]], elsewhere: Sequence[str] = ()) -> Data:
    """Drive stores that share one folder, a folder for each run; report what each step gave, and the files after it.

    `["open", store]`, `["save", store, items, changes]`, `["close", store]`, and `["write", name,
    bytes in Latin-1]`, which puts a file there. The stores `elsewhere` live in a process of their
    own, so that they have nothing in common with the others but the folder.
    """
    _note_syncs([], stage.project)
    folders = [stage.project / f"{FOLDER}{number}" for number in range(len(runs))]
    storage = stage.make("storage", lambda module: module)
    processes = {"": str(os.getpid())}
    seen = []
    for folder, steps in zip(folders, runs, strict=True):
        folder.mkdir()
        with ExitStack() as stack:
            asks = {}
            for name in elsewhere:
                serve = partial(_serve, stage.files, storage, folder)
                ask = stage.call("storage", stack.enter_context, process_of_its_own(storage, serve, folder))
                asks[name] = partial(stage.call, "storage", ask)
                processes[name] = asks[name](None)
            seen.append(_run_stores(_stepper(stage.files, storage, folder), folder, steps, asks))
    return {"runs": seen, "processes": processes}


def main() -> None:
    """As a fresh Python without `fork`: `FILES FOLDER` on the command line, questions on standard input."""
    files, folder = sys.argv[1:]
    given = StudentFiles(find_lab("durable_todo"), Path(files), strict=True)
    _serve(given, given.load("storage"), Path(folder), sys.stdin, sys.stdout)


def checked(stage: Stage, text: str, complaint: str) -> Data:
    """Open a store on a text, with a check that complains of every list that is not empty."""
    folder = stage.project / FOLDER
    folder.mkdir()
    (folder / LIST).write_text(text, encoding="utf-8")
    store = stage.make("storage", lambda module: module.Store(folder, lambda items: complaint if items else ""))
    return {"answer": _store_step(stage.files, store, "open", []), "files": _files(folder)}


def killed(stage: Stage, lists: list[list[Data]], draws: list[float]) -> Data:
    """Save over an old list, and be killed at a moment for each draw; then look, and save once more.

    `lists` are the old, the new, and the one that is saved afterwards. Reported is what is in the
    file after the kill and after the last save, and what a second name of the old file, given to it
    before the save, stands for afterwards.
    """
    order: list[Data] = []
    whole = stage.project / "whole"
    _note_syncs(order, whole)
    storage = stage.make("storage", lambda module: module)
    old, new, last = (Saved(tuple(map(item_of, items))) for items in lists)
    start = stage.project / "start"

    def save(folder: Path, saved: Saved) -> Any:
        store = stage.call("storage", lambda: storage.Store(folder))
        stage.call("storage", methodcaller("open"), store)
        outcome: list[Any] = []
        number = stage.call("storage", moments, lambda: outcome.append(store.save(saved)))
        stage.call("storage", methodcaller("close"), store)
        return {"answer": plain(outcome[0]), "holds": _holds(folder / LIST), "moments": number}

    steps = [save(start, old)]
    start.mkdir(exist_ok=True)  # a store that does not open its folder has saved nothing there
    shutil.copytree(start, whole)
    second = stage.project / "second name"
    with suppress(OSError):  # there is no list, or a file has one name here
        second.hardlink_to(whole / LIST)
    linked = second.exists()
    order.clear()
    steps.append(save(whole, new))
    order_of_new, total = list(order), int(steps[-1]["moments"])
    before = _holds(second) if linked else steps[0]["holds"]
    kills = []
    for number, draw in enumerate(draws):
        folder = stage.project / f"kill{number}"
        shutil.copytree(start, folder)
        # A short save is killed at every one of its moments, a long one at moments spread over it.
        moment = number % max(total, 1) + 1 if total <= len(draws) else int((number + draw) * total / len(draws)) + 1
        died = stage.call("storage", killed_while_saving, storage, folder, new, moment)
        kills.append({"moment": moment, "died": died, "holds": _holds(folder / LIST), "after": save(folder, last)})
    return {"saves": steps, "order": order_of_new, "kills": kills, "before": before}


def _run_stores(here: Step, folder: Path, steps: list[list[Any]], asks: Mapping[str, Ask]) -> list[Data]:
    seen = []
    for step, name, *arguments in steps:
        answer: Any = None
        if step == "write":
            (folder / name).write_bytes(arguments[0].encode("latin-1"))
        elif name in asks:
            said = asks[name]([step, name, arguments])
            if "fault" in said:
                raise StudentFault(*said["fault"])
            answer = said["answer"]
        else:
            answer = here(step, name, arguments)
        seen.append({"answer": answer, "files": _files(folder)})
    return seen


def _serve(files: StudentFiles, storage: ModuleType, folder: Path, reader: IO[str], writer: IO[str]) -> None:
    """Do what is asked, a line each, with stores of this process; asked for nothing, say which process it is."""
    do = _stepper(files, storage, folder)
    for line in reader:
        question = json.loads(line)
        try:
            said: Any = {"answer": do(*question)} if question else str(os.getpid())
        except StudentFault as fault:
            said = {"fault": [fault.file, str(fault)]}
        print(json.dumps(said), file=writer, flush=True)


def _stepper(files: StudentFiles, storage: ModuleType, folder: Path) -> Step:
    """Does a step of a store, which is made when it is named for the first time."""
    made: dict[str, Any] = {}

    def do(step: str, name: str, arguments: list[Any]) -> Any:
        if name not in made:
            made[name] = files.call("storage", lambda: storage.Store(folder))
        return _store_step(files, made[name], step, arguments)

    return do


def _store_step(files: StudentFiles, store: Any, step: str, arguments: list[Any]) -> Any:
    if step == "open":
        opened = files.call("storage", methodcaller("open"), store)
        items = files.call("storage", attrgetter("saved.items"), opened)
        return {"items": plain_tasks(items), **attributes(opened, "note")}
    if step == "save":
        items, changes = arguments
        saved = Saved(tuple(map(item_of, items)))
        return plain(files.call("storage", methodcaller("save", saved, [Change(*each) for each in changes]), store))
    return plain(files.call("storage", methodcaller(step), store))


def _note_syncs(order: list[Data], folder: Path) -> None:
    """Note in `order` what is synced and renamed from now on; before the student's file is imported.

    `onto` is the name in the folder that a file was renamed to, empty if that is not in the folder.

    Nothing is really synced: whoever looks at a file on the same machine sees it without, and it
    would take most of the time.
    """
    synced: set[tuple[int, int]] = set()
    rename, replace = os.rename, os.replace

    def sync(fd: Any) -> None:
        found = os.fstat(fd if isinstance(fd, int) else fd.fileno())
        synced.add((found.st_ino, found.st_size))
        if not stat.S_ISDIR(found.st_mode):
            order.append({"did": "sync file", "onto": "", "synced": True})
        elif folder.exists() and os.path.samestat(found, folder.stat()):
            order.append({"did": "sync folder", "onto": "", "synced": True})

    def noted(function: Callable[..., None]) -> Callable[..., None]:
        def wrapper(source: Any, target: Any, *, src_dir_fd: int | None = None, dst_dir_fd: int | None = None) -> None:
            # A sync that comes before the bytes have left the program's own buffer is none.
            found = os.stat(source, dir_fd=src_dir_fd)
            to = Path(os.fsdecode(target))
            above = os.stat(to.parent, dir_fd=dst_dir_fd)
            onto = to.name if folder.exists() and os.path.samestat(above, folder.stat()) else ""
            order.append({"did": "rename", "onto": onto, "synced": (found.st_ino, found.st_size) in synced})
            function(source, target, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

        return wrapper

    os.fsync = sync
    os.rename, os.replace = noted(rename), noted(replace)
    if hasattr(os, "fdatasync"):
        os.fdatasync = sync


def _holds(file: Path) -> list[list[str]] | str:
    """The ids and summaries of the tasks in a file, or what is wrong with it."""
    try:
        saved = decode(file.read_text(encoding="utf-8"))
    except OSError:
        return "no file"
    except ValueError:
        return "a broken file"
    return [[item.id, item.summary] for item in saved.items]


def _files(folder: Path) -> Data:
    """The folder's files by name: what is in them, byte for byte."""
    return {path.name: path.read_bytes().decode("latin-1") for path in sorted(folder.iterdir()) if path.is_file()}
