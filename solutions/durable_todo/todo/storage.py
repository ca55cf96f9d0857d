"""Keeps the list on the disk, so that nothing that happens to the process happens to the list."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO

from ..disk import lock, sync_folder
from ..records import Change, Check, Saved, decode, encode, history_line

LIST, HISTORY, LOCK = "todo.json", "todo.jsonl", "todo.lock"


@dataclass(frozen=True, slots=True)
class Opened:
    """What `Store.open` found, and a sentence for the user where there is something to say."""

    saved: Saved
    note: str = ""


class Store:
    """The files of one list in one folder: the list, its history, and a lock.

    The file `LIST` holds the whole list or is not there. At every moment it is the old list or the
    new one, and no half of either, whatever ends the process and whenever.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     (store.open().saved.items, store.save(Saved()), store.close())
    ((), '', None)
    """

    def __init__(self, folder: Path, check: Check = lambda _: "") -> None:
        self._folder = folder
        self._check = check
        self._lock: IO[str] | None = None

    def open(self) -> Opened:
        """Take the lock and read the list; an empty one where there is no file.

        A file that cannot be read as a list (`decode`, given the check, says why) is moved aside to
        a name of its own in the same folder, never over an earlier one, and the note names the new
        name: a broken list is not an empty one. While another store has the lock, the list can be
        read, a broken file stays where it is, the note names the process that has the lock by its
        number, and `save` will refuse.
        """
        self._folder.mkdir(exist_ok=True)
        refused = self._take_lock()
        file = self._folder / LIST
        try:
            return Opened(decode(file.read_bytes().decode(), self._check), refused)
        except FileNotFoundError:
            return Opened(Saved(), refused)
        except ValueError as error:
            # What the other one holds is the other one's to mend.
            kept = refused or f"it was kept as {self._move_aside(file)}"
            return Opened(Saved(), f"{LIST} is broken: {error}; {kept}")

    def save(self, saved: Saved, changes: Sequence[Change] = ()) -> str:
        """Put a list in the place of the one on the disk, then note the changes in the history.

        Returns an empty text once both are there, or a sentence that says why nothing was written:
        a store that found the list in use when it was opened writes nothing until it has been
        opened again, because what it has read may have changed since.
        """
        if self._lock is None:
            return "the list was in use by another process when it was opened; nothing was written"
        self._replace(encode(saved))
        self._append("".join(f"{history_line(change)}\n" for change in changes))
        return ""

    def close(self) -> None:
        """Let go of the lock; nothing is written until the store is opened again."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _take_lock(self) -> str:
        """Keep the lock file open and locked; or say who does."""
        self.close()
        file = (self._folder / LOCK).open("a+", encoding="utf-8")
        if not lock(file.fileno()):
            with file:
                file.seek(0)
                holder = file.read().strip()
            return f"the list is in use by process {holder}; it can be read, not changed"
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._lock = file
        return ""

    def _replace(self, text: str) -> None:
        """Write beside the file, and put the new one in its place in a single step."""
        beside = self._folder / f"{LIST}.new"
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            # Before the rename: otherwise the new name can be on the disk before the bytes are.
            os.fsync(file.fileno())
        beside.replace(self._folder / LIST)
        sync_folder(self._folder)

    def _append(self, lines: str) -> None:
        """Add lines to the history; one that a dying process left half-written is ended first."""
        with (self._folder / HISTORY).open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                lines = lines if file.read() == b"\n" else f"\n{lines}"
            file.write(lines.encode())

    def _move_aside(self, file: Path) -> str:
        """Rename a broken file, and say what it is called now."""
        asides = (self._folder / f"{LIST}.broken-{number}" for number in count(1))
        aside = next(path for path in asides if not path.exists())
        file.rename(aside)
        return aside.name
