from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..disk import lock
from ..records import Change, Check, Saved, decode, encode, history_line

WRITE = os.O_WRONLY | os.O_CREAT


@dataclass(frozen=True, slots=True)
class Opened:
    saved: Saved
    note: str = ""


class Store:
    def __init__(self, folder: Path, check: Check = lambda _: "") -> None:
        self._path = folder
        self._check = check
        self._held = -1

    def open(self) -> Opened:
        self.close()
        self._path.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._path / "todo.lock", os.O_RDWR | os.O_CREAT, 0o600)
        if lock(descriptor):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, b"%d" % os.getpid(), 0)
            self._held, busy = descriptor, ""
        else:
            busy = f"busy: process {os.pread(descriptor, 32, 0).decode()}"
            os.close(descriptor)
        saved, problem = self._read()
        if problem and not busy:
            problem = f"{problem}; see {self._aside()}"
        return Opened(saved, busy or problem)

    def save(self, saved: Saved, changes: Sequence[Change] = ()) -> str:
        if self._held < 0:
            return "busy when opened"
        folder = os.open(self._path, os.O_RDONLY)
        try:
            self._write(folder, "todo.json~", encode(saved), WRITE | os.O_TRUNC)
            os.replace("todo.json~", "todo.json", src_dir_fd=folder, dst_dir_fd=folder)
            os.fsync(folder)
            lines = "".join(history_line(change) + "\n" for change in changes)
            if lines:
                torn = self._history_ends_in() not in (b"", b"\n")
                self._write(folder, "todo.jsonl", "\n" * torn + lines, WRITE | os.O_APPEND)
        finally:
            os.close(folder)
        return ""

    def close(self) -> None:
        if self._held >= 0:
            os.close(self._held)
            self._held = -1

    def _read(self) -> tuple[Saved, str]:
        try:
            return decode(str((self._path / "todo.json").read_bytes(), "utf-8"), self._check), ""
        except FileNotFoundError:
            return Saved(), ""
        except ValueError as error:
            return Saved(), f"broken: {error}"

    def _aside(self) -> str:
        number = 0
        while True:
            name = f"todo.json.{number}"
            with suppress(FileExistsError):
                os.link(self._path / "todo.json", self._path / name)
                os.unlink(self._path / "todo.json")
                return name
            number += 1

    def _history_ends_in(self) -> bytes:
        try:
            return (self._path / "todo.jsonl").read_bytes()[-1:]
        except FileNotFoundError:
            return b""

    @staticmethod
    def _write(folder: int, name: str, text: str, flags: int) -> None:
        descriptor = os.open(name, flags, 0o600, dir_fd=folder)
        data = memoryview(text.encode())
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
        os.close(descriptor)
