"""The tools that change files: somebody is asked before they run."""

from __future__ import annotations

import re

from pydantic import Field

from mca.exceptions import ToolError
from mca.tools.tool import Arguments, Tool, shortened
from mca.tools.workspace import Workspace


class EditFile(Arguments):
    """What to replace by what."""

    path: str = Field(description="relative to the working folder")
    old: str = Field(min_length=1, description="the text to replace; it must stand exactly once in the file")
    new: str = Field(description="the text to put in its place")


class WriteFile(Arguments):
    """The whole new text of a file."""

    path: str = Field(description="relative to the working folder")
    text: str


def edit_file(workspace: Workspace) -> Tool:
    """Replaces one passage of a file."""

    def run(arguments: EditFile) -> str:
        text = workspace.read(arguments.path)
        # A passage that stands twice is refused: to guess which one was meant is to be wrong half the time.
        old, new = arguments.old, arguments.new
        if "\r\n" in text:
            old, new = (re.sub("\r?\n", "\r\n", part) for part in (old, new))
        if (found := len(re.findall(f"(?={re.escape(old)})", text))) != 1:
            raise ToolError(f"{shortened(arguments.old)} stands {found} times in {arguments.path!r}, not once")
        workspace.write(arguments.path, text.replace(old, new))
        return f"edited {arguments.path}"

    return Tool("edit_file", "Replace a passage that stands exactly once in a file.", EditFile, run)


def write_file(workspace: Workspace) -> Tool:
    """Writes a whole file."""

    def run(arguments: WriteFile) -> str:
        workspace.write(arguments.path, arguments.text)
        return f"wrote {arguments.path} ({len(arguments.text.splitlines())} lines)"

    return Tool("write_file", "Create a file, or replace all of its text.", WriteFile, run)
