from dataclasses import dataclass

from .tables import Fact


@dataclass
class Findings:
    to_review: tuple
    untouched: tuple


def check(tables, seen):
    changed = []
    for fact in tables.facts:
        if fact.state != "confirmed":
            continue
        if fact.evidence is None:
            continue
        newest = 0
        for call in seen:
            if call.looked == False:  # noqa: E712
                continue
            if call.source != fact.evidence.source:
                continue
            if call.number <= fact.evidence.call:
                continue
            found = call.output.find(fact.evidence.quote)
            if found == -1 and call.number > newest:
                newest = call.number
        if newest > 0:
            new_fact = Fact(fact.id, fact.text, fact.evidence, fact.confirmed, "to_review", newest)
            tables.put(new_fact)
            changed.append(new_fact)
    untouched = []
    for row in tables.requirements:
        if row.touched == 0:
            untouched.append(row)
    return Findings(tuple(changed), tuple(untouched))
