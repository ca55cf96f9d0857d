"""What can go wrong in the grader.

GraderError
├── Misuse      what was asked for makes no sense; exit status 2
├── OwnFault    the grader or the lab is broken; never counted against a student
├── Interrupted somebody wants the run to end
└── Verdict     how a check ends early
    ├── Failed    student code did the wrong thing
    └── Trouble   student code raised, exited, hung or flooded
"""

from __future__ import annotations


class GraderError(Exception):
    """Something that one clear sentence explains; its text is that sentence."""


class Misuse(GraderError):
    """A wrong name, a folder that is not there."""


class OwnFault(GraderError):
    """The grader's own failure, or the lab's."""


class Interrupted(GraderError):
    """The run was told to end; nothing is said of what was under way."""


class Verdict(GraderError):
    """Ends a check; the check's result is made from it."""


class Failed(Verdict):
    """Student code ran, and did something else than it should: what was done, expected and got.

    `help` is one more line, for a mistake that the check recognises. `place` is the function in
    the student's file that it is about.
    """

    def __init__(self, did: str, expected: str, got: str, help: str, place: str) -> None:
        super().__init__(f"{did}: expected {expected}, got {got}")
        self.did, self.expected, self.got, self.help, self.place = did, expected, got, help, place


class Trouble(Verdict):
    """Student code did not come to its end.

    `file` is the exercise whose file is at fault, if that is known; `line` counts from 1.
    `at_import` says that the file could not even be imported: every check that needs it shares
    this trouble. `unwritten` marks a stub that nobody has touched.
    """

    def __init__(
        self,
        what: str,
        *,
        file: str | None = None,
        line: int | None = None,
        at_import: bool = False,
        unwritten: bool = False,
    ) -> None:
        super().__init__(what)
        self.file, self.line = file, line
        self.at_import, self.unwritten = at_import, unwritten
