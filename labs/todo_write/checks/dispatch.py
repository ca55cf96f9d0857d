"""Exercise 2: the dispatch table."""

from __future__ import annotations

import json

from grader.checks import Trial, check

from .observations import DispatchSeen, Item, TurnSeen
from .shared import draw_items, table

OWN = ["read_file", "list_files", "search_files", "edit_file", "write_file", "run_command"]
"""The agent's tools."""


@check(4, "dispatch", needs=("manager", "dispatch"), place="Dispatch.call")
def dispatched_like_any_other(trial: Trial) -> None:
    """`todo` is dispatched like any other tool; an unknown one is refused"""
    items = draw_items(trial, "in_progress", "pending", "pending")
    unknown = f"todo_{trial.draw.names(1)[0]}"
    _by_itself(trial, items, unknown)
    _in_the_agent(trial, items, unknown)


def _by_itself(trial: Trial, items: list[Item], unknown: str) -> None:
    good = json.dumps({"items": _todos(items)})
    calls = [
        ["todo", good],
        [unknown, good],
        ["todo", json.dumps({"steps": _todos(items)})],
        ["todo", good[:-2]],
        ["read_file", json.dumps({"path": "README.md", "first": 1, "last": 1})],
        ["read_file", json.dumps({"file": "README.md"})],
        ["read_file", json.dumps({"path": "nothing.txt"})],
    ]
    seen = trial.act("Dispatch(the agent's tools, a manager)", "dispatch", DispatchSeen, calls=calls).seen
    theirs = "the list of tools is the agent's, so the table has to leave it alone"
    trial.same("the agent's tools afterwards:", seen.given, OWN, help=theirs)
    joins = "every tool is in the table, `todo` like the others"
    trial.same("names in the table:", sorted(seen.names), sorted([*OWN, "todo"]), help=joins)
    expected = [seen.rendered, None, None, None, "# scratch", None, None]
    for (name, arguments), outcome, answer in zip(calls, seen.outcomes, expected, strict=True):
        did = f"Dispatch.call({name!r}, {arguments!r})"
        if answer is None:
            trial.true(outcome.refused is not None, "ToolError", f"the answer {outcome.answer!r}", did=did)
        got = outcome.answer if outcome.refused is None else f"ToolError: {outcome.refused}"
        trial.true(outcome.answer == answer, f"the answer {answer!r}", f"the answer {got!r}", did=did)
    _lists_tools(trial, seen.outcomes[1].refused or "", unknown)
    for outcome, word in ((seen.outcomes[2], "steps"), (seen.outcomes[5], "file")):
        message = outcome.refused or ""
        trial.true(word in message, f"an error that names the argument {word!r}", f"ToolError: {message}")


def _in_the_agent(trial: Trial, items: list[Item], unknown: str) -> None:
    file = {"path": f"{trial.draw.names(1)[0]}.txt", "text": trial.draw.phrases(1)[0]}
    arguments: list[tuple[str, dict[str, object]]] = [
        ("todo", {"items": _todos(items)}),
        (unknown, {"items": []}),
        ("todo", {"items": "none"}),
        ("todo", {"steps": _todos(items)}),
        ("write_file", dict(file)),
    ]
    did = f"one round of the agent, with calls to {', '.join(name for name, _ in arguments)}"
    observed = trial.act(did, "agent_calls", TurnSeen, calls=[list(each) for each in arguments])
    seen = observed.seen
    trial.same("tools that the model is told of:", seen.offered, [*OWN, "todo"])
    worked = [outcome.ok for outcome in seen.outcomes]
    trial.same("calls that worked:", worked, [True, False, False, False, True])
    trial.same("the answer to the first call", seen.outcomes[0].result, seen.rendered)
    _lists_tools(trial, seen.outcomes[1].result, unknown)
    trial.same("the gate was asked about", seen.asked, ["write_file"])
    trial.true(seen.items == items, f"the list{table(items)}", f"the list{table(seen.items)}")
    trial.same("the file holds", observed.project.get(file["path"]), file["text"])


def _lists_tools(trial: Trial, message: str, unknown: str) -> None:
    """An unknown tool's error says what was asked for, and what there is."""
    left = [name for name in OWN if name not in message]
    # The unknown name begins with `todo`, so that one does not count for the other.
    left += [] if "todo" in message.replace(unknown, "") else ["todo"]
    expected = f"an error that names {unknown!r} and every tool there is"
    trial.true(unknown in message and not left, expected, f"{message!r}, without {', '.join(left) or unknown}")


def _todos(items: list[Item]) -> list[dict[str, str]]:
    """Items as the model writes them."""
    return [{"id": id_, "text": text, "status": status} for id_, text, status in items]
