"""Drawn values: repeatable, apart from each other, and of exact sizes."""

from __future__ import annotations

from itertools import permutations

import pytest

from grader.draw import Draw

SEEDS = [f"{seed}/7" for seed in range(50)]


def everything(draw: Draw) -> list[object]:
    """One of each."""
    return [draw.phrases(5), draw.names(5), draw.line(30), draw.pieces("some longer text", 4), draw.randrange(2**32)]


def test_draw_repeats_a_seed() -> None:
    """The same seed gives the same values, another seed gives others."""
    assert everything(Draw("1/3")) == everything(Draw("1/3"))
    assert everything(Draw("1/3")) != everything(Draw("1/4"))


def test_draw_values_are_fixed() -> None:
    """A seed means the same values in every process, or a printed `repeat` would not repeat."""
    draw = Draw("1/1")

    assert ["rj739", "fb923"] == draw.names(2)


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_phrases_are_apart(seed: str) -> None:
    """No phrase is part of another."""
    phrases = Draw(seed).phrases(20)

    assert 20 == len(set(phrases))
    assert [] == [pair for pair in permutations(phrases, 2) if pair[0] in pair[1]]


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_names_are_apart(seed: str) -> None:
    """No name is part of another, nor of a phrase or a line drawn beside it."""
    draw = Draw(seed)
    names, others = draw.names(20), [*draw.phrases(20), draw.line(500)]

    assert 20 == len(set(names))
    assert [] == [pair for pair in permutations(names, 2) if pair[0] in pair[1]]
    assert [] == [name for name in names if any(name in other for other in others)]


@pytest.mark.parametrize("length", [*range(1, 60), 500])
def test_line_has_exact_length(length: int) -> None:
    """A line has the length that was asked for, and begins and ends with a letter."""
    lines = [Draw(seed).line(length) for seed in SEEDS]

    assert {length} == {len(line) for line in lines}
    assert [] == [line for line in lines if not (line[0].isalpha() and line[-1].isalpha() and line.isascii())]


def test_lines_differ_between_draws() -> None:
    """Two lines of the same draw are different."""
    draw = Draw("1")

    assert 20 == len({draw.line(20) for _ in range(20)})


@pytest.mark.parametrize("longest", [1, 3, 14])
def test_pieces_join_to_text(longest: int) -> None:
    """Pieces joined give the text; none is empty and none is too long."""
    text = Draw("text").line(100) + "\n"

    for seed in SEEDS:
        pieces = Draw(seed).pieces(text, longest)
        assert text == "".join(pieces)
        assert set(map(len, pieces)) <= set(range(1, longest + 1))


def test_pieces_of_nothing_are_none() -> None:
    """An empty text has no pieces."""
    assert [] == Draw("1").pieces("", 5)
