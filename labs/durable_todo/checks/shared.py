"""What several checks need: drawn tasks, questions to one file, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from grader.checks import Trial

from .observations import BoardSeen, StepSeen, TextsSeen

Data = dict[str, Any]


def draw_tasks(trial: Trial, count: int) -> list[Data]:
    """Drawn tasks in state todo, their ids in ascending order."""
    numbers = sorted(trial.draw.sample(range(1, 1000), count))
    texts = trial.draw.phrases(count)
    return [{"id": f"T-{number:03}", "summary": text} for number, text in zip(numbers, texts, strict=True)]


def tasks(trial: Trial, *more: Data) -> list[Data]:
    """Drawn tasks, each with some fields of its own."""
    return [{**task, **fields} for task, fields in zip(draw_tasks(trial, len(more)), more, strict=True)]


def shown(items: Iterable[Data]) -> str:
    """Tasks for a message, one a line."""
    rows = []
    for item in items:
        more = "".join(f"  {key}={value!r}" for key, value in item.items() if key not in {"id", "summary", "status"})
        rows.append(f"\n  {item['id']}  {item.get('status', 'todo'):11}  {item['summary']}{more}")
    return "".join(rows) or " (empty)"


def sentences(trial: Trial, file: str, questions: list[list[Any]], did: str) -> list[str]:
    """What one file says to some questions: a sentence each, or nothing."""
    answers = trial.act(did, "ask", TextsSeen, file=file, questions=questions).seen.answers
    trial.same("answers:", len(answers), len(questions))
    return answers


def drive(trial: Trial, items: list[Data], operations: list[list[Any]], did: str) -> list[StepSeen]:
    """Let a board do some operations on a list, and give what came of each."""
    steps = trial.act(f"{did}, on{shown(items)}", "board", BoardSeen, items=items, operations=operations).seen.steps
    trial.same("steps:", len(steps), len(operations))
    return steps


def said(operation: list[Any]) -> str:
    """An operation of a board, for a message."""
    kind, *arguments = operation
    match kind, *arguments:
        case "move", id_, to, dict(named):
            flags = "".join(f", {name}={value}" for name, value in named.items())
            return f"move {id_} to {to}{flags}"
        case "call", dict(record):
            outcome = "works" if record["ok"] else "fails"
            return f"a call of {record['tool']} on {record['file'] or 'nothing'} that {outcome}"
        case "add", list(entries):
            return f"add {len(entries)} tasks"
    return f"{kind} {arguments}"


def names(trial: Trial, text: str, wanted: Iterable[str], others: Iterable[str], did: str = "") -> None:
    """A text names these ids, states or words, and none of the others."""
    for word in wanted:
        trial.true(has(text, word), f"an answer that names {word}", f"the answer {text!r}", did=did)
    for word in others:
        trial.true(not has(text, word), f"an answer that does not name {word}", f"the answer {text!r}", did=did)


def has(text: str, word: str) -> bool:
    """Whether a word stands in a text, not as a part of another."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def call_of(tool: str, file: str = "", *, ok: bool = True, summary: str = "") -> Data:
    """A call as a board gets it."""
    return {"tool": tool, "file": file, "summary": summary or f"{tool} {file}", "ok": ok}
