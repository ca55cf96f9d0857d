from dataclasses import dataclass
from itertools import combinations

PAGE_LINES = 40


@dataclass(frozen=True)
class Remedy:
    kind: str
    text: str


class Recovery:
    def __init__(self, detector):
        self.detector = detector

    def on(self, row, tables, attempts):
        remedies = {
            "refetch": (self._is_old(row, tables), lambda: self._ask_again(row, tables)),
            "hand_back": (self._is_hopeless(row, attempts), lambda: self._page(row, attempts)),
            "split": (True, lambda: f"Two smaller requirements, please, instead of {row.id}."),
        }
        kind, text = next((kind, text) for kind, (applies, text) in remedies.items() if applies)
        return Remedy(kind, text())

    @staticmethod
    def _is_old(row, tables):
        fact = tables.fact(row.blocked_by)
        return bool(fact) and fact.state != "confirmed" and "refetch" not in row.recoveries

    @staticmethod
    def _ask_again(row, tables):
        fact = tables.fact(row.blocked_by)
        return f"Is {fact.id} still true? Do this once more: {fact.evidence.source}"

    @staticmethod
    def _is_hopeless(row, attempts):
        idle = {
            (each.approach.casefold(), frozenset(each.actions))
            for each in attempts
            if each.requirement == row.id and each.last > row.closer and each.approach and each.actions
        }
        differ = any(a != b and x != y for (a, x), (b, y) in combinations(idle, 2))
        return bool(row.part_of) or "split" in row.recoveries or differ

    @staticmethod
    def _page(row, attempts):
        lines = [
            f"| {each.approach} | {each.first}-{each.last} | {len(each.actions)} | {each.before} -> {each.after} |"
            for each in attempts
            if each.requirement in (row.id, row.part_of)
        ]
        room = PAGE_LINES - 1
        if len(lines) > room:
            lines = [f"{len(lines) - room + 1} more before these", *lines[1 - room :]]
        return "\n".join([f"Stuck: {row.id} ({row.text})", *lines])
