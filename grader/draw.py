"""Inputs drawn from a seed: different on every run, the same again for the same seed.

Draw values, fix sizes: a check whose outcome depends on luck is worth nothing.
"""

from __future__ import annotations

from random import Random

VERBS = ("add", "check", "move", "name", "split", "test", "trim", "write")
THINGS = ("the parser", "the index", "a fixture", "the cache", "one module", "the report", "a helper", "the limits")
WORDS = (
    "after again along begin below carry clear close count draft every field first found given house keep "
    "large later light lower might never often order other paper place plain quiet quite reach right round seven "
    "short since small space start still store table taken their three title under until upper usual value watch "
    "water where which while white whole width world write"
)
LETTERS = "bcdfghjklmnpqrstvwxz"


class Draw(Random):
    """A source of drawn values."""

    def phrases(self, count: int) -> list[str]:
        """Different short texts, such as a person would write on a list; none is part of another."""
        pairs = [f"{verb} {thing}" for verb in VERBS for thing in THINGS]
        return [f"{text} {self.randrange(100, 1000)}" for text in self.sample(pairs, count)]

    def names(self, count: int) -> list[str]:
        """Different short names; none is part of another, nor of an English word."""
        heads = self.sample([a + b for a in LETTERS for b in LETTERS if a != b], count)
        return [f"{head}{self.randrange(100, 1000)}" for head in heads]

    def line(self, length: int) -> str:
        """A line of words with exactly `length` characters, ending with a letter."""
        text = " ".join(self.choices(WORDS.split(), k=length // 4 + 1))
        return text[: length - 1] + self.choice(LETTERS)

    def pieces(self, text: str, longest: int) -> list[str]:
        """`text` cut into pieces of 1 to `longest` characters."""
        pieces = []
        while text:
            length = self.randint(1, longest)
            pieces.append(text[:length])
            text = text[length:]
        return pieces
