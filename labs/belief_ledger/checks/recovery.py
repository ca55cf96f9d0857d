"""Exercise 4: the recovery."""

from __future__ import annotations

import re
from typing import Any

from grader.checks import Trial, check

from .observations import AgentSeen, RemediesSeen, RemedySeen, TakenUpSeen
from .shared import Case, Data, by_round, converse, draw_calls, draw_rows, fact_from, plan, reminded, states, written

ALL = ("tables", "consistency", "stuck", "recovery")
RECOVERY = ("tables", "stuck", "recovery")


@check(9, "recovery", needs=ALL, place="Recovery.on")
def old_facts_are_fetched_again(trial: Trial) -> None:
    """an old fact is fetched again, under review until new evidence"""
    call = draw_calls(trial, 3)[0]
    old = fact_from(call, trial.draw.names(1)[0], trial.draw.phrases(1)[0]) | {"state": "to_review", "reviewed": 6}
    fresh = old | {"state": "confirmed"}
    row = _stuck_row(trial) | {"blocked_by": old["id"]}
    tried = [_attempt(row, "one way", "a b"), _attempt(row, "another way", "c")]
    cases = [
        _case("blocked by a fact under review", "refetch", row, [old]),
        _case("the same, after two approaches", "refetch", row, [old], tried),
        _case("the same, for a part", "refetch", row | {"part_of": "whole"}, [old]),
        _case("the same, after a split", "refetch", row | {"recoveries": ["split"]}, [old]),
        _case("the same, after a refetch", "split", row | {"recoveries": ["refetch"]}, [old]),
        _case("blocked by a confirmed fact", "split", row, [fresh]),
        _case("not blocked, with a fact under review in the table", "split", row | {"blocked_by": ""}, [old]),
    ]
    for case, remedy in zip(cases, _remedies(trial, cases), strict=True):
        did = f"`on` for a stuck row: {case['what']}"
        trial.same("the fact's state", [fact.state for fact in remedy.facts], [case["facts"][0]["state"]], did=did)
        if remedy.kind == "refetch":
            for part in (old["id"], call["tool"], call["arguments"]):
                trial.true(part in remedy.text, f"a text with {part!r}", repr(remedy.text), did=did)
    talk = converse(trial, "stale_fact", rounds=20)
    trial.same("reminded after rounds", reminded(talk), [6])
    trial.same("then called", [name for name, _ in talk.transcript.calls(8)], ["read_file"])
    expected = "- confirmed confirmed to to to to to confirmed to confirmed confirmed"
    by_round(trial, "the fact's state", states(talk.seen.history, written(trial, talk, "record_fact", 1)[0]), expected)
    trial.same("the turn ended with", talk.seen.reason, "answered")


@check(10, "recovery", needs=RECOVERY, place="Recovery.on")
def touched_again_and_again_is_split(trial: Trial) -> None:
    """a requirement touched again and again without progress is split"""
    row = _stuck_row(trial)
    same = trial.draw.phrases(1)[0]
    again = [_attempt(row, same, "a b c"), _attempt(row, same.upper(), "d")]
    renamed = [_attempt(row, "one way", "a b c"), _attempt(row, "another way", "c b a")]
    nameless = [_attempt(row, "", "a"), _attempt(row, "one way", "b")]
    idle = [_attempt(row, "one way", ""), _attempt(row, "another way", "a b")]
    other = _attempt(row, "another way", "b")
    before, long_before = ([_attempt(row, "one way", "a", last=row["closer"] - late), other] for late in (0, 3))
    # Ids on both sides of the row's own.
    first, last = ([_attempt({"id": id_}, "one way", "a"), other] for id_ in ("0", f"{row['id']}0"))
    cases = [
        _case("nothing was tried under a name", "split", row),
        _case("one approach, again and again, with other calls", "split", row, tried=again),
        _case("two names for the same calls", "split", row, tried=renamed),
        _case("calls without a name, then one approach", "split", row, tried=nameless),
        _case("an approach that called nothing, then another", "split", row, tried=idle),
        _case("an approach that ended when the row came closer, then another", "split", row, tried=before),
        _case("an approach that ended long before that, then another", "split", row, tried=long_before),
        _case("one approach to it, and another to another row", "split", row, tried=first),
        _case("one approach to it, and another to another row that has its id in its own", "split", row, tried=last),
    ]
    for remedy in _remedies(trial, cases):
        trial.true(row["id"] in remedy.text, f"a text that names {row['id']!r}", repr(remedy.text))
    _splits_once(trial)
    talk = converse(trial, "same_again", rounds=20)
    (whole,) = written(trial, talk, "write_requirement", 1)
    trial.same("reminded after rounds", reminded(talk), [5])
    by_round(trial, "rows", [len(each.rows) for each in talk.seen.history], "1 1 1 1 1 2 2 2 2")
    parts = [each.id for each in talk.seen.history[-1].rows]
    trial.same("parts of", [each.part_of for each in talk.seen.history[-1].rows], [whole, whole])
    trial.true(whole not in parts, "two parts in place of the whole row", f"the rows {parts}")
    trial.same("the turn ended with", talk.seen.reason, "answered")


@check(11, "recovery", needs=RECOVERY, place="Recovery.on")
def handed_back_with_tables_and_page(trial: Trial) -> None:
    """two approaches idle: handed back with both tables and the page"""
    row = _stuck_row(trial)
    first, second = trial.draw.phrases(2)
    two = [_attempt(row, first, "a b"), _attempt(row, second, "a c")]
    part = row | {"part_of": trial.draw.names(1)[0]}
    whole = _attempt({"id": part["part_of"]}, first, "a")
    between = [two[0], _attempt(row, first.upper(), "d"), two[1]]
    many = [*two, *(_attempt(row, f"{second} {number}", f"x{number}") for number in range(100))]
    fits = many[:39]
    cases = [
        _case("two approaches", "hand_back", row, tried=two),
        _case("one approach, once more, then another", "hand_back", row, tried=between),
        _case("a part, and what was tried on the whole", "hand_back", part, tried=[whole, _attempt(part, second, "b")]),
        _case("it was to be split before", "hand_back", row | {"recoveries": ["split"]}, tried=two[:1]),
        _case("39 approaches", "hand_back", row, tried=fits),
        _case("102 approaches", "hand_back", row, tried=many),
    ]
    for case, remedy in zip(cases, _remedies(trial, cases), strict=True):
        _is_page(trial, case, remedy)
    observed = trial.act("python -m mca with INJECT=two_approaches", "whole_agent", AgentSeen, mode="two_approaches")
    trial.same("exit status", observed.seen.status, 1)
    trial.same("rounds", observed.transcript.rounds, 5)
    (stuck,) = written(trial, observed, "write_requirement", 1)
    (_, first_start), *_ = observed.transcript.calls(2)
    wanted = ("World", "Requirements", f"Stuck: {stuck}", "STUCK", str(first_start["approach"]), "set another width")
    for place, text in (("screen", observed.seen.screen), ("report", observed.project.get("report.md", ""))):
        for part_ in wanted:
            trial.true(part_ in text, f"{part_!r} on the {place}", f"a {place} without it:\n{text[-900:]}")
    last = observed.seen.screen.rstrip("\n").rpartition("\n")[2]
    trial.true(last.startswith("handed_back: 0/1"), "handed_back: 0/1 …", last)


@check(12, "recovery", needs=ALL, place="Recovery.on")
def no_limit_was_raised(trial: Trial) -> None:
    """the tables live outside the conversation; no limit was raised"""
    row, call = _stuck_row(trial), draw_calls(trial, 3)[0]
    old = fact_from(call, trial.draw.names(1)[0], trial.draw.phrases(1)[0]) | {"state": "to_review", "reviewed": 6}
    cases = [_case("once", "", row), _case("blocked", "", row | {"blocked_by": old["id"]}, [old])]
    cases.append(_case("two approaches", "", row, tried=[_attempt(row, "one way", "a"), _attempt(row, "another", "b")]))
    # Its own row and another one, around both limits; all of it twice, as a hit must not change them either.
    numbers = [(4, 11), (5, 10), (5, 11), (9, 25)]
    near = [each | {"idle": idle, "calls": calls} for each in (row, *draw_rows(trial, 1)) for idle, calls in numbers]
    for case, remedy in zip(cases, _remedies(trial, cases, [*near, *near]), strict=True):
        did = f"`on` for a row: {case['what']}"
        trial.true(remedy.kept, "the limits that it was made with", "other limits", did=did)
        # Whether the numbers are the right ones is another check's.
        said = (remedy.fresh, remedy.after, remedy.remedied)
        trial.same("verdicts observed:", [len(each) for each in said], [2 * len(near)] * 3, did=did)
        asked = f"rows with idle rounds and calls {numbers}, of this id and of another, asked about twice"
        first = remedy.fresh[: len(near)]
        trial.same("stuck", remedy.after[: len(near)], first, did=f"{did}; then {asked}", help=_RAISED)
        # A detector that counts by itself is another check's: here, what was stuck has to be so again.
        stuck = [each for each in first * 2 if each]
        at_first, after, remedied = ([v for v, was in zip(each, first * 2, strict=True) if was] for each in said)
        hit = "that a row was stuck changes no number either"
        trial.same("stuck", at_first, stuck, did=f"{asked}, before any recovery", help=hit)
        trial.same("stuck", after, stuck, did=f"{did}; then {asked}", help=_RAISED)
        trial.same("stuck", remedied, stuck, did=f"{did}; then {asked}, with that remedy had", help=_RAISED)
    did = "a conversation with INJECT=stale_fact, and then another one in the same folder"
    observed = trial.act(did, "taken_up", TakenUpSeen, mode="stale_fact", rounds=8)
    seen = observed.seen
    trial.true(reminded(observed), "a recovery on the way", "none")
    trial.same("idle rounds and calls that are allowed", seen.first.limits, [5, 10])
    trial.true(seen.first.kept, "the limits that the turn began with", "other limits")
    trial.true(seen.first.history, "rounds in the first conversation", "none")
    before, now = seen.first.history[-1], seen.second
    kept = [[(each.id, each.text, each.command, each.touched, each.closer) for each in at.rows] for at in (now, before)]
    trial.same("requirements", *kept)
    trial.same("facts", [each.id for each in now.facts], [each.id for each in before.facts])
    trial.same("states", [each.state for each in now.facts], ["to_review"] * len(before.facts))
    for id_ in [*(each.id for each in before.rows), *(each.id for each in before.facts)]:
        trial.true(id_ in now.pinned, f"{id_!r} in the next prompt", f"a prompt without it:\n{now.pinned}")
        for file in ("ledger.json", "ledger.md"):
            text = observed.project.get(f".mca/{file}", "")
            trial.true(id_ in text, f"{id_!r} in `.mca/{file}`", f"without it:\n{text}")


_RAISED = "a row is stuck at the same numbers before a remedy and after it"


def _splits_once(trial: Trial) -> None:
    """Two parts, each with a command of its own, take the place of a row, and are not split again."""
    before, whole, after, last, *others = draw_rows(trial, 8)
    one, two, three, four = sorted(others, key=lambda row: str(row["command"]))
    (fact,) = trial.draw.names(1)

    def write(row: Data, blocked_by: str = "") -> list[Any]:
        return ["write_requirement", row["id"], row["text"], row["command"], [], blocked_by]

    def into(*parts: Data) -> list[Any]:
        return ["split", whole["id"], list(parts)]

    cases: list[Case] = [
        ("a row before it", write(before), True),
        ("the row to split, blocked by a fact", write(whole, fact), True),
        *(("a row after it", write(row), True) for row in (after, last)),
        ("an action on it", ["act", whole["id"], 7, 3], None),
        ("into one", into(one), False),
        ("into three", into(one, two, three), False),
        ("into two with the same command", into(one, two | {"command": one["command"]}), False),
        ("into two with the same id", into(one, two | {"id": one["id"]}), False),
        ("into two, one with the id of another row", into(one, two | {"id": after["id"]}), False),
        ("into two, one with the command of the whole", into(one | {"command": whole["command"]}, two), False),
        ("into two, one with the command of another row", into(one, two | {"command": before["command"]}), False),
        ("an unknown row", ["split", one["id"], [two, three]], False),
        ("into two", into(two, one), True),
        ("a part", ["split", one["id"], [three, whole]], False),
        ("the row after it, into two", ["split", after["id"], [three, four]], True),
    ]
    rows = plan(trial, "split", [fact_from(draw_calls(trial, 1)[0], fact, trial.draw.phrases(1)[0])], cases)
    got = [(row.id, row.part_of, row.blocked_by, row.touched, row.left) for row in rows]
    parts = [(part["id"], whole["id"], fact, 0, None) for part in (two, one)]
    parts += [(part["id"], after["id"], "", 0, None) for part in (three, four)]
    parts = [(before["id"], "", "", 0, None), *parts, (last["id"], "", "", 0, None)]
    trial.same("rows", got, parts, did="a split of the second and the third of four rows")


def _is_page(trial: Trial, case: Data, remedy: RemedySeen) -> None:
    """The page names the row, and of the attempts on it each, or the newest and how many are missing."""
    did = f"`on` for a stuck row: {case['what']}"
    lines = remedy.text.splitlines() or [""]
    tried = case["attempts"]
    trial.true(len(lines) <= 40, "at most 40 lines", f"{len(lines)} lines", did=did)
    trial.true(case["row"]["id"] in lines[0], f"a heading that names {case['row']['id']!r}", lines[0], did=did)
    shown = min(len(tried), 39 if len(tried) <= 39 else 38)
    for attempt in tried[len(tried) - shown :]:
        parts = [attempt["approach"], *(str(attempt[name]) for name in ("first", "last", "before", "after"))]
        parts.append(str(len(attempt["actions"])))
        found = any(_holds(line, parts) for line in lines[1:])
        trial.true(found, f"a line with {', '.join(parts)}", f"the page\n{remedy.text}", did=did)
    if shown == len(tried):
        trial.same("lines", len(lines), 1 + shown, did=did)
    else:
        left_out = str(len(tried) - shown)
        trial.true(_holds(lines[1] + lines[-1], [left_out]), f"a line that says {left_out} left out", lines[1], did=did)


def _holds(line: str, parts: list[str]) -> bool:
    """Whether each part stands in a line, numbers as whole numbers and as often as they are wanted."""
    texts = [part for part in parts if not part.isdigit()]
    rest = line
    for text in texts:
        if text not in rest:
            return False
        rest = rest.replace(text, " ", 1)
    numbers = re.findall(r"\d+", rest)
    return all(numbers.count(part) >= parts.count(part) for part in parts if part.isdigit())


def _stuck_row(trial: Trial) -> Data:
    """A row over both limits."""
    counts: Data = {"touched": 20, "closer": 11, "idle": 9, "calls": 25, "left": 3, "best": 3}
    return draw_rows(trial, 1)[0] | counts


def _attempt(row: Data, approach: str, actions: str, last: int = 19) -> Data:
    """An attempt on a row; its calls are words."""
    numbers = {"first": 7, "last": last, "before": 31, "after": 32}
    return {"requirement": row["id"], "approach": approach, "actions": actions.split(), **numbers}


def _case(what: str, kind: str, row: Data, facts: list[Data] | None = None, tried: list[Data] | None = None) -> Data:
    return {"what": what, "kind": kind, "row": row, "facts": facts or [], "attempts": tried or []}


def _remedies(trial: Trial, cases: list[Data], near: list[Data] | None = None) -> list[RemedySeen]:
    """What a recovery says to each case; each is of the kind that the case names, if it names one.

    Detectors are asked about the rows `near` the limits before and after it.
    """
    inputs = [{name: case[name] for name in ("row", "facts", "attempts")} for case in cases]
    seen = trial.act("`on` for stuck rows", "remedies", RemediesSeen, cases=inputs, near=near or []).seen.remedies
    trial.same("remedies observed:", len(seen), len(cases))
    for case, remedy in zip(cases, seen, strict=True):
        if case["kind"]:
            trial.same("kind", remedy.kind, case["kind"], did=f"`on` for a stuck row: {case['what']}")
    return seen
