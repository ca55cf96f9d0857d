"""`watch` in a terminal of its own: it grades on every save, whatever an editor does, and obeys its keys."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.student import MENU_END, SECONDS, Checkout, Watched

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a pseudo-terminal is a POSIX thing")


@pytest.fixture
def watched(checkout: Checkout) -> Iterator[Watched]:
    """A `watch` that has shown its first report."""
    watched = Watched(checkout)
    watched.sees(MENU_END)
    yield watched
    watched.close()


def test_watch_grades_on_save(watched: Watched, checkout: Checkout) -> None:
    """A save is graded at once, and what is new since the last one is said."""
    assert "5/15" in watched.shown
    checkout.solve("list.py")
    assert "+3 since the last run" in watched.sees("8/15")


def test_watch_survives_what_editors_do(watched: Watched, checkout: Checkout) -> None:
    """A syntax error, a deleted file, a file renamed into place, and all of them gone."""
    place = checkout.todo / "list.py"
    good = place.read_bytes()
    place.write_text("def broken(:\n", encoding="utf-8")
    watched.sees("SyntaxError")
    place.unlink()
    watched.sees("todo/list.py is missing")
    beside = checkout.todo / "list.py.new"
    beside.write_bytes(good)
    beside.rename(place)
    watched.sees("5/15")
    for path in checkout.todo.glob("*.py"):
        path.unlink()
    watched.sees("0/15")
    place.write_bytes(good)
    watched.sees("2/15")


def test_watch_passes_other_files_over(watched: Watched, checkout: Checkout) -> None:
    """A file that is not the student's is no reason to grade."""
    (checkout.todo / "notes.txt").write_text("x", encoding="utf-8")
    time.sleep(0.5)
    watched.press("n")
    seen = watched.sees(MENU_END)

    assert (1, 1) == (seen.count(MENU_END), checkout.progress["gradings"])


def test_watch_keys(watched: Watched, checkout: Checkout) -> None:
    """`a` shows every check, `h` a hint for the first open one, `d` what was changed, `n` the report again."""
    with (checkout.todo / "list.py").open("a", encoding="utf-8") as file:
        file.write("# mine\n")
    watched.sees(MENU_END)
    watched.press("a")
    assert "check 15" in watched.sees(MENU_END)
    watched.press("h")
    watched.sees("hint 1 of 3: where")
    watched.press("d")
    assert "+# mine" in watched.sees("exercise 5")
    watched.press("n")
    assert "check 15" not in watched.sees(MENU_END)


def test_watch_resets_a_file(watched: Watched, checkout: Checkout, starter_files: Path) -> None:
    """`r` and a number reset that file and keep the student's; another key resets nothing."""
    (checkout.todo / "panel.py").write_text("mine = 1\n", encoding="utf-8")
    watched.sees(MENU_END)
    watched.press("r")
    watched.sees("reset which?")
    watched.press("x")
    watched.press("r")
    watched.sees("reset which?")
    watched.press("3")
    watched.sees("the starter's again")
    watched.sees("5/15")

    assert (starter_files / "panel.py").read_bytes() == (checkout.todo / "panel.py").read_bytes()
    assert ["mine = 1\n"] == [path.read_text() for path in checkout.folder.glob(".student/*/backups/panel_*.py")]


@pytest.mark.parametrize("way", ["q", "Ctrl-C"])
def test_watch_ends_well(watched: Watched, way: str) -> None:
    """`q` and Ctrl-C end it with exit status 0 and without a traceback."""
    if way == "q":
        watched.press("q")
    else:
        watched.process.send_signal(signal.SIGINT)

    assert 0 == watched.process.wait(SECONDS)
    assert "Traceback" not in watched.shown


def test_watch_plays(watched: Watched) -> None:
    """`p` runs the agent with the student's files, and comes back."""
    watched.press("p")
    watched.sees("todo 0/3")
    watched.sees("answered: list")
    watched.sees(MENU_END)
    watched.press("n")
    watched.sees("5/15")
