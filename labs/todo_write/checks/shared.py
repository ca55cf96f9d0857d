"""What several checks need: drawn items, the list as it should be shown, and what is said of it."""

from __future__ import annotations

from grader.checks import Trial

from .observations import HeldSeen, Item, UpdateSeen, UpdatesSeen

MARKS = {"pending": "[ ]", "in_progress": "[>]", "completed": "[x]"}


def draw_items(trial: Trial, *statuses: str) -> list[Item]:
    """Drawn items with these states."""
    names, texts = trial.draw.names(len(statuses)), trial.draw.phrases(len(statuses))
    return [list(item) for item in zip(names, texts, statuses, strict=True)]


def with_status(item: Item, status: str) -> Item:
    """An item in another state."""
    return [*item[:2], status]


def shown(items: list[Item]) -> str:
    """A list as the model should see it."""
    rows = [f"{MARKS[status]} {id_}: {text}" for id_, text, status in items]
    completed = sum(status == "completed" for _, _, status in items)
    return "\n".join([*rows, f"{completed}/{len(items)} completed"])


def table(items: list[Item]) -> str:
    """Items for a message, one a line."""
    return "".join(f"\n  {id_}  {status:11}  {text!r}" for id_, text, status in items) or " no item"


def update(trial: Trial, lists: list[list[Item]], *, clear: bool = False) -> UpdatesSeen:
    """Write lists to one new manager, in order; with `clear`, the caller empties each afterwards."""
    seen = trial.act(
        f"{len(lists)} updates of a new TodoManager", "updates", UpdatesSeen, lists=lists, clear=clear
    ).seen
    trial.same("updates observed:", len(seen.steps), len(lists))
    return seen


def is_taken_over(trial: Trial, step: UpdateSeen, items: list[Item], did: str) -> None:
    """An update was accepted, and its list holds now."""
    trial.true(step.refused is None, "the list is accepted", f"ValueError: {step.refused}", did=did)
    trial.true(step.items == items, f"items{table(items)}", f"items{table(step.items)}", did=did)


def is_refused(trial: Trial, step: UpdateSeen, did: str, help: str = "") -> str:
    """An update was refused; what was said."""
    trial.true(
        step.refused is not None, "ValueError", f"it was accepted, the answer is {step.answer!r}", did=did, help=help
    )
    return step.refused or ""


def still_holds(trial: Trial, step: UpdateSeen, before: HeldSeen, did: str) -> None:
    """After a refusal everything is as it was."""
    lost = "a refused list has to leave the old one as it was"
    got, expected = table(step.items), table(before.items)
    trial.true(got == expected, f"the old items{expected}", f"items{got}", did=did, help=lost)
    trial.same("render() returns", step.rendered, before.rendered, did=did, help=lost)


def names_exactly(trial: Trial, message: str, concerned: list[Item], others: list[Item], did: str) -> None:
    """A message names these items by their ids, and none of the others in any way."""
    for id_, text, _ in concerned:
        trial.true(id_ in message, f"a message that names {id_} ({text})", f"the message {message!r}", did=did)
    for id_, text, _ in others:
        named = id_ in message or text in message
        trial.true(not named, f"a message that does not name {id_} ({text})", f"the message {message!r}", did=did)
