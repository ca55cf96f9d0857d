"""`python -m grader quiz`: ask the lab's questions; the score is the student's own."""

from __future__ import annotations

import argparse
import contextlib

from rich.text import Text

from grader.questions import LANGUAGES, Language, Question, questions_of
from grader.show import show
from mca.lab import find_lab


def run(arguments: argparse.Namespace) -> int:
    """Ask every question, show what a good answer holds, and count what the student ticks. Raises `Misuse`."""
    lab, words = find_lab(arguments.lab), LANGUAGES[arguments.lang]
    questions = questions_of(lab, arguments.lang)
    show(words.intro.format(questions=len(questions)))
    ticked = asked = answered = 0
    with contextlib.suppress(EOFError, KeyboardInterrupt):  # the end of input is a way to leave
        for question in questions:
            ticked += _ask(question, words)
            asked += len(question.points)
            answered += 1
    score = words.score.format(answered=answered, questions=len(questions), ticked=ticked, points=asked)
    show(Text(f"\n{score}", "bold"))
    return 0


def _ask(question: Question, words: Language) -> int:
    """Ask one question and wait for the answer; how many of its key points the student ticks."""
    show(Text(f"\n{question.text}", "bold"), f"\n{question.thinking}\n", words.ask, wrap=False)
    while input("> ").strip():
        pass
    show(Text(f"\n{words.points}", "bold"))
    ticked = sum(_has(point, words) for point in question.points)
    show(Text(f"\n{words.further}", "bold"), *(f"- {further}" for further in question.further), wrap=False)
    return ticked


def _has(point: str, words: Language) -> bool:
    show(f"- {point}", wrap=False)
    return input(f"  {words.tick}").strip().lower() in {"y", "yes"}
