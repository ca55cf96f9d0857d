"""What the model may do: six tools on the files of one folder, and the commands run in it."""

from __future__ import annotations

from mca.tools.command import run_command
from mca.tools.editing import edit_file, write_file
from mca.tools.reading import list_files, read_file, search_files
from mca.tools.tool import Arguments, Tool
from mca.tools.workspace import Workspace

__all__ = ["Arguments", "Tool", "Workspace", "standard_tools"]


def standard_tools(workspace: Workspace) -> list[Tool]:
    """The tools of every run; a lab adds its own."""
    makers = (read_file, list_files, search_files, edit_file, write_file, run_command)
    return [make(workspace) for make in makers]
