"""Holds the tables against what was seen: which facts no longer stand, which requirements nobody works on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .tables import CONFIRMED, TO_REVIEW, Fact, Observation, Requirement, Tables


@dataclass(frozen=True, slots=True)
class Findings:
    """What one look at the tables found: facts that now go to review, requirements that no action ever touched."""

    to_review: tuple[Fact, ...]
    untouched: tuple[Requirement, ...]


def check(tables: Tables, seen: Sequence[Observation]) -> Findings:
    """Compare the tables with all that was seen so far, after each round.

    A confirmed fact is contradicted when a later call that looked asked the same question (the
    same `source`) and its output no longer holds the quote; whether that call failed makes no
    difference. The fact then goes to review in the tables, with the number of the newest such call
    in `reviewed`. Other facts stay as they are. Untouched rows are named in the order of the table.

    >>> fact = Fact("f", "the tea is hot", Evidence(1, "92 degrees", "read_file {}"), confirmed=1.5)
    >>> findings = check(Tables([fact]), [Observation(7, 3, "read_file", "{}", "41 degrees")])
    >>> [(fact.state, fact.reviewed) for fact in findings.to_review]
    [('to_review', 7)]
    """
    to_review = []
    for fact in tables.facts:
        against = [each.number for each in seen if _contradicts(each, fact)]
        if fact.state == CONFIRMED and against:
            doubted = replace(fact, state=TO_REVIEW, reviewed=max(against))
            tables.put(doubted)
            to_review.append(doubted)
    return Findings(tuple(to_review), tuple(row for row in tables.requirements if not row.touched))


def _contradicts(seen: Observation, fact: Fact) -> bool:
    # TODO 2: one kind of call is passed over here that may contradict a fact, and another is believed
    # that saw nothing.
    evidence = fact.evidence
    if evidence is None or not seen.ok or seen.source != evidence.source:
        return False
    return seen.number > evidence.call and evidence.quote not in seen.output
