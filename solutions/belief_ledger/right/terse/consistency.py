from collections import namedtuple
from dataclasses import replace

Findings = namedtuple("Findings", "to_review untouched")


def check(tables, seen):
    doubted = []
    for fact in tables.facts:
        proof = fact.evidence
        no = [
            each.number
            for each in seen
            if proof
            and each.looked
            and (each.source == proof.source)
            and each.number > proof.call
            and proof.quote not in each.output
        ]
        if no and fact.state == "confirmed":
            doubted.append(replace(fact, state="to_review", reviewed=max(no)))
            tables.put(doubted[-1])
    return Findings(doubted, [row for row in tables.requirements if not row.touched])
