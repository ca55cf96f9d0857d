"""`python -m grader quiz`: ask the lab's questions; the score is the student's own."""

from __future__ import annotations

import argparse

from rich.text import Text

from grader.questions import LANGUAGES, Language, Question, questions_of
from grader.show import show
from mca.lab import find_lab


def run(arguments: argparse.Namespace) -> int:
    """Ask every question, show what a good answer holds, and count what the student ticks. Raises `Misuse`."""
    lab, words = find_lab(arguments.lab), LANGUAGES[arguments.lang]
    questions = questions_of(lab, arguments.lang)
    try:
        ticked = sum(_ask(question, words) for question in questions)
    except EOFError:  # the end of input is a way to leave
        show("")
        return 0
    show(Text(words.score.format(ticked=ticked, points=sum(len(question.points) for question in questions)), "bold"))
    return 0


def _ask(question: Question, words: Language) -> int:
    """Ask one question and wait for the answer; how many of its key points the student ticks."""
    show(Text(f"\n{question.text}", "bold"), f"\n{question.thinking}\n", words.ask)
    while input("> ").strip():
        pass
    show(Text(f"\n{words.points}", "bold"))
    ticked = sum(_has(point, words) for point in question.points)
    show(Text(f"\n{words.further}", "bold"), *(f"- {further}" for further in question.further))
    return ticked


def _has(point: str, words: Language) -> bool:
    show(f"- {point}")
    return input(f"  {words.tick}").strip().lower() in {"y", "yes"}
