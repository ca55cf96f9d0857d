"""Exercise 3: what may come onto the list."""

from __future__ import annotations

from typing import Any

from grader.checks import Trial, check

from .observations import TurnSeen
from .shared import Data, drive, names, sentences

CHINESE = "修好午夜以后的时间显示先看清楚测试为什么会失败确认三个都通过"


@check(9, "adding", needs=("adding",), place="refusal")
def ten_at_once(trial: Trial) -> None:
    """ten a call, refused whole beyond that; dependencies must be stated"""
    texts = trial.draw.phrases(11)
    entries: list[Data] = [{"summary": text, "depends_on": []} for text in texts]
    silent = trial.draw.randrange(10)
    mute = [{"summary": text} if place == silent else entries[place] for place, text in enumerate(texts[:10])]
    operations = [["add", each] for each in (entries, [], mute, entries[:10])]
    what = ("11 tasks", "no task", f"10 tasks, one of which ({texts[silent]!r}) does not state depends_on", "10 tasks")
    steps = drive(trial, [], operations, "add " + "; ".join(what))
    for step, did, number in zip(steps, what, (0, 0, 0, 10), strict=True):
        got = f"ok={step.ok}, {len(step.items)} tasks on the list, the answer {step.text!r}"
        expected = f"ok={number > 0}, {number} tasks on the list"
        trial.true((step.ok, len(step.items)) == (number > 0, number), expected, got, did=f"add {did}")
    names(trial, steps[0].text, ["11"], (), did="add 11 tasks")
    others = [text for text in texts[:10] if text != texts[silent]]
    names(trial, steps[2].text, [texts[silent], "depends_on"], others, did=f"add {what[2]}")
    calls = [["add_todo", {"todos": [entry]}] for entry in ({"summary": texts[0]}, entries[0])]
    did = "a model that calls add_todo, first without depends_on"
    seen = trial.act(did, "turn", TurnSeen, items=[], calls=calls, request="go on", allow=True).seen
    trial.same("calls that worked:", [call.ok for call in seen.outcomes], [False, True])


@check(10, "adding", needs=("adding",), place="refusal")
def summary_in_cells(trial: Trial) -> None:
    """a summary is 10 to 40 cells wide, a Chinese character two"""
    draw = trial.draw
    chinese = {length: "".join(draw.sample(CHINESE, length)) for length in (4, 5, 20, 21)}
    mixed = f"{draw.line(8)}{chinese[4]}"
    cases: list[tuple[str, int]] = [
        *((draw.line(width), width) for width in (1, 9, 10, 25, 40, 41)),
        *((text, 2 * length) for length, text in chinese.items()),
        (mixed, 16),
        (f"{chinese[20]}{draw.line(1)}", 41),
        (f"   {draw.line(9)}  ", 9),
        (f"  {draw.line(39)}   ", 39),
        ("    ", 0),
    ]
    questions: list[list[Any]] = [
        ["refusal", [{"entries": [{"summary": text, "depends_on": []}]}], {}] for text, _ in cases
    ]
    answers = sentences(trial, "adding", questions, "summaries of different widths")
    for (text, width), answer in zip(cases, answers, strict=True):
        did = f"refusal of {text!r}, {width} cells wide"
        if 10 <= width <= 40:
            trial.true(answer == "", "nothing against it", f"the answer {answer!r}", did=did)
        else:
            trial.true(answer, "a refusal", "nothing against it", did=did)
            names(trial, answer, [str(width)], (), did=did)
            trial.true(
                text.strip() in answer, f"an answer that quotes {text.strip()!r}", f"the answer {answer!r}", did=did
            )
    last = [{"summary": text, "depends_on": []} for text in (draw.line(20), draw.line(41))]
    answer = sentences(trial, "adding", [["refusal", [{"entries": last}], {}]], "a good summary, then a long one")[0]
    trial.true(answer, "a refusal", "nothing against it")
