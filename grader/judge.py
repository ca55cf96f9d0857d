"""One check: its trial, its verdict, and the place that the verdict points to."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable

from grader.checks import Check, Trial
from grader.exceptions import Failed, Interrupted, OwnFault, Trouble
from grader.place import find_line
from grader.report import CheckResult, Status, Where
from grader.scenario import Job, Outcome
from grader.shown import shortened
from grader.submission import Submission
from mca.lab import Lab


def judge(check: Check, lab: Lab, submission: Submission, run: Callable[[Job], Outcome], seed: int) -> CheckResult:
    """Try one check. Whatever happens in it becomes a status, unless the run is interrupted."""
    # The check's number is part of the seed: checked alone, it draws the same values.
    trial = Trial(check, run, f"{seed}/{check.number}")
    started = time.perf_counter()
    status, texts, where = _verdict(check, lab, submission, trial)
    return CheckResult(
        number=check.number,
        exercise=check.exercise,
        name=check.name,
        status=status,
        where=where,
        output="" if status is Status.PASSED else shortened(trial.output),
        seconds=round(time.perf_counter() - started, 4),
        **{key: shortened(text) for key, text in texts.items()},
    )


def _verdict(
    check: Check, lab: Lab, submission: Submission, trial: Trial
) -> tuple[Status, dict[str, str], Where | None]:
    def where(symbol: str) -> Where:
        line = find_line(submission.text(check.exercise), symbol)
        return Where(file=f"{lab.package}/{check.exercise}.py", line=line, symbol=symbol)

    try:
        check.judge(trial)
    except Failed as failed:
        texts = {"did": failed.did, "expected": failed.expected, "got": failed.got, "help": failed.help}
        return Status.FAILED, texts, where(failed.place)
    except Trouble as trouble:
        status = Status.NOT_STARTED if trouble.unwritten else Status.ERROR
        did = f"importing {lab.package}/{trouble.file}.py" if trouble.at_import else trial.did
        texts = {"did": did, "expected": "a run to the end", "got": str(trouble)}
        return status, texts, _place_of(trouble, lab, submission) or where(check.place)
    except Interrupted:
        raise
    except OwnFault as fault:
        return Status.GRADER_ERROR, {"did": trial.did, "got": str(fault)}, None
    except Exception:  # noqa: BLE001 -- a check's own bug must not be taken for the student's
        return Status.GRADER_ERROR, {"did": trial.did, "got": traceback.format_exc(limit=-3)}, None
    return Status.PASSED, {}, None


def _place_of(trouble: Trouble, lab: Lab, submission: Submission) -> Where | None:
    if trouble.file not in submission.sources | submission.refused:
        return None
    return Where(file=f"{lab.package}/{trouble.file}.py", line=trouble.line or 1, symbol="")
