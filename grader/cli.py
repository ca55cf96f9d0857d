"""The command line: `python -m grader grade` and so on.

This module imports little, because the process that student code is forked from starts here: while
it imports the agent, `commands` and what it needs are imported beside it.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from grader.exceptions import Misuse, OwnFault
from grader.start import starter
from mca.exceptions import LabError

GRADING = {"grade", "watch", "mutants", "soak"}
"""The commands that start student code."""

EXIT_BELOW, EXIT_MISUSE, EXIT_OWN_FAULT, EXIT_INTERRUPTED = 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns 0 for full marks (or what `--require` asks for), 1 below that, 2 for misuse, 3 for a
    fault of the grader's own, 130 if it was interrupted.
    """
    arguments = _parser().parse_args(argv)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to be told to end is to be interrupted
    try:
        return _run(arguments)
    except (Misuse, LabError) as error:
        return _sentence(str(error), EXIT_MISUSE)
    except OwnFault as error:
        return _sentence(f"a fault of its own: {error}", EXIT_OWN_FAULT)
    except KeyboardInterrupt:
        return _sentence("interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:  # whoever read the report has seen enough of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BELOW
    except OSError as error:
        return _sentence(f"the report could not be shown: {error}", EXIT_OWN_FAULT)


def _run(arguments: argparse.Namespace) -> int:
    with ExitStack() as stack:
        warming = [stack.enter_context(starter(arguments.lab))] if arguments.command in GRADING else []
        command = importlib.import_module(f"grader.commands.{arguments.command}")
        status: int = command.run(arguments, *warming)
        sys.stdout.flush()
    return status


def _sentence(text: str, status: int) -> int:
    print(f"grader: {text}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m grader", description="Grade a lab, or show what was changed.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    which = "a folder of labs/; the default lab if left out"
    lab, lab_option = argparse.ArgumentParser(add_help=False), argparse.ArgumentParser(add_help=False)
    lab.add_argument("lab", nargs="?", metavar="LAB", help=which)
    lab_option.add_argument("--lab", metavar="LAB", help=which)
    some = argparse.ArgumentParser(add_help=False)
    some.add_argument("--only", default="", metavar="WHAT", help="an exercise's name or a check's number")

    grade_ = commands.add_parser("grade", parents=[lab, some], help="grade a student's files")
    whose = grade_.add_mutually_exclusive_group()
    whose.add_argument("--submission", type=Path, metavar="DIR", help="grade the files in DIR, not the lab's own")
    whose.add_argument("--solution", action="store_true", help="grade the reference solution")
    grade_.add_argument("--seed", type=int, metavar="N", help="repeat the drawn values of an earlier run")
    grade_.add_argument("--json", type=Path, metavar="FILE", help="write the report to FILE as well")
    grade_.add_argument("--require", metavar="N|full", help="exit 0 from N points on")
    grade_.add_argument("--all", action="store_true", help="show every check in full")
    commands.add_parser("watch", parents=[lab, some], help="grade the student's own files whenever one is saved")
    exercise = argparse.ArgumentParser(add_help=False)
    exercise.add_argument("exercise", nargs="?", default="", metavar="EXERCISE", help="its number or its name")
    commands.add_parser("hint", parents=[exercise, lab_option], help="open the next hint of an exercise")
    commands.add_parser("reset", parents=[exercise, lab_option], help="give an exercise its starter back")
    quiz = commands.add_parser("quiz", parents=[lab], help="ask the lab's questions")
    quiz.add_argument("--lang", choices=["en", "zh"], default="en", help="the language to ask in")
    diff = commands.add_parser("diff", parents=[lab_option], help="show what was changed in a student's files")
    diff.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a submission; the lab's own if left out")
    diff.add_argument("--solution", action="store_true", help="compare with the solution, not with the starter")
    check_labs = commands.add_parser("check_labs", help="hold every lab to the rules for labs")
    check_labs.add_argument("lab", nargs="?", metavar="LAB", help="a folder of labs/; all of them if left out")
    mutants = commands.add_parser("mutants", parents=[lab], help="grade every small change to the solution")
    mutants.add_argument("--seeds", type=int, default=5, metavar="N", help="grade each with so many seeds, at most 5")
    soak = commands.add_parser("soak", parents=[lab_option], help="grade solution and starter again and again")
    soak.add_argument("times", nargs="?", type=int, default=1000, metavar="N", help="how often, 1000 if left out")
    return parser
