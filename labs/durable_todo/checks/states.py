"""Exercise 1: the states, and the run in every wrong order."""

from __future__ import annotations

from typing import Any

from grader.checks import Trial, check

from .machine import STATES, WAYS, Machine
from .observations import MovesSeen, TurnSeen
from .shared import Data, call_of, drive, names, said, sentences, shown, tasks

USER_ONLY = {("in_progress", "todo"), *((state, "cancelled") for state in ("todo", "blocked", "in_progress"))}
BOTH = {"consent": True, "interrupt": True}


@check(1, "states", needs=("states",), place="refusal")
def allowed_moves_work(trial: Trial) -> None:
    """every allowed move works, all others are refused naming both states"""
    items = tasks(trial, {"status": "done"}, {}, {"status": "cancelled"}, {"status": "blocked"})
    unknown = trial.draw.choice(["completed", "pending", "Done", "doing", ""])
    moves = [(before, after) for before in STATES for after in (*STATES, unknown)]
    questions: list[list[Any]] = []
    for before, after in moves:
        listed = [*items[:1:-1], {**items[1], "status": before}, items[0]]
        # Where the table says yes, the user's word is given only where it is needed.
        named = BOTH if (before, after) in USER_ONLY or after not in WAYS[before] else {}
        questions.append(["refusal", [{"items": listed}, items[1]["id"], after], named])
    startable = [items[1], {**items[0], "status": "todo"}]
    strangers = ("T-000", "T-9999")
    questions += [["refusal", [{"items": startable}, nobody, "in_progress"], BOTH] for nobody in strangers]
    answers = sentences(trial, "states", questions, "every move from every state")
    for (before, after), answer in zip(moves, answers, strict=False):
        did = f"refusal of {before} to {after!r}"
        if after in WAYS[before]:
            trial.true(answer == "", "nothing against it", f"the answer {answer!r}", did=did)
        else:
            trial.true(answer, "a refusal", "nothing against it", did=did)
            names(trial, answer, STATES if after == unknown else (before, after), (), did=did)
    for nobody, answer in zip(strangers, answers[len(moves) :], strict=True):
        did = f"refusal of a move of {nobody}, on{shown(startable)}"
        trial.true(answer, "a refusal", "nothing against it", did=did)
        names(trial, answer, [nobody, *(item["id"] for item in startable)], (), did=did)


@check(2, "states", needs=("states",), place="refusal")
def one_in_progress(trial: Trial) -> None:
    """one task in progress; a second is refused and the holder named"""
    items = tasks(trial, {}, {"status": "in_progress"}, {}, {"status": "done"})
    first, holder, third, done = (item["id"] for item in items)
    free = [items[0], {**items[1], "status": "blocked"}, *items[2:]]
    questions: list[list[Any]] = [
        ["refusal", [{"items": items}, first, "in_progress"], {}],
        ["refusal", [{"items": items}, third, "in_progress"], BOTH],
        ["refusal", [{"items": items}, holder, "done"], {}],
        ["refusal", [{"items": items}, third, "blocked"], {}],
        ["refusal", [{"items": free}, first, "in_progress"], {}],
    ]
    answers = sentences(trial, "states", questions, f"moves beside a task in progress{shown(items)}")
    for answer, id_, other in ((answers[0], first, third), (answers[1], third, first)):
        did = f"refusal of {id_} to in_progress, on{shown(items)}"
        trial.true(answer, "a refusal", "nothing against it", did=did)
        names(trial, answer, [holder], [other, done], did=did)
    for answer, what in zip(
        answers[2:], ("the holder to done", "another to blocked", "a start with none in progress"), strict=True
    ):
        trial.true(answer == "", "nothing against it", f"the answer {answer!r}", did=f"refusal of {what}")


@check(3, "states", needs=("states",), place="refusal")
def cancelling_needs_consent(trial: Trial) -> None:
    """cancelling needs the user's consent; in doubt the answer says blocked"""
    items = tasks(trial, {}, {"status": "in_progress"}, {"status": "blocked"})
    ways = [({}, False), ({"interrupt": True}, False), ({"consent": True}, True)]
    questions = [["refusal", [{"items": items}, item["id"], "cancelled"], named] for item in items for named, _ in ways]
    answers = iter(sentences(trial, "states", questions, "moves to cancelled"))
    for item in items:
        for named, allowed in ways:
            answer, did = (
                next(answers),
                f"refusal of {item.get('status', 'todo')} to cancelled with {named or 'no consent'}",
            )
            if allowed:
                trial.true(answer == "", "nothing against it", f"the answer {answer!r}", did=did)
            else:
                trial.true(answer, "a refusal", "nothing against it", did=did)
                names(trial, answer, ["consent", "blocked"], (), did=did)
    id_ = items[0]["id"]
    calls = [["move_todo", {"id": id_, "status": "cancelled"}], ["cancel_todo", {"id": id_}]]
    for allow in (False, True):
        did = f"a model that calls move_todo and cancel_todo; the user says {'yes' if allow else 'no'}"
        seen = trial.act(did, "turn", TurnSeen, items=items[::2], calls=calls, request="go on", allow=allow).seen
        trial.same("asked about:", seen.asked, ["cancel_todo"])
        trial.same("calls that worked:", [call.ok for call in seen.outcomes], [False, allow])
        states = {item.id: item.status for item in seen.items}
        trial.same(f"{id_} is", states.get(id_), "cancelled" if allow else "todo")


@check(4, "states", needs=("states",), place="moves_for_request")
def interrupt_puts_back(trial: Trial) -> None:
    """an interrupt puts the task back; any other request waits"""
    items = tasks(trial, {}, {"status": "in_progress"}, {}, {"status": "blocked"})
    holder, new = items[1]["id"], items[2]["id"]
    free = [item for item in items if item["id"] != holder]
    ways = [({}, False), ({"consent": True}, False), ({"interrupt": True}, True)]
    questions = [["refusal", [{"items": items}, holder, "todo"], named] for named, _ in ways]
    answers = sentences(trial, "states", questions, "moves from in_progress to todo")
    for answer, (named, allowed) in zip(answers, ways, strict=True):
        did = f"refusal of in_progress to todo with {named or 'no interrupt'}"
        trial.true(
            (answer == "") is allowed, "no refusal" if allowed else "a refusal", f"the answer {answer!r}", did=did
        )
        if not allowed:
            names(trial, answer, ["interrupt"], (), did=did)
    cases: list[tuple[list[Data], bool, list[list[str]]]] = [
        (items, True, [[holder, "todo"], [new, "in_progress"]]),
        (free, True, [[new, "in_progress"]]),
        (items, False, []),
        (free, False, []),
    ]
    questions = [["moves_for_request", [{"items": listed}, new], {"interrupt": now}] for listed, now, _ in cases]
    seen = trial.act("moves_for_request", "ask", MovesSeen, file="states", questions=questions).seen.answers
    trial.same("answers:", len(seen), len(cases))
    for got, (listed, now, expected) in zip(seen, cases, strict=True):
        did = f"moves_for_request({new!r}, interrupt={now}) on{shown(listed)}"
        trial.same("moves", got, expected, did=did)
    for request, states in (("! first this", ["todo", "in_progress"]), ("later this", ["in_progress", "todo"])):
        did = f"the request {request!r} while a task is in progress"
        turn = trial.act(did, "turn", TurnSeen, items=items[1:2], calls=[], request=request, allow=True).seen
        trial.same("the task before and the request are", [item.status for item in turn.items], states)
        trial.same("the request on the list:", turn.items[-1].detail, request.removeprefix("! "))


@check(20, "states", needs=("states", "dependencies", "adding", "evidence"), place="refusal")
def every_wrong_order(trial: Trial) -> None:
    """a run in every wrong order ends as the rules say"""
    talk = trial.act("a conversation with INJECT=wrong_order", "conversation", TurnSeen, mode="wrong_order", rounds=40)
    trial.true(talk.seen.outcomes, "a call of the model", "none")
    plan = talk.seen.outcomes[0]
    trial.same("tasks that the model's plan put on the list:", len(plan.items) if plan.ok else 0, 3)
    machine = Machine(plan.items)
    made = [call for number in range(2, talk.transcript.rounds + 1) for call in talk.transcript.calls(number)]
    # The spin guard lets no call through that comes for the third time in a row.
    calls = [call for place, call in enumerate(made) if made[max(place - 2, 0) : place] != [call, call]]
    trial.same("calls:", len(talk.seen.outcomes), len(calls) + 1)
    for (tool, arguments), seen in zip(calls, talk.seen.outcomes[1:], strict=True):
        to = "cancelled" if tool == "cancel_todo" else arguments["status"]
        did = f"INJECT=wrong_order: {tool} {arguments}, on{machine}"
        expected = machine.move(arguments["id"], to, consent=tool == "cancel_todo")
        states = {item.id: item.status for item in seen.items}
        _agrees(trial, (seen.ok, seen.result, states), (expected, machine.states), did)
    _drawn_run(trial)


def _drawn_run(trial: Trial) -> None:
    """The board alone, with the user's word given and withheld, and with evidence made and not made."""
    items = tasks(trial, {"file_hints": ["a.py"]}, {}, {"file_hints": ["src"]}, {}, {}, {})
    a, b, c, d, e, f = (item["id"] for item in items)
    items[1]["depends_on"], items[3]["depends_on"], items[4]["depends_on"] = [a], [a, c], [b]
    edit, write = ["call", call_of("edit_file", "a.py")], ["call", call_of("write_file", "src/x.py")]
    forced: list[list[Any]] = [
        ["move", a, "done", {}], ["move", d, "in_progress", {}], ["move", "T-000", "in_progress", {}],
        ["move", a, "in_progress", {}], ["move", a, "in_progress", {}], ["move", b, "in_progress", {}],
        ["move", a, "done", {}], edit, ["move", a, "todo", {"interrupt": True}], ["move", b, "in_progress", {}],
        ["move", a, "in_progress", {}], ["move", a, "done", {}], edit, ["move", a, "done", {}],
        ["move", b, "cancelled", {}], ["move", b, "cancelled", {"consent": True}], ["move", b, "in_progress", {}],
        ["move", e, "in_progress", {}], *[["move", d, "done", {}]] * 3,
        ["move", d, "cancelled", {}], ["move", d, "cancelled", {"interrupt": True}],
        ["move", c, "in_progress", {}], write, ["move", c, "blocked", {}], ["move", c, "in_progress", {}],
        ["move", c, "todo", {}], ["move", c, "done", {}], ["move", c, "in_progress", {}],
        ["move", c, "todo", {"consent": True}], ["move", f, "in_progress", {}],
        ["move", f, "in_progress", {"interrupt": True}], ["move", c, "done", {}], write,
        ["move", c, "done", {}], ["move", c, "todo", {"interrupt": True}],
    ]  # fmt: skip
    machine = Machine(items)
    drawn = [
        ["move", trial.draw.choice([*machine.states, "T-000"]), trial.draw.choice(STATES), _word(trial)]
        for _ in range(40)
    ]
    operations = forced + drawn
    for step, operation in zip(drive(trial, items, operations, "moves in every wrong order"), operations, strict=True):
        did = f"{said(operation)}, on{machine}"
        _agrees(trial, (step.ok, step.text, step.states), (machine.do(operation), machine.states), did)


def _word(trial: Trial) -> dict[str, bool]:
    """The user's word, given or withheld."""
    return {name: True for name in BOTH if trial.draw.random() < 0.25}


def _agrees(
    trial: Trial, got: tuple[bool, str, dict[str, str]], expected: tuple[bool, dict[str, str]], did: str
) -> None:
    ok, text, states = got
    wanted, after = expected
    trial.true(
        ok is wanted,
        "the move works" if wanted else "a refusal",
        f"{'it worked' if ok else 'a refusal'}: {text!r}",
        did=did,
    )
    trial.same("states", states, after, did=did)
