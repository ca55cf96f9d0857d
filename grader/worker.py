"""What runs in a child process: one scenario of a lab, beside the student's files.

Nothing here knows a check, an expected value or a seed. Standard input and output are replaced
before any student code runs; what the scenario saw goes back over a channel of its own, as one
JSON object a line:

    {"without": [names]}          first: the limits that this system does not have
    {"importing": name or null}   which student file is being imported
    {"model": line}               a request to the model; its reply comes back line by line
    {"observation": data}         the end: what the scenario saw
    {"raised": {...}}             the end: what went wrong instead
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from grader.restrain import most_processes, restrain
from mca.exceptions import StudentFault
from mca.lab import LABS, Lab, find_lab
from mca.model import WireModel
from mca.stage import Stage
from mca.student import StudentFiles, described, place_of
from mca.tools import Workspace, standard_tools

KEPT_BACK = {"checks", "scripts"}
"""The lab's modules that no scenario needs: what judges it, and what the scripted model says."""

STACK_AFTER = 0.9
"""The share of its time after which a scenario's process writes down what it is doing."""

Send = Callable[[dict[str, Any]], None]


def warm(name: str) -> Lab:
    """Find a lab (the default one for an empty name) and import what all its scenarios need."""
    lab = find_lab(name or None)
    importlib.import_module("mca.cells")
    for place in lab.folder.glob("*.py"):
        if place.stem not in KEPT_BACK:
            importlib.import_module(f"{lab.slug}.{place.stem}")
    # Everything that student code may import of this project is there now. What is not, the checks
    # and the solutions among it, shall not be found by accident.
    sys.path[:] = [entry for entry in sys.path if Path(entry) not in {LABS, LABS.parent}]
    for tool in standard_tools(Workspace(Path())):
        tool.as_json()  # makes its schema, which is kept
    gc.collect()
    gc.freeze()  # a collection in a child would copy every page that it looks at
    return lab


def observe(lab: Lab, requests: BinaryIO, replies: BinaryIO, most_processes: int | None) -> None:
    """Read one job, run its scenario, and send what came of it."""

    def send(frame: dict[str, Any]) -> None:
        replies.write(json.dumps(frame).encode() + b"\n")
        replies.flush()

    job = json.loads(requests.readline())
    send({"without": restrain(job["seconds"], most_processes)})
    with Path(job["stack"]).open("wb", buffering=0) as stack:
        faulthandler.dump_traceback_later(job["seconds"] * STACK_AFTER, file=stack)
        try:
            end = {"observation": _observe(lab, job, requests, send)}
        except BaseException as error:  # noqa: BLE001 -- student code may raise anything, `SystemExit` included
            end = {"raised": _raised(error, job["files"])}
        with contextlib.suppress(Exception):  # the student may have put anything in its place
            sys.stdout.flush()
        send(end)  # after this the parent ends the process


def _observe(lab: Lab, job: dict[str, Any], requests: BinaryIO, send: Send) -> Any:
    os.chdir(job["project"])
    files = StudentFiles(
        lab, Path(job["files"]), job["names"], importing=lambda name: send({"importing": name}), strict=True
    )
    model = WireModel(lambda line: send({"model": line}), lambda: requests.readline().decode())
    scenarios = importlib.import_module(f"{lab.slug}.scenarios")
    stage = Stage(files, model, Path(job["project"]))
    return getattr(scenarios, job["scenario"])(stage, **job["inputs"])


def _raised(error: BaseException, folder: str) -> dict[str, Any]:
    """What went wrong, and the innermost place in the student's files that had a part in it."""
    fault = error.file if isinstance(error, StudentFault) else None
    cause = error.__cause__ if fault and error.__cause__ else error
    file, line = place_of(cause, Path(folder))
    return {
        "what": described(cause),
        "file": file or fault,
        "line": line,
        "unwritten": isinstance(cause, NotImplementedError),
        "trace": "" if fault or file else "".join(traceback.format_exception(error))[-2000:],
    }


def main() -> None:
    """Run as a fresh process: the job comes on standard input, frames go to standard output."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    observe(warm(sys.argv[1]), requests, replies, most_processes())
    os._exit(0)  # past the student's exit handlers and threads
