"""A lab's interview questions, as `questions.md` has them: one top heading for each language."""

from __future__ import annotations

from dataclasses import dataclass

from grader.exceptions import Misuse
from grader.hints import sections
from mca.lab import Lab


@dataclass(frozen=True, slots=True)
class Language:
    """The headings of one language, and what the quiz says in it."""

    title: str
    thinking: str
    points: str
    further: str
    ask: str
    intro: str
    tick: str
    score: str


LANGUAGES = {
    "en": Language(
        title="Questions",
        thinking="How to think about it",
        points="Key points",
        further="Follow-ups",
        intro="{questions} questions. After each answer come its key points, one by one: y ticks those that you had.",
        ask="Your answer (an empty line ends it):",
        tick="Did you have it? [y/N] ",
        score="{answered} of {questions} questions answered; {ticked} of {points} key points, by your own count.",
    ),
    "zh": Language(
        title="问题",
        thinking="思路",
        points="要点",
        further="追问",
        intro="共 {questions} 题。每答完一题，会逐条列出要点：答到的按 y。",  # noqa: RUF001
        ask="请写下你的回答（空行结束）：",  # noqa: RUF001 -- Chinese is written with full-width marks
        tick="答到了吗？[y/N] ",  # noqa: RUF001
        score="答了 {answered}/{questions} 题；{points} 个要点，自评答到 {ticked} 个。",  # noqa: RUF001
    ),
}


@dataclass(frozen=True, slots=True)
class Question:
    """One question, how to think about it, what a good answer holds, and what may be asked next."""

    text: str
    thinking: str
    points: list[str]
    further: list[str]


def questions_of(lab: Lab, language: str) -> list[Question]:
    """The questions in one language, `en` or `zh`. Raises `Misuse` if there are none or one lacks a part."""
    words = LANGUAGES[language]
    text = (lab.folder / "questions.md").read_text(encoding="utf-8")
    half = sections(text, level="#").get(words.title)
    if half is None:
        raise Misuse(f"{lab.slug} has no questions in {language!r}")
    return [_question(title, part, words) for title, part in sections(half).items()]


def _question(title: str, text: str, words: Language) -> Question:
    parts = {name: part.strip() for name, part in sections(text, level="###").items()}
    if list(parts) != [words.thinking, words.points, words.further]:
        raise Misuse(f"the question {title!r} has the parts {list(parts)}")
    return Question(title, parts[words.thinking], _bullets(parts[words.points]), _bullets(parts[words.further]))


def _bullets(text: str) -> list[str]:
    return [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]
