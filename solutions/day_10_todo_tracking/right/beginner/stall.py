"""Finds out if the model is stuck."""

from dataclasses import dataclass


@dataclass
class StallLimits:
    """The limits."""

    quiet_rounds: int = 3
    reopens: int = 2


@dataclass
class StallSignal:
    """What is wrong."""

    kind: str
    note: str


class StallDetector:
    """Is asked after every round."""

    def __init__(self, limits):
        self.limits = limits
        self.old_revision = 0
        self.round_of_last_change = 0
        self.old_reopened = {}

    def check(self, round, revision, reopened):
        """Returns a signal or None."""
        # which tasks were opened again?
        bad_tasks = []
        for task in reopened:
            now = reopened[task]
            if task in self.old_reopened:
                before = self.old_reopened[task]
            else:
                before = 0
            if now > before:
                if now >= self.limits.reopens:
                    bad_tasks.append(task)

        # remember the numbers for the next time (a copy!)
        self.old_reopened = {}
        for task in reopened:
            self.old_reopened[task] = reopened[task]

        # did the list change?
        if revision != self.old_revision:
            self.old_revision = revision
            self.round_of_last_change = round

        if revision == 0:
            return None

        if len(bad_tasks) > 0:
            note = "These tasks were done and are open again: " + ", ".join(bad_tasks)
            return StallSignal("reopen", note)

        quiet_rounds = round - self.round_of_last_change
        if quiet_rounds >= self.limits.quiet_rounds:
            note = "The list did not change for " + str(quiet_rounds) + " rounds"
            return StallSignal("quiet", note)

        return None
