"""All checks of a lab on one submission: the report."""

from __future__ import annotations

import importlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from grader.checks import Check
from grader.exceptions import Misuse, OwnFault
from grader.judge import judge
from grader.report import CheckResult, ExerciseResult, Report, Status
from grader.scenario import ScenarioRunner
from grader.start import Starter
from grader.submission import Submission
from mca.lab import Lab

A = TypeVar("A")
B = TypeVar("B")


def load_checks(lab: Lab) -> list[Check]:
    """The checks of a lab, by number. Raises `OwnFault` if they are not numbered 1 to n."""
    module = importlib.import_module(f"{lab.slug}.checks")
    checks = sorted((value for value in vars(module).values() if isinstance(value, Check)), key=lambda c: c.number)
    if [check.number for check in checks] != list(range(1, len(checks) + 1)):
        raise OwnFault(f"the checks of {lab.slug} are not numbered 1 to {len(checks)}")
    return checks


def chosen(lab: Lab, checks: Sequence[Check], only: str) -> list[Check]:
    """The checks that `only` means: an exercise's name, a check's number, or nothing for all.

    Raises `Misuse` if it means none.
    """
    picked = [check for check in checks if only in {"", check.exercise, str(check.number)}]
    if not picked:
        names = ", ".join(exercise.name for exercise in lab.exercises)
        raise Misuse(f"--only {only!r} is neither an exercise ({names}) nor a check (1 to {len(checks)})")
    return picked


def grade(
    lab: Lab,
    submission: Submission,
    checks: Sequence[Check],
    starter: Starter,
    *,
    seed: int,
    arguments: Sequence[str] = (),
) -> Report:
    """Grade one submission, several checks at a time."""
    started = time.perf_counter()
    runner = ScenarioRunner(lab, submission, starter)
    results = _side_by_side(lambda check: judge(check, lab, submission, runner.run, seed), checks)
    results = _blocked(checks, sorted(results, key=lambda result: result.number))
    return Report(
        lab=lab.slug,
        title=lab.title,
        folder=_near(submission.folder),
        arguments=list(arguments),
        seed=seed,
        isolation=starter.isolation,
        score=_score(results),
        max_score=len(results),
        seconds=round(time.perf_counter() - started, 3),
        exercises=_exercises(lab, results),
        checks=results,
    )


def _near(folder: Path) -> str:
    """A folder as seen from here, if it lies below."""
    folder = folder.absolute()
    return str(folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder)


def _side_by_side(function: Callable[[A], B], items: Iterable[A]) -> list[B]:
    """Apply a function to every item, as many at a time as there are processors."""
    waiting, done = list(items)[::-1], list[B]()

    def work() -> None:
        while True:
            try:
                item = waiting.pop()  # atomic: no two threads get the same
            except IndexError:
                return
            done.append(function(item))

    threads = [threading.Thread(target=work) for _ in range(min(len(waiting), os.cpu_count() or 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def _blocked(checks: Sequence[Check], results: list[CheckResult]) -> list[CheckResult]:
    """Mark what failed although an earlier check has to pass first."""
    after = {check.number: check.after for check in checks}
    open_ = {result.number for result in results if result.status is not Status.PASSED}
    return [
        result.model_copy(update={"status": Status.BLOCKED, "help": f"needs check {after[result.number]} first"})
        if result.status is Status.FAILED and after[result.number] in open_
        else result
        for result in results
    ]


def _exercises(lab: Lab, results: Sequence[CheckResult]) -> list[ExerciseResult]:
    return [
        ExerciseResult(number=number, name=exercise.name, title=exercise.title, score=_score(mine), max_score=len(mine))
        for number, exercise in enumerate(lab.exercises, 1)
        if (mine := [result for result in results if result.exercise == exercise.name])
    ]


def _score(results: Sequence[CheckResult]) -> int:
    return sum(result.status is Status.PASSED for result in results)
