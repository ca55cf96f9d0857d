"""Runs a scenario right here, beside the caller: for breakpoints, and never for a verdict.

There is no child, no deadline and no trust. The student's files are imported where they lie, so
that a debugger finds the lines in which somebody has set a breakpoint.
"""

from __future__ import annotations

import importlib
import json
import tempfile
from pathlib import Path
from typing import Any

from grader.exceptions import Trouble
from grader.relay import Exchange
from grader.scenario import Job, Outcome
from grader.scratch import scratch
from grader.submission import Submission
from mca.exceptions import StudentFault
from mca.lab import Lab
from mca.model import WireModel
from mca.stage import Stage
from mca.student import StudentFiles
from mock_model.__main__ import load_scripts
from mock_model.in_process import InProcess


class RecordingModel(InProcess):
    """The scripted model as an object, which notes what it is told and what it says."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.exchanges: list[Exchange] = []

    def send(self, line: str) -> None:
        """Take a request, and note it with the reply that is ready."""
        super().send(line)
        self.exchanges.append(Exchange(json.loads(line)["messages"], [json.loads(reply) for reply in self._lines]))


def run_in_process(lab: Lab, submission: Submission, job: Job) -> Outcome:
    """What a `ScenarioRunner` returns for a job, without a child process."""
    for name in job.names:
        if name in submission.refused:
            return Outcome(trouble=Trouble(submission.refused[name], file=name))
    scenarios = importlib.import_module(f"{lab.slug}.scenarios")
    model = RecordingModel(load_scripts(lab.folder / "scripts.py"), job.mode or "", job.seed)
    with tempfile.TemporaryDirectory() as folder, scratch(lab, submission, (), Path(folder)) as place:
        files = StudentFiles(lab, submission.folder, job.names, strict=True)
        stage = Stage(files, WireModel(model.send, model.receive), place.project)
        try:
            seen = json.loads(json.dumps(getattr(scenarios, job.scenario)(stage, **job.inputs)))
        except StudentFault as fault:
            return Outcome(trouble=Trouble(str(fault), file=fault.file))
        return Outcome(observation=seen, exchanges=model.exchanges, project=place.project_texts())
