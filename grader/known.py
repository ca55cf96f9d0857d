"""Submissions whose verdict is known beforehand: what proves the checks of a lab.

`solutions/<lab>/wrong/<name>/` is a mistake that a student could make, with the checks that it must
lose; `solutions/<lab>/right/<name>/` is a right answer in another style. Each is told by its
difference from the solution: a folder holds `submission.toml`, and whole files where edits would
not be readable.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.exceptions import OwnFault
from grader.report import Report
from grader.submission import Submission, solution_folder, take
from mca.lab import Lab


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Edit(_Table):
    """One passage of the solution's file, which stands there exactly once, and what stands there instead."""

    file: str
    old: str = Field(min_length=1)
    new: str


class Known(_Table):
    """A known submission. `says` has a phrase that the message of each of some lost checks holds."""

    why: str = Field(min_length=10)
    loses: tuple[int, ...] = ()
    says: dict[int, str] = {}
    edit: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownSubmission:
    """A known submission with its files, ready to be graded."""

    name: str
    known: Known
    submission: Submission
    changed: frozenset[str]

    def surprises(self, report: Report) -> list[str]:
        """What a report says otherwise than was known, in one sentence each."""
        loses = f"{self.name} loses {list(report.lost)}, expected {list(self.known.loses)}"
        found = [loses] if report.lost != self.known.loses else []
        texts = {check.number: f"{check.did}\n{check.expected}\n{check.got}\n{check.help}" for check in report.checks}
        return found + [
            f"{self.name}: check {number} does not say {phrase!r} but {texts.get(number, '')!r}"
            for number, phrase in self.known.says.items()
            if phrase not in texts.get(number, "")
        ]


def known_submissions(lab: Lab, kind: str) -> Iterator[KnownSubmission]:
    """The known submissions of a lab, `wrong` or `right`, by name. Raises `OwnFault` for one that is malformed."""
    solution = take(lab, solution_folder(lab))
    for path in sorted((solution.folder.parent / kind).glob("*/submission.toml")):
        known = _read(path)
        sources = {name: source.decode() for name, source in solution.sources.items()}
        for exercise in lab.exercises:
            if (path.parent / exercise.file).is_file():
                sources[exercise.name] = (path.parent / exercise.file).read_text(encoding="utf-8")
        for edit in known.edit:
            name = edit.file.removesuffix(".py")
            if sources.get(name, "").count(edit.old) != 1:
                raise OwnFault(f"{path}: {edit.old!r} does not stand exactly once in {edit.file}")
            sources[name] = sources[name].replace(edit.old, edit.new)
        submission = Submission(path.parent, {name: source.encode() for name, source in sources.items()}, {})
        changed = frozenset(name for name, source in submission.sources.items() if source != solution.sources[name])
        yield KnownSubmission(f"{kind}/{path.parent.name}", known, submission, changed)


def _read(path: Path) -> Known:
    try:
        return Known.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise OwnFault(f"{path}: {error}") from error
