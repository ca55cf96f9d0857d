"""What several checks need: drawn rows, conversations, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grader.checks import Observed, Trial

from .observations import ConversationSeen, PlansSeen, RoundSeen, RowSeen

Data = dict[str, Any]


def draw_rows(trial: Trial, count: int) -> list[Data]:
    """Drawn requirements, each with a command of its own."""
    names, texts = trial.draw.names(count), trial.draw.phrases(count)
    return [{"id": id_, "text": text, "command": f"check {id_}"} for id_, text in zip(names, texts, strict=True)]


def draw_calls(trial: Trial, *numbers: int) -> list[Data]:
    """Calls with drawn questions and drawn outputs, no two alike."""
    names, lines = trial.draw.names(len(numbers)), trial.draw.phrases(len(numbers))
    return [
        {"number": number, "round": number, "tool": "read_file", "arguments": f'{{"path": "{name}"}}', "output": line}
        for number, name, line in zip(numbers, names, lines, strict=True)
    ]


def source(call: Data) -> str:
    """What a call asked, in one text."""
    return f"{call['tool']} {call['arguments']}"


def fact_from(call: Data, id_: str, text: str) -> Data:
    """A fact that rests on a call: its quote is the call's whole output."""
    evidence = [call["number"], call["output"], source(call)]
    return {"id": id_, "text": text, "evidence": evidence, "confirmed": 1_700_000_000.5, "state": "confirmed"}


Case = tuple[str, list[Any], bool | None]
"""A write in words, the write, and whether it is taken; nothing for an action, which is neither."""


def plan(trial: Trial, did: str, facts: list[Data], cases: list[Case]) -> list[RowSeen]:
    """Write requirements to tables with some facts, each taken or refused as it should be; the rows at the end."""
    steps = trial.act(did, "plans", PlansSeen, facts=facts, writes=[write for _, write, _ in cases]).seen.steps
    trial.same("writes observed:", len(steps), len(cases))
    before: list[RowSeen] = []
    for (what, _, ok), step in zip(cases, steps, strict=True):
        trial.same("ok", step.ok, ok, did=f"{did}: {what}")
        if ok is False:
            trial.same("rows", step.rows, before, did=f"{did}: {what}", help="a refusal leaves everything as it was")
        before = step.rows
    return before


def converse(trial: Trial, mode: str, rounds: int) -> Observed[ConversationSeen]:
    """A conversation with the scripted model in one of its modes."""
    did = f"a conversation with INJECT={mode}" if mode else "the repair of the sample project"
    return trial.act(did, "conversation", ConversationSeen, mode=mode, rounds=rounds)


def by_round(trial: Trial, what: str, got: Iterable[object], expected: str) -> None:
    """Something has these values round by round; `-` stands for nothing."""
    shown = " ".join("-" if each is None else str(each) for each in got)
    trial.true(shown == expected, f"{what} by round: {expected}", f"{what} by round: {shown}")


def states(history: Sequence[RoundSeen], fact: str) -> list[str | None]:
    """A fact's state after each round, by its first word; nothing while it is not in the table."""
    found = [next((each.state for each in after.facts if each.id == fact), None) for after in history]
    return [state and state.split("_")[0] for state in found]


def counts(history: Sequence[RoundSeen], row: str, name: str) -> list[object]:
    """A requirement's field after each round; nothing while it is not in the table."""
    return [next((getattr(each, name) for each in after.rows if each.id == row), None) for after in history]


def verdicts(history: Sequence[RoundSeen]) -> list[str | None]:
    """The verdict after each round: `ok`, or the ids of the rows that are stuck; nothing without a verdict."""
    return [None if each.verdict is None else " ".join(each.verdict) or "ok" for each in history]


def written(trial: Trial, talk: Observed[Any], tool: str, count: int) -> list[str]:
    """The ids that the model wrote with a tool, each once, in order: so many, whatever it was told."""
    calls = [call for number in range(1, talk.transcript.rounds + 1) for call in talk.transcript.calls(number)]
    ids = list(dict.fromkeys(str(arguments["id"]) for name, arguments in calls if name == tool))
    trial.same(f"ids that the model wrote with {tool}:", len(ids), count)
    return ids


def reminded(talk: Observed[Any]) -> list[int]:
    """The rounds after which the model was reminded."""
    return [number for number in range(1, talk.transcript.rounds) if talk.transcript.reminders(number)]
