"""The folder that the agent works in, and the rule that paths stay inside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mca.exceptions import ToolError

HIDDEN = {".git", ".mca", "__pycache__", ".venv", "node_modules"}
"""Folders that no listing or search enters."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """A working folder; the tools see nothing else."""

    root: Path

    def resolve(self, path: str) -> Path:
        """The real place of `path` inside the folder, every symbolic link followed.

        Following first and asking then is what keeps a link from leading out.
        Raises `ToolError` for a path that ends up outside.
        """
        root = self.root.resolve()
        try:
            real = (root / path).resolve()
            real.is_file()
        except (OSError, ValueError, RuntimeError) as error:
            raise ToolError(f"{path!r} is not a path: {error}") from error
        if not real.is_relative_to(root):
            raise ToolError(f"{path!r} lies outside the working folder; paths are relative to it")
        return real

    def read(self, path: str) -> str:
        """The text of a file. Raises `ToolError` if there is none or it is not text."""
        real = self.resolve(path)
        if not real.is_file():
            raise ToolError(f"there is no file {path!r}; `list_files` shows what is there")
        try:
            with real.open(encoding="utf-8", newline="") as file:
                return file.read()
        except UnicodeDecodeError as error:
            raise ToolError(f"{path!r} is not UTF-8 text") from error
        except OSError as error:
            raise ToolError(f"{path!r} could not be read: {error.strerror}") from error

    def write(self, path: str, text: str) -> None:
        """Replace a file's text, making its folders. Raises `ToolError` where that cannot be."""
        real = self.resolve(path)
        try:
            real.parent.mkdir(parents=True, exist_ok=True)
            real.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise ToolError(f"{path!r} could not be written: {error.strerror}") from error

    def files(self, folder: str) -> Iterator[str]:
        """The paths of all files below `folder`, relative to the root, in order."""
        start = self.resolve(folder)
        if not start.is_dir():
            raise ToolError(f"there is no folder {folder!r}; '.' is the working folder")
        for real in sorted(start.rglob("*")):
            inside = real.relative_to(self.root.resolve())
            if real.is_file() and not HIDDEN.intersection(inside.parts):
                yield inside.as_posix()
