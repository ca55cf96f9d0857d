from dataclasses import dataclass


@dataclass
class StuckLimits:
    idle_rounds: int = 5
    calls: int = 10


class StuckDetector:
    def __init__(self, limits):
        self.limits = limits

    def check(self, rows):
        if len(rows) == 0:
            return None
        stuck = []
        for row in rows:
            if row.done:
                continue
            if row.idle < self.limits.idle_rounds:
                continue
            if row.calls <= self.limits.calls:
                continue
            stuck.append(row)
        return tuple(stuck)
