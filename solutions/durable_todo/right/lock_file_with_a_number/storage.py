from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..disk import sync_folder
from ..records import Change, Check, Saved, decode, encode, history_line


@dataclass(frozen=True, slots=True)
class Opened:
    saved: Saved
    note: str = ""


class Store:
    def __init__(self, folder: Path, check: Check = lambda _: "") -> None:
        self.list, self.history, self.lock = (folder / name for name in ("todo.json", "todo.jsonl", "todo.lock"))
        self.folder, self.check, self.mine = folder, check, False

    def open(self) -> Opened:
        self.folder.mkdir(parents=True, exist_ok=True)
        note = "" if self.mine else self._claim()
        try:
            text = self.list.read_bytes()
        except FileNotFoundError:
            return Opened(Saved(), note)
        try:
            return Opened(decode(text.decode(), self.check), note)
        except ValueError as error:
            if note:
                return Opened(Saved(), note)
            number = len(list(self.folder.glob("broken-*.json"))) + 1
            aside = self.list.rename(self.folder / f"broken-{number}.json")
            return Opened(Saved(), f"moved to {aside.name}: {error}")

    def _claim(self) -> str:
        for _ in range(2):
            try:
                descriptor = os.open(self.lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
            except FileExistsError:
                owner = int(self.lock.read_text() or 0)
                if _lives(owner):
                    return f"process {owner} has the list"
                self.lock.unlink()
            else:
                os.write(descriptor, str(os.getpid()).encode())
                os.close(descriptor)
                self.mine = True
                return ""
        return "somebody else was quicker"

    def save(self, saved: Saved, changes: Sequence[Change] = ()) -> str:
        if not self.mine:
            return "read only"
        new = self.list.with_suffix(".next")
        descriptor = os.open(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o644)
        data = encode(saved).encode()
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
        os.close(descriptor)
        os.rename(new, self.list)
        sync_folder(self.folder)
        before = self.history.read_bytes() if self.history.exists() else b""
        lines = [history_line(change) + "\n" for change in changes]
        if before and not before.endswith(b"\n"):
            lines.insert(0, "\n")
        with self.history.open("a", encoding="utf-8") as file:
            file.writelines(lines)
        return ""

    def close(self) -> None:
        if self.mine:
            self.lock.unlink()
        self.mine = False


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process > 0
