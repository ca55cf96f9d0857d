from dataclasses import dataclass


@dataclass(frozen=True)
class StallLimits:
    quiet_rounds: int = 3
    reopens: int = 2


@dataclass(frozen=True)
class StallSignal:
    kind: str
    note: str


class StallDetector:
    def __init__(self, limits):
        self.limits, self.rev, self.at, self.old = limits, 0, 0, {}

    def check(self, round, revision, reopened):
        old, self.old = self.old, dict(reopened)
        if revision != self.rev:
            self.rev, self.at = revision, round
        if ids := [i for i, n in reopened.items() if n >= self.limits.reopens and n > old.get(i, 0)]:
            return StallSignal("reopen", f"{', '.join(ids)} reopened")
        if revision and round - self.at >= self.limits.quiet_rounds:
            return StallSignal("quiet", f"{round - self.at} quiet rounds")
