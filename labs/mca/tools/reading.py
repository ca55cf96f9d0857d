"""The tools that look: they change nothing, so nobody is asked before they run."""

from __future__ import annotations

from pydantic import Field

from mca.exceptions import ToolError
from mca.tools.tool import Arguments, Tool
from mca.tools.workspace import Workspace

MOST_HITS = 100
MOST_CHARACTERS = 50_000
"""Of one answer: more would push everything else out of the model's context."""


class ReadFile(Arguments):
    """Which lines of which file."""

    path: str = Field(description="relative to the working folder")
    first: int = Field(default=1, ge=1, description="first line, counted from 1")
    last: int | None = Field(default=None, ge=1, description="last line; the end of the file if left out")


class ListFiles(Arguments):
    """Which folder."""

    folder: str = Field(default=".", description="relative to the working folder")


class SearchFiles(Arguments):
    """What to look for, and where."""

    text: str = Field(min_length=1, description="the exact text to look for")
    folder: str = Field(default=".", description="relative to the working folder")


def read_file(workspace: Workspace) -> Tool:
    """Reads a file, or a range of its lines."""

    def run(arguments: ReadFile) -> str:
        lines = workspace.read(arguments.path).splitlines()
        text = "\n".join(lines[arguments.first - 1 : arguments.last])
        if len(text) > MOST_CHARACTERS:
            return f"{text[:MOST_CHARACTERS]}\n(cut here; read the rest by `first` and `last`)"
        return text

    return Tool("read_file", "Read a file, or a range of its lines.", ReadFile, run, read_only=True)


def list_files(workspace: Workspace) -> Tool:
    """Lists the files below a folder."""

    def run(arguments: ListFiles) -> str:
        return "\n".join(workspace.files(arguments.folder)) or "no files"

    return Tool("list_files", "List all files below a folder.", ListFiles, run, read_only=True)


def search_files(workspace: Workspace) -> Tool:
    """Finds the lines that hold a text."""

    def run(arguments: SearchFiles) -> str:
        hits: list[str] = []
        for path in workspace.files(arguments.folder):
            hits += _hits(workspace, path, arguments.text)
        if len(hits) > MOST_HITS:
            hits[MOST_HITS:] = [f"… {len(hits) - MOST_HITS} more; search a smaller folder or a longer text"]
        return "\n".join(hits) or f"no line holds {arguments.text!r}"

    return Tool("search_files", "Find the lines that hold a text.", SearchFiles, run, read_only=True)


def _hits(workspace: Workspace, path: str, text: str) -> list[str]:
    try:
        lines = workspace.read(path).splitlines()
    except ToolError:  # not text, or a link that leads out: nothing to find there
        return []
    return [f"{path}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if text in line]
