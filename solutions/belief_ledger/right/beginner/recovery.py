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
        # 1. an old fact
        fact = None
        for each in tables.facts:
            if each.id == row.blocked_by:
                fact = each
        already = False
        for kind in row.recoveries:
            if kind == "refetch":
                already = True
        if fact is not None and fact.state == "to_review" and not already:
            text = "Fact " + fact.id + " is old. Call this again: " + fact.evidence.source
            return Remedy("refetch", text)
        # 2. nothing helps
        hand_back = False
        if row.part_of != "":
            hand_back = True
        for kind in row.recoveries:
            if kind == "split":
                hand_back = True
        mine = []
        for attempt in attempts:
            if attempt.requirement == row.id and attempt.last > row.closer:
                if attempt.approach != "" and attempt.actions != ():
                    mine.append(attempt)
        for one in mine:
            for two in mine:
                names = one.approach.lower() != two.approach.lower()
                calls = sorted(one.actions) != sorted(two.actions)
                if names and calls:
                    hand_back = True
        if hand_back:
            return Remedy("hand_back", self.make_page(row, attempts))
        # 3. too big
        return Remedy("split", "Please split " + row.id + " into two smaller requirements.")

    def make_page(self, row, attempts):
        lines = []
        for attempt in attempts:
            if attempt.requirement == row.id or attempt.requirement == row.part_of:
                line = "* " + attempt.approach
                line = line + " rounds " + str(attempt.first) + " - " + str(attempt.last)
                line = line + " calls " + str(len(attempt.actions))
                line = line + " before " + str(attempt.before) + " after " + str(attempt.after)
                lines.append(line)
        missing = 0
        while len(lines) + 1 > PAGE_LINES or (missing > 0 and len(lines) + 2 > PAGE_LINES):
            lines.pop(0)
            missing = missing + 1
        if missing > 0:
            lines.insert(0, str(missing) + " older ones are missing here")
        lines.insert(0, "What was tried for " + row.id)
        return "\n".join(lines)
