"""A model in a process of its own, spoken to over its pipes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mca.exceptions import ModelError
from mca.model import WireModel


@contextmanager
def scripted_model(scripts: Path, *, seed: int = 0, pause: float = 0) -> Iterator[WireModel]:
    """Start the scripted model on a lab's `scripts.py`; its process ends with the block.

    The process inherits the environment, and with it `INJECT`, which it reads once.
    `pause` is the time in seconds between two pieces of a reply.
    """
    command = [sys.executable, "-m", "mock_model", str(scripts), str(seed), str(pause)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def send(line: str) -> None:
            try:
                stdin.write(line)
                stdin.flush()
            except OSError as error:
                raise ModelError("the model process is gone") from error

        try:
            yield WireModel(send, stdout.readline)
        finally:
            process.kill()
            with suppress(OSError):  # what could not be sent will not be sent now
                stdin.close()
