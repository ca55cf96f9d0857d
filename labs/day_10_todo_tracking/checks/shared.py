"""What several checks need: drawn tasks, the scenarios on lists, and what is said of them."""

from __future__ import annotations

from typing import Any

from grader.checks import Observed, Trial

from .observations import ConversationSeen, Item, ListSeen, WriteSeen, WritesSeen


def draw_items(trial: Trial, *statuses: str) -> list[Item]:
    """Drawn tasks with these states."""
    names, texts = trial.draw.names(len(statuses)), trial.draw.phrases(len(statuses))
    return [list(item) for item in zip(names, texts, statuses, strict=True)]


def with_status(item: Item, status: str) -> Item:
    """A task in another state."""
    return [*item[:2], status]


def table(items: list[Item]) -> str:
    """Tasks for a message, one a line."""
    return "".join(f"\n  {id_ or '(no id)'}  {status:11}  {text}" for id_, text, status in items) or " (empty)"


def write_list(trial: Trial, *writes: list[Any]) -> list[WriteSeen]:
    """Write to a new list, form by form; the list and the outcome after each write."""
    did = ", ".join(form if form == "replace" else f"{form}{tuple(arguments)}" for form, *arguments in writes)
    steps = trial.act(did, "writes", WritesSeen, writes=list(writes)).seen.steps
    trial.same("writes observed:", len(steps), len(writes))
    return steps


def converse(trial: Trial, mode: str, rounds: int) -> Observed[ConversationSeen]:
    """A conversation with the scripted model in one of its modes."""
    did = f"a conversation with INJECT={mode}" if mode else "the repair of the sample project"
    return trial.act(did, "conversation", ConversationSeen, mode=mode, rounds=rounds)


def sent_list(conversation: Observed[ConversationSeen], number: int) -> list[Item]:
    """The list that the model sent in a round."""
    _, arguments = conversation.transcript.calls(number)[0]
    return [[task["id"], task["text"], task["status"]] for task in arguments["items"]]


def outcome_is(trial: Trial, step: WriteSeen, *, did: str, ok: bool, changed: bool) -> None:
    """A write was accepted or refused, and changed something or did not."""
    got, expected = (f"ok={a}, changed={b}" for a, b in ((step.ok, step.changed), (ok, changed)))
    trial.true(got == expected, expected, f"{got}, note {step.note!r}", did=did)


def is_refused(trial: Trial, step: WriteSeen, before: WriteSeen, did: str) -> None:
    """A write was refused and left everything as it was."""
    outcome_is(trial, step, did=did, ok=False, changed=False)
    for part, got, expected in zip(("items", "revision", "reopened"), step.state, before.state, strict=True):
        trial.same(part, got, expected, did=did, help="a refusal has to leave everything as it was")


def list_is(trial: Trial, seen: ListSeen, items: list[Item], did: str = "") -> None:
    """The list holds these tasks in this order."""
    trial.true(seen.items == items, f"the list{table(items)}", f"the list{table(seen.items)}", did=did)


def names_exactly(trial: Trial, note: str, concerned: list[Item], others: list[Item], did: str) -> None:
    """A note names these tasks, each by its id or its text, and none of the others."""
    wanted = " and ".join(map(_named, concerned))
    for id_, text, _ in concerned:
        trial.true(id_ in note or text in note, f"a note that names {wanted}", f"the note {note!r}", did=did)
    for id_, text, _ in others:
        named = id_ in note or text in note
        strange = _named([id_, text, ""])
        expected = f"a note that names {wanted}, and does not name {strange}" if wanted else f"no {strange} in a note"
        trial.true(not named, expected, f"the note {note!r}", did=did)


def _named(item: Item) -> str:
    id_, text, _ = item
    return f"{id_} ({text})" if text != id_ else id_
