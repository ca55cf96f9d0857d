from collections import namedtuple

StuckLimits = namedtuple("StuckLimits", "idle_rounds calls", defaults=(5, 10))


class StuckDetector:
    def __init__(self, limits):
        self.limits = limits

    def check(self, rows):
        rounds, calls = self.limits
        return [row for row in rows if row.left != 0 and row.idle >= rounds and row.calls > calls] if rows else None
