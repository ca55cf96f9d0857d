"""Every known submission of every lab gets the verdict that it must get."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.child import Starter
from grader.grading import concerned, grade, load_checks
from grader.known import KnownSubmission, known_submissions
from mca.lab import LABS, Lab, read_lab

LAB_FOLDERS = sorted(path.parent for path in LABS.glob("*/lab.toml"))


def known(kind: str) -> list[object]:
    """The known submissions of all labs, each with its lab, as parameters."""
    labs = map(read_lab, LAB_FOLDERS)
    return [
        pytest.param(lab, each, id=f"{lab.slug}/{each.name}") for lab in labs for each in known_submissions(lab, kind)
    ]


@pytest.mark.parametrize(("lab", "each"), known("wrong"))
def test_wrong_submission_loses_its_checks(
    lab: Lab, each: KnownSubmission, warmed_for: Callable[[str], Starter]
) -> None:
    """A known mistake costs exactly the checks that it must, and the message names it."""
    checks = concerned(load_checks(lab), each.changed)
    assert [] == each.surprises(grade(lab, each.submission, checks, warmed_for(lab.slug), seed=1))


@pytest.mark.parametrize(("lab", "each"), known("right"))
def test_right_submission_loses_nothing(lab: Lab, each: KnownSubmission, warmed_for: Callable[[str], Starter]) -> None:
    """A right answer in another style gets full marks, whatever is drawn."""
    checks = concerned(load_checks(lab), each.changed)
    assert [] == each.surprises(grade(lab, each.submission, checks, warmed_for(lab.slug), seed=2))
