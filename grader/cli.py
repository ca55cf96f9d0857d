"""The command line: `python -m grader grade` and `python -m grader diff`."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, RenderableType

from grader.compare import comparison, source_of
from grader.console import console_report
from grader.exceptions import Misuse, OwnFault
from grader.grading import chosen, grade, load_checks
from grader.report import Report
from grader.starter import starter_source
from grader.submission import Submission, take
from mca.exceptions import LabError
from mca.lab import LABS, Lab, find_lab

EXIT_FULL, EXIT_BELOW, EXIT_MISUSE, EXIT_OWN_FAULT = 0, 1, 2, 3
SEEDS = 1_000_000


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns 0 for full marks (or what `--require` asks for), 1 below that, 2 for misuse, 3 for a
    fault of the grader's own.
    """
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.command(arguments)
    except (Misuse, LabError) as error:
        print(f"grader: {error}", file=sys.stderr)
        return EXIT_MISUSE
    except OwnFault as error:
        print(f"grader: a fault of its own: {error}", file=sys.stderr)
        return EXIT_OWN_FAULT
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m grader", description="Grade a lab, or show what was changed.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    grade_ = commands.add_parser("grade", help="grade a student's files")
    grade_.set_defaults(command=_grade)
    grade_.add_argument("lab", nargs="?", metavar="LAB", help="a folder of labs/; the default lab if left out")
    whose = grade_.add_mutually_exclusive_group()
    whose.add_argument("--submission", type=Path, metavar="DIR", help="grade the files in DIR, not the lab's own")
    whose.add_argument("--solution", action="store_true", help="grade the reference solution")
    grade_.add_argument("--only", default="", metavar="WHAT", help="an exercise's name or a check's number")
    grade_.add_argument("--seed", type=int, metavar="N", help="repeat the drawn values of an earlier run")
    grade_.add_argument("--json", type=Path, metavar="FILE", help="write the report to FILE as well")
    grade_.add_argument("--require", metavar="N|full", help="exit 0 from N points on")
    grade_.add_argument("--all", action="store_true", help="show every check in full")
    diff = commands.add_parser("diff", help="show what was changed in a student's files")
    diff.set_defaults(command=_diff)
    diff.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a submission; the lab's own files if left out")
    diff.add_argument("--solution", action="store_true", help="compare with the solution, not with the starter")
    diff.add_argument("--lab", metavar="LAB", help="a folder of labs/; the default lab if left out")
    return parser


def _grade(arguments: argparse.Namespace) -> int:
    lab = find_lab(arguments.lab)
    submission = take(lab, solution_folder(lab) if arguments.solution else arguments.submission)
    all_checks = load_checks(lab)
    checks = chosen(lab, all_checks, arguments.only)
    required = _required(arguments.require, len(checks))
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    report = grade(lab, submission, checks, seed=seed, arguments=_same_again(arguments))
    if arguments.json:
        _write(arguments.json, report)
    _show(console_report(report, everything=arguments.all))
    if report.own_fault:
        return EXIT_OWN_FAULT
    return EXIT_FULL if report.score >= required else EXIT_BELOW


def _diff(arguments: argparse.Namespace) -> int:
    lab = find_lab(arguments.lab)
    theirs = source_of(take(lab, arguments.path))
    if arguments.solution:
        solution = source_of(take(lab, solution_folder(lab)))
        _show(comparison(lab, theirs, solution, names=("submission", "solution")))
    else:
        _show(comparison(lab, lambda exercise: starter_source(lab, exercise).decode(), theirs, names=("starter", "submission")))
    return EXIT_FULL


def solution_folder(lab: Lab) -> Path:
    """Where the reference solution of a lab lies. Raises `Misuse` if this checkout has none."""
    folder = LABS.parent / "solutions" / lab.slug / lab.package
    if not folder.is_dir():
        raise Misuse(f"this checkout has no solution of {lab.slug}")
    return folder


def _required(text: str | None, most: int) -> int:
    if text in {None, "full"}:
        return most
    if text.isdecimal() and int(text) <= most:
        return int(text)
    raise Misuse(f"--require {text!r} is neither 'full' nor a number from 0 to {most}")


def _same_again(arguments: argparse.Namespace) -> list[str]:
    """The arguments that name the lab and whose files they were."""
    again = [arguments.lab] if arguments.lab else []
    if arguments.submission:
        again += ["--submission", str(arguments.submission)]
    return again + (["--solution"] if arguments.solution else [])


def _write(path: Path, report: Report) -> None:
    try:
        path.write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise Misuse(f"--json {str(path)!r} cannot be written: {error.strerror}") from error


def _show(text: RenderableType) -> None:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a console that lacks a character still shows the rest
    Console(highlight=False, markup=False, emoji=False).print(text)
