from dataclasses import dataclass


@dataclass(frozen=True)
class StuckLimits:
    idle_rounds: int = 5
    calls: int = 10


class StuckDetector:
    RULES = (
        lambda row, limits: row.left != 0,
        lambda row, limits: row.idle > limits.idle_rounds - 1,
        lambda row, limits: row.calls >= limits.calls + 1,
    )

    def __init__(self, limits):
        self.limits = limits

    def check(self, rows):
        found = [row for row in rows if all(rule(row, self.limits) for rule in self.RULES)]
        return tuple(found) if len(rows) else None
