"""The rule that no check is there for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from grader.grading import load_checks
from grader.known import known_submissions
from mca.lab import Lab


def every_check_is_needed(lab: Lab) -> Iterator[str]:
    """Each check is the only one to catch some known-wrong submission, or says why it is there."""
    alone = {each.known.loses for each in known_submissions(lab, "wrong")}
    for check in load_checks(lab):
        if (check.number,) not in alone and not check.reason:
            yield f"check {check.number} ({check.name}) is the only one to catch nothing, and gives no reason"
