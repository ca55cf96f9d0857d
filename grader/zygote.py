"""The warmed process: has imported the agent and a lab once, and forks a child for each scenario.

It never runs student code itself, and is told nothing of a job: the job comes to the child over
the child's own channel. With each request come three descriptors:

    channel   the child's two-way line to the parent
    output    where the child's standard output and error go
    status    where this process writes two lines: the child's process id, then how it ended
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import select
import signal
import socket
import sys
from pathlib import Path
from typing import BinaryIO

from grader.processes import end_group
from grader.worker import observe, warm
from mca.exceptions import LabError
from mca.lab import Lab
from mock_model.__main__ import play

CHANNEL = 3
"""The one descriptor, beside the standard three, that a child keeps."""


def serve(control: socket.socket, lab: Lab) -> None:
    """Fork a child for each request until the parent closes its end; then end what still runs."""
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([control.fileno(), ended], [], [])
        if ended in ready:
            os.read(ended, 4096)
            _reap(running)
        if control.fileno() in ready:
            message, descriptors, _, _ = socket.recv_fds(control, 1, 3)
            if not message:
                break
            channel, output, status = descriptors
            child = os.fork()
            if child == 0:
                _become_child(lab, channel, output)
            os.close(channel)
            os.close(output)
            os.write(status, b"%d\n" % child)
            running[child] = status
    for child in running:
        end_group(child)


def _reap(running: dict[int, int]) -> None:
    """Say how each child ended that has ended."""
    for child in list(running):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            descriptor = running.pop(child)
            with contextlib.suppress(BrokenPipeError):
                os.write(descriptor, b"%d\n" % os.waitstatus_to_exitcode(status))
            os.close(descriptor)


def _become_child(lab: Lab, channel: int, output: int) -> None:
    """In the fork: keep the channel, put the output in place of the standard streams, do the job."""
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDONLY)
        kept = [os.dup(descriptor) for descriptor in (nothing, output, output, channel)]
        for target, descriptor in enumerate(kept):
            os.dup2(descriptor, target, inheritable=target != CHANNEL)
        os.closerange(CHANNEL + 1, os.sysconf("SC_OPEN_MAX"))
        line = socket.socket(fileno=CHANNEL)
        _do(lab, line.makefile("rb"), line.makefile("wb"))
    finally:
        os._exit(0)  # past the student's exit handlers and threads, and never back into the loop


def _do(lab: Lab, requests: BinaryIO, replies: BinaryIO) -> None:
    """Be what the first line asks for: a scenario's process, or the scripted model's."""
    match json.loads(requests.readline()):
        case {"kind": "scenario"}:
            observe(lab, requests, replies)
        case {"kind": "model", "scripts": scripts, "mode": mode, "seed": seed}:
            os.environ["INJECT"] = mode
            play(Path(scripts), seed, io.TextIOWrapper(requests), io.TextIOWrapper(replies))


def main() -> None:
    """Serve a lab (the first argument; empty for the default one) on a socket (the second)."""
    with contextlib.suppress(LabError):  # the parent looks for the lab too, and says what is wrong with it
        serve(socket.socket(fileno=int(sys.argv[2])), warm(sys.argv[1]))
