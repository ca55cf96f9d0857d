"""Keeps the list on the disk, so that nothing that happens to the process happens to the list."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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

    def open(self) -> Opened:
        """Take the lock and read the list; an empty one where there is no file.

        A file that cannot be read as a list (`decode`, given the check, says why) is moved aside to
        a name of its own in the same folder, never over an earlier one, and the note names the new
        name: a broken list is not an empty one. While another store has the lock, the list can be
        read, a broken file stays where it is, the note names the process that has the lock by its
        number, and `save` will refuse.
        """
        # TODO 5: a broken file and a missing one look the same here; nobody takes the lock (`disk.lock`),
        # and nobody asks for it; and `_replace` has a moment in which the list is gone.
        self._folder.mkdir(exist_ok=True)
        try:
            return Opened(decode((self._folder / LIST).read_bytes().decode(), self._check))
        except (FileNotFoundError, ValueError):
            return Opened(Saved())

    def save(self, saved: Saved, changes: Sequence[Change] = ()) -> str:
        """Put a list in the place of the one on the disk, then note the changes in the history.

        Returns an empty text once both are there, or a sentence that says why nothing was written:
        a store that found the list in use when it was opened writes nothing until it has been
        opened again, because what it has read may have changed since.
        """
        self._replace(encode(saved))
        self._append("".join(f"{history_line(change)}\n" for change in changes))
        return ""

    def close(self) -> None:
        """Let go of the lock; nothing is written until the store is opened again."""

    def _replace(self, text: str) -> None:
        """Put a new text in the place of the old one."""
        (self._folder / LIST).write_text(text, encoding="utf-8")

    def _append(self, lines: str) -> None:
        """Add lines to the history; one that a dying process left half-written is ended first."""
        with (self._folder / HISTORY).open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                lines = lines if file.read() == b"\n" else f"\n{lines}"
            file.write(lines.encode())
