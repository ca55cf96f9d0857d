"""All checks of a lab on one submission: the report."""

from __future__ import annotations

import contextlib
import importlib
import os
import pkgutil
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from grader.checks import Check
from grader.child import Starter
from grader.exceptions import Interrupted, Misuse, OwnFault
from grader.judge import judge
from grader.report import CheckResult, ExerciseResult, Report, Status
from grader.restrain import hide_memory
from grader.scenario import ScenarioRunner
from grader.submission import Submission
from mca.lab import Lab
from mca.student import described

SEEDS = 1_000_000
"""One more than the largest seed that is drawn: short enough to type."""

A = TypeVar("A")
B = TypeVar("B")


def load_checks(lab: Lab) -> list[Check]:
    """The checks of a lab's `checks`, a module or a package, by number.

    Raises `OwnFault` if they cannot be imported or are not numbered 1 to n.
    """
    try:
        values = [value for module in _modules(f"{lab.slug}.checks") for value in vars(module).values()]
    except Exception as error:
        raise OwnFault(f"the checks of {lab.slug} cannot be imported: {described(error)}") from error
    checks = sorted({value for value in values if isinstance(value, Check)}, key=lambda check: check.number)
    if [check.number for check in checks] != list(range(1, len(checks) + 1)):
        raise OwnFault(f"the checks of {lab.slug} are not numbered 1 to {len(checks)}")
    return checks


def _modules(name: str) -> Iterator[ModuleType]:
    """A module, and those in it if it is a package."""
    module = importlib.import_module(name)
    yield module
    for inner in pkgutil.iter_modules(getattr(module, "__path__", ()), f"{name}."):
        yield importlib.import_module(inner.name)


def chosen(lab: Lab, checks: Sequence[Check], only: str) -> list[Check]:
    """The checks that `only` means: an exercise's name, a check's number, or nothing for all.

    Raises `Misuse` if it means none.
    """
    picked = [check for check in checks if only in {"", check.exercise, str(check.number)}]
    if not picked:
        names = ", ".join(exercise.name for exercise in lab.exercises)
        raise Misuse(f"--only {only!r} is neither an exercise ({names}) nor a check (1 to {len(checks)})")
    return picked


def concerned(checks: Sequence[Check], changed: Collection[str]) -> list[Check]:
    """The checks that a change to some exercises' files can touch.

    While a check runs, files that it does not need are not even there.
    """
    return [check for check in checks if not set(changed).isdisjoint(check.needs)]


def grade(
    lab: Lab,
    submission: Submission,
    checks: Sequence[Check],
    starter: Starter,
    *,
    seed: int,
    arguments: Sequence[str] | None = None,
) -> Report:
    """Grade one submission, several checks at a time.

    `arguments` are those that grade the same again; the lab's own files if left out.
    A `KeyboardInterrupt` ends what is under way; the report then holds what was judged until then.
    """
    hide_memory()
    started = time.perf_counter()
    runner = ScenarioRunner(lab, submission, starter)
    judged = _side_by_side(lambda check: judge(check, lab, submission, runner.run, seed), checks, runner.stop)
    report = assembled(lab, submission, checks, judged, seed)
    return report.model_copy(
        update={
            "arguments": report.arguments if arguments is None else list(arguments),
            "isolation": starter.isolation,
            "without": sorted(runner.without),
            "seconds": round(time.perf_counter() - started, 3),
        }
    )


def assembled(
    lab: Lab, submission: Submission, checks: Sequence[Check], judged: Iterable[CheckResult], seed: int
) -> Report:
    """The report on what was judged of some checks, without any isolation."""
    results = _blocked(checks, sorted(judged, key=lambda result: result.number))
    return Report(
        lab=lab.slug,
        title=lab.title,
        folder=_near(submission.folder),
        arguments=[] if lab.default else [lab.slug],
        seed=seed,
        isolation="none",
        without=[],
        partial=len(results) < len(checks),
        score=_score(results),
        max_score=len(checks),
        seconds=sum(result.seconds for result in results),
        exercises=_exercises(lab, checks, results),
        checks=results,
    )


def verdict(lab: Lab, submission: Submission, checks: Sequence[Check], starter: Starter, seed: int) -> Report:
    """The report on one submission of many. Raises `KeyboardInterrupt` if it is not whole, because of one."""
    report = grade(lab, submission, checks, starter, seed=seed)
    if report.partial:
        raise KeyboardInterrupt
    return report


def _near(folder: Path) -> str:
    """A folder as seen from here, if it lies below; a name that is no text is spelled out."""
    with contextlib.suppress(OSError, ValueError):  # there may be no "here" any more
        folder = folder.absolute().relative_to(Path.cwd())
    return os.fsencode(folder).decode("utf-8", errors="backslashreplace")


def _side_by_side(function: Callable[[A], B], items: Iterable[A], stop: Callable[[], None]) -> list[B]:
    """Apply a function to every item, as many at a time as there are processors; interrupted, to some of them."""
    waiting, done = list(items)[::-1], list[B]()

    def work() -> None:
        with contextlib.suppress(IndexError, Interrupted):
            while True:
                item = waiting.pop()  # atomic: no two threads get the same
                done.append(function(item))

    threads = [threading.Thread(target=work) for _ in range(min(len(waiting), os.cpu_count() or 1))]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        waiting.clear()
        stop()
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


def _exercises(lab: Lab, checks: Sequence[Check], results: Sequence[CheckResult]) -> list[ExerciseResult]:
    def points(name: str) -> tuple[int, int]:
        passed = _score([result for result in results if result.exercise == name])
        return passed, sum(check.exercise == name for check in checks)

    return [
        ExerciseResult(number=number, name=exercise.name, title=exercise.title, score=score, max_score=most)
        for number, exercise in enumerate(lab.exercises, 1)
        for score, most in [points(exercise.name)]
        if most
    ]


def _score(results: Sequence[CheckResult]) -> int:
    return sum(result.status is Status.PASSED for result in results)
