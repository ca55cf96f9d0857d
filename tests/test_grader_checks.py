"""What a lab's checks are written in: one trial, judged on what a scenario observed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grader.checks import Check, Observation, Trial, check
from grader.exceptions import Failed, Trouble
from grader.relay import Exchange
from grader.scenario import Job, Outcome


class Inner(Observation):
    """A part of an observation."""

    name: str


class Seen(Observation):
    """What a scenario of these tests observes."""

    count: int
    parts: list[Inner]
    flag: bool = False


GOOD = {"count": 1, "parts": [{"name": "a"}]}


@check(1, "list", needs=("list", "tool"), place="TodoList.replace", after=3)
def example(trial: Trial) -> None:
    """Names the behaviour.

    And says more below.
    """
    trial.true(True, "", "")


def trial_of(outcome: Outcome, seed: str = "1/1") -> tuple[Trial, list[Job]]:
    """A trial whose scenario comes out as given, and the jobs that it was asked to run."""
    jobs: list[Job] = []

    def run(job: Job) -> Outcome:
        jobs.append(job)
        return outcome

    return Trial(example, run, seed), jobs


def failure(act: Callable[[Trial], object], outcome: Outcome | None = None) -> Failed:
    """How a trial ends when something is done in it."""
    trial, _ = trial_of(outcome or Outcome(observation=GOOD))
    with pytest.raises(Failed) as failed:
        act(trial)
    return failed.value


def test_check_keeps_its_facts() -> None:
    """A check knows its number, its exercise, what it needs, what it points to and what it comes after."""
    facts = (example.number, example.exercise, example.needs, example.place, example.after)

    assert isinstance(example, Check)
    assert (1, "list", ("list", "tool"), "TodoList.replace", 3) == facts


def test_check_is_named_by_docstring() -> None:
    """The first line of its docstring is a check's name."""
    assert "Names the behaviour." == example.name


def test_act_returns_the_observation() -> None:
    """What a scenario observed comes back in its shape, with the transcript and the project."""
    outcome = Outcome(observation=GOOD, exchanges=[Exchange([])], project={"a.py": "x"})

    observed = trial_of(outcome)[0].act("did it", "scenario", Seen)

    assert (1, "a") == (observed.seen.count, observed.seen.parts[0].name)
    assert 1 == observed.transcript.rounds
    assert {"a.py": "x"} == observed.project


def test_act_hands_on_the_job() -> None:
    """The job has the scenario, the files that the check needs, the mode and the inputs."""
    trial, jobs = trial_of(Outcome(observation=GOOD))

    trial.act("did it", "scenario", Seen, mode="loop", rounds=5)

    job = jobs[0]

    assert ("scenario", ("list", "tool"), {"rounds": 5}, "loop") == (job.scenario, job.names, job.inputs, job.mode)


def test_act_draws_a_seed() -> None:
    """Each act has a seed of its own, the same again for the same trial."""
    seeds = []
    for _ in range(2):
        trial, jobs = trial_of(Outcome(observation=GOOD))
        trial.act("once", "scenario", Seen)
        trial.act("twice", "scenario", Seen)
        seeds.append([job.seed for job in jobs])

    assert seeds[0] == seeds[1]
    assert seeds[0][0] != seeds[0][1]


@pytest.mark.parametrize(
    ("observation", "expected", "got"),
    [
        (GOOD | {"count": True}, "`count`: a valid integer", "True"),
        (GOOD | {"count": 1.0}, "`count`: a valid integer", "1.0"),
        (GOOD | {"count": "1"}, "`count`: a valid integer", "'1'"),
        (GOOD | {"count": None}, "`count`: a valid integer", "None"),
        (GOOD | {"flag": 1}, "`flag`: a valid boolean", "1"),
        (GOOD | {"parts": [{"name": "a"}, {"name": 5}]}, "`parts.1.name`: a valid string", "5"),
        (GOOD | {"parts": {"0": {"name": "a"}}}, "`parts`: a valid list", "{'0': {'name': 'a'}}"),
        (GOOD | {"parts": [{"unexpected": "object"}]}, "`parts.0.name`", "{'unexpected': 'object'}"),
        (GOOD | {"more": 1}, "`more`", "1"),
        ({}, "`count`", "{}"),
        (None, "", "None"),
        ([], "", "[]"),
        ("text", "", "'text'"),
    ],
    ids=ascii,
)
def test_act_judges_the_shape(observation: Any, expected: str, got: str) -> None:
    """An observation of another shape fails the check, with the place and the value; `True` is not 1."""
    failed = failure(lambda trial: trial.act("did it", "scenario", Seen), Outcome(observation=observation))

    assert expected in failed.expected
    assert got in failed.got
    assert "did it" == failed.did


def test_act_names_the_whole() -> None:
    """An observation that is no object at all is not spoken of as a place without a name."""
    failed = failure(lambda trial: trial.act("did it", "scenario", Seen), Outcome(observation=None))

    assert "``" not in failed.expected


def test_act_raises_the_trouble() -> None:
    """A scenario that did not come to its end ends the check, and what it printed is kept."""
    trial, _ = trial_of(Outcome(trouble=Trouble("no end"), output="printed\n"))

    with pytest.raises(Trouble, match="no end"):
        trial.act("did it", "scenario", Seen)

    assert ("did it", "printed\n") == (trial.did, trial.output)


def test_act_collects_the_output() -> None:
    """What the scenarios of one check printed is kept in order."""
    trial, _ = trial_of(Outcome(observation=GOOD, output="x\n"))

    trial.act("once", "scenario", Seen)
    trial.act("twice", "scenario", Seen)

    assert ("twice", "x\nx\n") == (trial.did, trial.output)


def test_same_compares_and_names() -> None:
    """Different values fail the check, both shown behind what they are; equal ones go on."""
    trial_of(Outcome())[0].same("count", 1, 1)

    failed = failure(lambda trial: trial.same("count", [2], [1], did="then", help="look again"))

    assert ("then", "count [1]", "count [2]", "look again") == (failed.did, failed.expected, failed.got, failed.help)


def test_true_fails_on_falsehood() -> None:
    """A condition that does not hold fails the check with the given words; one that holds goes on."""
    trial_of(Outcome())[0].true([1], "something", "nothing")

    failed = failure(lambda trial: trial.true([], "something", "nothing"))

    assert ("something", "nothing") == (failed.expected, failed.got)


def test_fail_points_to_the_place() -> None:
    """A failure points to the check's own place, or to the one that it names."""
    assert "TodoList.replace" == failure(lambda trial: trial.fail("a", "b")).place
    assert "TodoList.items" == failure(lambda trial: trial.fail("a", "b", place="TodoList.items")).place


def test_trial_draws_by_seed() -> None:
    """The values that a trial draws follow from its seed."""
    first, second, other = (trial_of(Outcome(), seed)[0].draw.phrases(3) for seed in ("1/1", "1/1", "2/1"))

    assert first == second
    assert first != other
