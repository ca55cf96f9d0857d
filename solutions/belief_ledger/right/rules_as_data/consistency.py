from dataclasses import dataclass, replace

from .tables import Fact, Requirement


@dataclass(frozen=True)
class Findings:
    to_review: tuple[Fact, ...]
    untouched: tuple[Requirement, ...]


def check(tables, seen):
    by_source = {}
    for call in seen:
        if call.looked:
            by_source.setdefault(call.source, []).append(call)

    def newest_no(fact):
        if fact.state != "confirmed" or fact.evidence is None:
            return None
        later = [call for call in by_source.get(fact.evidence.source, []) if call.number > fact.evidence.call]
        return max((call.number for call in later if fact.evidence.quote not in call.output), default=None)

    pairs = [(fact, newest_no(fact)) for fact in tables.facts]
    doubted = [replace(fact, state="to_review", reviewed=number) for fact, number in pairs if number is not None]
    for fact in doubted:
        tables.put(fact)
    return Findings(tuple(doubted), tuple(filter(lambda row: row.touched == 0, tables.requirements)))
