"""What can go wrong in the agent.

McaError
├── ModelError      the model could not answer; ends the turn
├── ToolError       a tool could not do it; the model is told why and goes on
├── LabError        a lab, or what was asked of one, is not as it must be
└── StudentFault    a student's file could not be imported, or handed over the wrong thing
"""

from __future__ import annotations


class McaError(Exception):
    """Something that one clear sentence explains; its text is that sentence."""


class ModelError(McaError):
    """The model process ended, answered nonsense, or said that it cannot go on."""


class ToolError(McaError):
    """The text goes back to the model as the call's result."""


class LabError(McaError):
    """No such lab, a malformed `lab.toml`, a folder that is not there."""


class StudentFault(McaError):
    """A fault in a student's file.

    `file` is the stem of the file at fault (`panel` for `panel.py`).
    """

    def __init__(self, file: str, text: str) -> None:
        super().__init__(text)
        self.file = file
