from dataclasses import dataclass

PAGE_LINES = 40


@dataclass
class Remedy:
    kind: str
    text: str


class Recovery:
    def __init__(self, detector):
        self.detector = detector

    def on(self, row, tables, attempts):
        if row.blocked_by and "refetch" not in row.recoveries:
            fact = tables.fact(row.blocked_by)
            if fact and fact.evidence and fact.state == "to_review":
                return Remedy("refetch", f"{fact.id} may not be true any more; ask again: {fact.evidence.source}")
        if row.part_of:
            return Remedy("hand_back", self.page(row, attempts))
        if "split" in row.recoveries:
            return Remedy("hand_back", self.page(row, attempts))
        tried = []
        for attempt in attempts:
            if attempt.requirement != row.id or attempt.last <= row.closer:
                continue
            if attempt.approach == "" or len(attempt.actions) == 0:
                continue
            for other in tried:
                if other.approach.lower() != attempt.approach.lower() and set(other.actions) != set(attempt.actions):
                    return Remedy("hand_back", self.page(row, attempts))
            tried.append(attempt)
        return Remedy("split", f"{row.id} does not move; make two smaller requirements of it")

    def page(self, row, attempts):
        mine = [attempt for attempt in attempts if attempt.requirement in (row.id, row.part_of)]
        lines = [f"{row.id}: {row.text}"]
        if len(mine) > PAGE_LINES - 1:
            lines.append(f"(without the first {len(mine) - PAGE_LINES + 2})")
            mine = mine[-(PAGE_LINES - 2) :]
        for attempt in mine:
            result = f"from {attempt.before} to {attempt.after}"
            rounds = f"round {attempt.first} until {attempt.last}"
            lines.append(f"{rounds}: {attempt.approach}, calls: {len(attempt.actions)}, {result}")
        return "\n".join(lines)
