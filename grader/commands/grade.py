"""`python -m grader grade`: grade a student's files and show the report."""

from __future__ import annotations

import argparse
import os
import secrets
from pathlib import Path

from grader.child import Starter
from grader.console import console_report
from grader.exceptions import Misuse
from grader.grading import SEEDS, chosen, grade, load_checks
from grader.own_files import with_progress
from grader.report import Report
from grader.show import show
from grader.submission import solution_folder, take
from mca.lab import find_lab

EXIT_FULL, EXIT_BELOW, EXIT_OWN_FAULT, EXIT_INTERRUPTED = 0, 1, 3, 130


def run(arguments: argparse.Namespace, starter: Starter) -> int:
    """Grade, and return the exit status. Raises `Misuse` or `LabError` for arguments it cannot use."""
    lab = find_lab(arguments.lab)
    submission = take(lab, solution_folder(lab) if arguments.solution else arguments.submission)
    checks = chosen(lab, load_checks(lab), arguments.only)
    required = _required(arguments.require, len(checks))
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    report = grade(lab, submission, checks, starter, seed=seed, arguments=_same_again(arguments))
    if not (arguments.solution or arguments.submission):
        report = with_progress(report, lab, submission)
    if arguments.json:
        _write(arguments.json, report)
    show(console_report(report, report.checks if arguments.all else None))
    if report.own_fault:
        return EXIT_OWN_FAULT
    if report.partial:
        return EXIT_INTERRUPTED
    return EXIT_FULL if report.score >= required else EXIT_BELOW


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
        again += ["--submission", os.fsencode(arguments.submission).decode("utf-8", errors="backslashreplace")]
    return again + (["--solution"] if arguments.solution else [])


def _write(path: Path, report: Report) -> None:
    try:
        path.write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise Misuse(f"--json {str(path)!r} cannot be written: {error.strerror}") from error
