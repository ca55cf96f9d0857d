"""A lab that the grader has never seen: one folder and its mirror, graded without a change; or broken."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mca.exceptions import LabError
from mca.lab import LABS, find_lab, read_lab
from tests.conftest import ROOT
from tests.test_grader_command_line import Ran, grader

LAB = """\
format = 1
slug = "counting"
title = "Counting"
order = 20
default = true
request = "count"
package = "count"
plugin = "plugin"
starter_passes = []

[[exercises]]
title = "Add two numbers"
file = "adder.py"
starter = "0000000000000000000000000000000000000000"
"""
PLUGIN = """\
from mca.plugin import Plugin


def plug(files, workspace):
    return Plugin()
"""
SCENARIOS = """\
from mca.stage import plain


def add(stage, numbers):
    function = stage.make("adder", lambda module: module.add)
    return {"total": plain(stage.call("adder", function, *numbers))}


def talk(stage):
    return {"total": len(list(stage.model.reply([], [])))}


def trip(stage):
    return stage.nothing
"""
SCRIPTS = """\
from mock_model.script import say


def short(rng):
    yield say("ten letters")


SCRIPTS = {"": short, "brief": short}
"""
CHECKS = """\
from grader.checks import Observation, check


class Total(Observation):
    total: int


@check(1, "adder", needs=("adder",), place="add")
def adds(trial):
    '''adds two numbers'''
    numbers = [trial.draw.randrange(100), trial.draw.randrange(100)]
    seen = trial.act(f"add{tuple(numbers)}", "add", Total, numbers=numbers).seen
    trial.same("the sum is", seen.total, sum(numbers))
"""
MORE = """\


@check({0}, "adder", needs=(), place="add")
def more_{0}(trial):
    '''does more'''
    {1}
"""
STUB = """\
def add(one, other):
    # TODO 1: add them
    raise NotImplementedError
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with the agent, the new lab and its solution; the lab's own folder is `labs/counting`."""
    lab = tmp_path / "labs" / "counting"
    solution = tmp_path / "solutions" / "counting" / "count"
    for folder in (lab / "count", solution):
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("", encoding="utf-8")
    shutil.copytree(LABS / "mca", tmp_path / "labs" / "mca", ignore=shutil.ignore_patterns("__pycache__"))
    files = {
        "lab.toml": LAB,
        "plugin.py": PLUGIN,
        "scenarios.py": SCENARIOS,
        "scripts.py": SCRIPTS,
        "checks.py": CHECKS,
    }
    for name, text in files.items():
        (lab / name).write_text(text, encoding="utf-8")
    (lab / "count" / "adder.py").write_text(STUB, encoding="utf-8")
    (solution / "adder.py").write_text("def add(one, other):\n    return one + other\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(tree: Path) -> Callable[..., Ran]:
    """Runs the grader as a command, on the labs of the new folder."""

    def run_(*arguments: str) -> Ran:
        path = os.pathsep.join([str(tree / "labs"), str(ROOT)])
        return grader(tree / "temporary", *arguments, cwd=tree, PYTHONPATH=path)

    return run_


def add_checks(tree: Path, *bodies: str) -> None:
    """Give the lab more checks, from the second on."""
    with (tree / "labs" / "counting" / "checks.py").open("a", encoding="utf-8") as file:
        file.writelines(MORE.format(number, body) for number, body in enumerate(bodies, 2))


def test_new_lab_is_graded(run: Callable[..., Ran]) -> None:
    """The stub of a new lab is not started, and the report points to it."""
    ran = run("grade")

    assert (1, "0/1", "") == (ran.status, ran.last, ran.err)
    assert "check 1 not started: adds two numbers" in ran.out
    assert "labs/counting/count/adder.py:3" in ran.out


def test_new_lab_has_a_solution(run: Callable[..., Ran], tree: Path) -> None:
    """The solution of a new lab is found in the mirror folder, and its scenarios talk to the lab's own scripts."""
    add_checks(tree, "seen = trial.act('x', 'talk', Total, mode='brief').seen; trial.true(seen.total > 2, '', '')")

    ran = run("grade", "counting", "--solution")

    assert (0, "2/2", "") == (ran.status, ran.last, ran.err)
    assert ran.out.startswith("Counting  solutions/counting/count\n")


def test_new_lab_without_history(run: Callable[..., Ran]) -> None:
    """A lab that is not in git is compared with its solution, and its starter is missed in one sentence."""
    compared, missed = run("diff", "--solution"), run("diff")

    assert (0, True) == (compared.status, "\n+    return one + other\n" in compared.out)
    assert (2, "") == (missed.status, missed.out)
    assert missed.err.startswith("grader: the starter of count/adder.py is not to be had")
    assert 1 == missed.err.count("\n")


def test_new_lab_without_solution(run: Callable[..., Ran], tree: Path) -> None:
    """A checkout without solutions says so in one sentence."""
    shutil.rmtree(tree / "solutions")

    ran = run("grade", "--solution")

    assert (2, "grader: this checkout has no solution of counting\n") == (ran.status, ran.err)


def test_broken_checks_are_own_faults(run: Callable[..., Ran], tree: Path) -> None:
    """What is wrong with a check, a scenario or a script is never the student's: own status, exit status 3."""
    broken = {
        "trial.draw.choice([])": "IndexError",
        "trial.act('nothing', 'trip', Total)": "without any student code in it: AttributeError",
        "trial.act('nothing', 'missing', Total)": "without any student code in it: AttributeError",
        "trial.act('x', 'talk', Total, mode='unknown')": "INJECT='unknown' is no mode of this lab; the modes are brief",
    }
    add_checks(tree, *broken)

    ran = run("grade", "--solution", "--all", "--json", "report.json")

    assert (3, "1/5", "") == (ran.status, ran.last, ran.err)
    assert "that is not your fault" in ran.out
    checks = json.loads((tree / "report.json").read_text(encoding="utf-8"))["checks"][1:]

    assert ["grader_error"] * 4 == [check["status"] for check in checks]
    assert [] == [check["got"] for check, says in zip(checks, broken.values(), strict=True) if says not in check["got"]]


def test_checks_without_order_are_refused(run: Callable[..., Ran], tree: Path) -> None:
    """Checks that are not numbered from 1 on are the lab's fault: one sentence, exit status 3."""
    place = tree / "labs" / "counting" / "checks.py"
    place.write_text(CHECKS.replace("@check(1", "@check(2"), encoding="utf-8")

    ran = run("grade")

    assert (3, "") == (ran.status, ran.out)
    assert "grader: a fault of its own: the checks of counting are not numbered 1 to 1\n" == ran.err


@pytest.mark.parametrize("file", ["checks.py", "scenarios.py", "plugin.py"])
def test_broken_lab_file_is_named(run: Callable[..., Ran], tree: Path, file: str) -> None:
    """A lab's own file that cannot be imported is the lab's fault: one sentence that names it, exit status 3."""
    (tree / "labs" / "counting" / file).write_text("def broken(:\n", encoding="utf-8")

    ran = run("grade")

    assert 3 == ran.status
    assert "Traceback" not in ran.err
    assert file.removesuffix(".py") in ran.err + ran.out


def test_malformed_lab_is_misuse(run: Callable[..., Ran], tree: Path) -> None:
    """A malformed `lab.toml` gives exit status 2 and one sentence, nothing else from anybody."""
    (tree / "labs" / "counting" / "lab.toml").write_text(LAB.replace("order = 20", "order = 'last'"), encoding="utf-8")

    ran = run("grade")

    assert (2, "") == (ran.status, ran.out)
    assert "lab.toml: `order`: Input should be a valid integer" in ran.err
    assert 1 == ran.err.count("\n")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("format = 1", "format = 2", "`format`: Input should be 1, got 2"),
        ('slug = "counting"', 'slug = "other"', "slug 'other' is not the folder's name, 'counting'"),
        ("order = 20", "", "`order`: Field required"),
        ("order = 20", "order = 20\nextra = 1", "`extra`: Extra inputs are not permitted, got 1; allowed here: format"),
        ('"adder.py"', '"../adder.py"', "`exercises.0.file`: String should match pattern"),
        ('"adder.py"', '"adder.txt"', "`exercises.0.file`: String should match pattern"),
        ('package = "count"', 'package = "a/b"', "`package`: String should match pattern"),
        ("0000000000000000000000000000000000000000", "main", "`exercises.0.starter`: String should match pattern"),
        ("[[exercises]]", "[[exercise]]", "`exercises`: Field required"),
        ("format = 1", "format = ", "is not TOML: Invalid value"),
    ],
    ids=range(10),
)
def test_malformed_lab_is_named(tree: Path, old: str, new: str, says: str) -> None:
    """What is wrong with a `lab.toml` is said in one line, with the key, the value and the file."""
    place = tree / "labs" / "counting" / "lab.toml"
    place.write_text(LAB.replace(old, new), encoding="utf-8")

    with pytest.raises(LabError) as refused:
        find_lab(labs=tree / "labs")

    assert says in str(refused.value)
    assert str(refused.value).startswith(str(place))
    assert "\n" not in str(refused.value)


def test_unknown_key_lists_its_own(tree: Path) -> None:
    """An unknown key of an exercise is answered with the keys that an exercise may have."""
    place = tree / "labs" / "counting" / "lab.toml"
    place.write_text(f"{LAB}points = 3\n", encoding="utf-8")

    with pytest.raises(LabError, match="allowed here: title, file, starter"):
        read_lab(place.parent)


def test_lab_is_found_by_name(tree: Path) -> None:
    """A lab is found by its folder's name, or as the default one."""
    assert "counting" == find_lab("counting", tree / "labs").slug
    assert "counting" == find_lab(None, tree / "labs").slug


def test_lab_needs_a_default(tree: Path) -> None:
    """Without a default lab one must be named."""
    (tree / "labs" / "counting" / "lab.toml").write_text(LAB.replace("default = true", ""), encoding="utf-8")

    with pytest.raises(LabError, match="says `default = true`; name one"):
        find_lab(labs=tree / "labs")


def test_lab_may_not_be_there(tmp_path: Path) -> None:
    """In a folder without labs the sentence says that there are none."""
    with pytest.raises(LabError, match="there is no lab 'counting'; the labs are none"):
        find_lab("counting", tmp_path)


def test_lab_file_may_be_missing(tmp_path: Path) -> None:
    """A folder without `lab.toml` is refused in one line."""
    with pytest.raises(LabError, match=r"lab\.toml cannot be read: No such file or directory"):
        read_lab(tmp_path)
