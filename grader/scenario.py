"""One scenario, from its start to what came of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from grader.child import Child, Starter, ended
from grader.exceptions import Interrupted, Trouble
from grader.listener import Listener
from grader.relay import Exchange, Relay
from grader.scratch import scratch
from grader.submission import Submission
from mca.lab import Lab


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be run: a function of the lab's `scenarios.py`, the files it needs, its inputs.

    `mode` is the `INJECT` mode of its scripted model, `None` if it talks to none.
    """

    scenario: str
    names: Sequence[str]
    inputs: dict[str, Any]
    mode: str | None
    seed: int


@dataclass(slots=True)
class Outcome:
    """What came of it: what the child saw, and what was seen of it from outside."""

    observation: Any = None
    trouble: Trouble | None = None
    exchanges: list[Exchange] = field(default_factory=list)
    project: dict[str, str] = field(default_factory=dict)
    output: str = ""


class ScenarioRunner:
    """Runs scenarios of one lab on one submission, each in a child of its own.

    A file that could not be imported is remembered: whoever needs it gets the same trouble at
    once, so that a file that hangs costs one wait. `without` collects the limits that this system
    could not set.
    """

    def __init__(self, lab: Lab, submission: Submission, starter: Starter) -> None:
        self._lab = lab
        self._submission = submission
        self._starter = starter
        self._unusable = {
            name: Trouble(reason, file=name, line=1, at_import=True) for name, reason in submission.refused.items()
        }
        self.without: set[str] = set()
        self._running: list[Child] = []
        self._stopped = False
        self._deadline = time.monotonic() + lab.limits.submission_seconds

    def run(self, job: Job) -> Outcome:
        """Run one scenario. Raises `OwnFault` for what is not the student's doing, `Interrupted` after `stop`."""
        for name in job.names:
            if name in self._unusable:
                return Outcome(trouble=self._unusable[name])
        outcome = self._attempt(job)
        if self._stopped:
            raise Interrupted("the run was told to end")
        if outcome.trouble and outcome.trouble.at_import and outcome.trouble.file:
            self._unusable[outcome.trouble.file] = outcome.trouble
        return outcome

    def stop(self) -> None:
        """End every scenario that is under way, and start no other."""
        self._stopped = True
        for child in list(self._running):
            child.end()

    def _attempt(self, job: Job) -> Outcome:
        seconds = min(self._lab.limits.scenario_seconds, self._deadline - time.monotonic())
        if seconds <= 0:
            return Outcome(trouble=Trouble(f"no time left after {self._lab.limits.submission_seconds:g} s in all"))
        with ExitStack() as stack:
            place = stack.enter_context(scratch(self._lab, self._submission, job.names, self._starter.folder))
            relay = None
            if job.mode is not None:
                scripts = self._lab.folder / "scripts.py"
                relay = Relay(stack.enter_context(ended(self._starter.model(scripts, job.mode, job.seed))))
            child = stack.enter_context(ended(self._starter.scenario()))
            self._running.append(child)
            stack.callback(self._running.remove, child)
            if self._stopped:
                child.end()
            listener = Listener(child, relay, place, seconds)
            outcome = Outcome()
            try:
                outcome.observation = listener.observe(_message(job))
            except Trouble as trouble:
                outcome.trouble = trouble
            outcome.exchanges = relay.exchanges if relay else []
            outcome.project = place.project_texts()
            outcome.output = listener.output()
            self.without.update(listener.without)
        return outcome


def _message(job: Job) -> dict[str, Any]:
    """The part of a job that the child is told: no mode, no seed."""
    return {"scenario": job.scenario, "names": list(job.names), "inputs": job.inputs}
