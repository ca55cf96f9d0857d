"""Finds the line that a verdict points to, in a file that may be anything."""

from __future__ import annotations

import time

import pytest

from grader.place import find_line

SOURCE = '''"""Two classes and a function."""

import functools


def free():
    pass


class First:
    def shared(self):
        pass


class Second(First):
    @property
    @functools.cache
    def shared(self):
        pass

    async  def later(self):
        pass
'''


@pytest.mark.parametrize(
    ("symbol", "line"),
    [
        ("free", "def free():"),
        ("First", "class First:"),
        ("First.shared", "    def shared(self):"),
        ("Second", "class Second(First):"),
        ("Second.later", "    async  def later(self):"),
    ],
)
def test_place_finds_the_definition(symbol: str, line: str) -> None:
    """A function, a class and a method are found at their own line."""
    assert line == SOURCE.splitlines()[find_line(SOURCE, symbol) - 1]


def test_place_looks_inside_the_class() -> None:
    """A method that two classes have is found in the one that is asked for, below its decorators."""
    assert SOURCE.splitlines().index("    @functools.cache") + 2 == find_line(SOURCE, "Second.shared")


@pytest.mark.parametrize("symbol", ["fre", "free_", "free.inner", "missing", "First.missing", "Missing.shared"])
def test_place_falls_back_to_todo(symbol: str) -> None:
    """What is not there is looked for at the exercise's `# TODO`."""
    source = f"{SOURCE}# TODO 1: write it\n"

    assert len(source.splitlines()) == find_line(source, symbol)


def test_place_falls_back_to_start() -> None:
    """Without a `# TODO` it is line 1."""
    assert 1 == find_line("x = 1\ny = 2\n", "missing")
    assert 1 == find_line("", "Class.method")


def test_place_stays_in_the_class() -> None:
    """A method that the class lacks is not found in a class further down."""
    source = "class First:\n    x = 1\n\n\nclass Second:\n    def method(self):\n        pass\n"

    assert find_line(source, "First.method") in {1, 2}


@pytest.mark.parametrize("mark", ["\f", "\v", "\x1c", "\x85", "\u2028"], ids=ascii)
def test_place_counts_like_python(mark: str) -> None:
    """A line is what Python and an editor count as one: a form feed does not end it."""
    assert 2 == find_line(f"x = 1  # {mark} page\ndef found():\n    pass\n", "found")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=ascii)
def test_place_knows_line_endings(ending: str) -> None:
    """The line ends of every system count."""
    assert 3 == find_line(ending.join(["", "x = 1", "def found():", "    pass"]), "found")


@pytest.mark.parametrize(
    "source",
    [
        "\0" * 1000,
        "def (" * 50_000,
        " " * 250_000,
        "async " + " " * 250_000,
        ("\n" + " " * 500) * 500,
        "\ufffd" * 1000,
        "\ud800",
    ],
    ids=["null", "broken", "blank", "async", "many", "marks", "surrogate"],
)
def test_place_survives_hostile_source(source: str) -> None:
    """A file that is no Python costs little time and gives line 1."""
    started = time.perf_counter()

    assert 1 == find_line(source, "Class.method")
    assert time.perf_counter() - started < 1


def test_place_takes_symbols_literally() -> None:
    """A symbol is no pattern."""
    assert 1 == find_line("x = 1\ndef anything(): ...\n", "any[a-z]+")
