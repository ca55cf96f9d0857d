"""What can be done here; `nox -l` is the menu. Every session runs in the environment that nox is in."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"  # nothing is installed, so a session starts at once
nox.options.sessions = ["grade"]
logging.getLogger("nox").setLevel(logging.INFO + 1)  # without what nox says about itself


def python(session: nox.Session, *arguments: str, below_full: bool = False, env: dict[str, str] | None = None) -> None:
    """Run this Python; with `below_full`, exit status 1 is no failure of the session."""
    session.run(sys.executable, *arguments, env=env, external=True, success_codes=[0, 1] if below_full else [0])


@nox.session
def grade(session: nox.Session) -> None:
    """Grade your files: N/15, and the one place to look next."""
    python(session, "-m", "grader", "grade", *session.posargs, below_full="--require" not in session.posargs)


@nox.session(default=False)
def watch(session: nox.Session) -> None:
    """Grade your files on every save (needs: pip install -e ".[watch]")."""
    python(session, "-m", "grader", "watch", *session.posargs)


@nox.session
def play(session: nox.Session) -> None:
    """Run the agent live in your terminal, with your own files: [LAB], INJECT=loop and so on."""
    first = session.posargs[0] if session.posargs else ""
    lab = ["--lab"] if first and Path("labs", first, "lab.toml").is_file() else []
    python(session, "-m", "mca", *lab, *session.posargs, below_full=True)


@nox.session
def hint(session: nox.Session) -> None:
    """Open the next hint of an exercise: nox -s hint -- 3."""
    python(session, "-m", "grader", "hint", *session.posargs)


@nox.session
def reset(session: nox.Session) -> None:
    """Give an exercise its starter back, and keep your file: nox -s reset -- 3."""
    python(session, "-m", "grader", "reset", *session.posargs)


@nox.session(default=False)
def quiz(session: nox.Session) -> None:
    """Answer the lab's questions in your own words; --lang zh asks in Chinese."""
    python(session, "-m", "grader", "quiz", *session.posargs)


@nox.session
def diff(session: nox.Session) -> None:
    """Show your changes against the starter, or with --solution against the solution."""
    python(session, "-m", "grader", "diff", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the project's own tests."""
    python(session, "-m", "pytest", "-n", "auto", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, format and types."""
    python(session, "-m", "ruff", "check")
    python(session, "-m", "ruff", "format", "--check")
    python(session, "-m", "mypy")
    for package in sorted(Path("solutions").glob("*/*/__init__.py")):
        lab, name = package.parts[1:3]
        python(session, "-m", "mypy", "-p", f"{lab}.{name}", env={"MYPYPATH": f"solutions{os.pathsep}labs"})


@nox.session
def bench(session: nox.Session) -> None:
    """Time the grader beside plain pytest, in one run."""
    python(session, "tests/bench.py", *session.posargs)


@nox.session(default=False)
def check_labs(session: nox.Session) -> None:
    """Hold every lab to the rules for labs."""
    python(session, "-m", "grader", "check_labs", *session.posargs)


@nox.session(default=False)
def mutants(session: nox.Session) -> None:
    """Grade every small change to the solution; each has to cost a check."""
    python(session, "-m", "grader", "mutants", *session.posargs)


@nox.session(default=False)
def soak(session: nox.Session) -> None:
    """Grade solution and starter a thousand times each; the verdict has to be the same."""
    python(session, "-m", "grader", "soak", *session.posargs)


@nox.session(default=False)
def pictures(session: nox.Session) -> None:
    """Make the README's pictures again."""
    python(session, "tests/pictures.py")
