"""The quiz: it waits for an answer, then shows key points to tick; the score is the student's own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT


def quiz(said: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A quiz whose every answer stands in `said`, a line each."""
    command = [sys.executable, "-X", "utf8", "-m", "grader", "quiz", *arguments]
    return subprocess.run(command, cwd=ROOT, input=said, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.parametrize(("language", "last"), [("en", "7 of 18 key points"), ("zh", "自评答到 7 个。")])
def test_quiz_counts_ticks(language: str, last: str) -> None:
    """Three questions with six key points each; those that the student ticks are counted."""
    answers = ["my answer\nover two lines\n\n" + "y\n" * ticks + "n\n" * (6 - ticks) for ticks in (6, 0, 1)]

    ran = quiz("".join(answers), "--lang", language)

    assert (0, "") == (ran.returncode, ran.stderr)
    assert last in ran.stdout.splitlines()[-1]


def test_quiz_waits_for_the_answer() -> None:
    """No key point is shown before the student has answered; leaving is no error."""
    ran = quiz("half an answer\n")

    assert (0, "") == (ran.returncode, ran.stderr)
    assert "How to think" not in ran.stdout.replace("How to think about it", "")
    assert "Key points" not in ran.stdout


def test_quiz_in_an_unknown_language() -> None:
    """A language that there is not is refused, and those there are are named."""
    ran = quiz("", "--lang", "fr")

    assert (2, "") == (ran.returncode, ran.stdout)
    assert "'fr'" in ran.stderr
    assert "en" in ran.stderr
