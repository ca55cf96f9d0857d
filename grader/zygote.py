"""The warmed process: has imported the agent and a lab once, and forks a child for each scenario.

It never runs student code itself, and is told nothing of a job: the job comes to the child over
the child's own channel. With each request come three descriptors:

    channel   the child's two-way line to the parent
    output    where the child's standard output and error go
    status    where this process writes two lines: the child's process id, then how it ended

When the parent closes its end, or dies, this process ends every child and deletes the run's folder.
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

from grader.files import remove
from grader.orphans import sweep
from grader.processes import end_group
from grader.restrain import adopt_orphans, die_with_parent, hide_memory, most_processes
from grader.worker import observe, warm
from mca.lab import Lab
from mca.student import described
from mock_model.__main__ import play

CHANNEL = 3
"""The one descriptor, beside the standard three, that a child keeps."""


class Nursery:
    """The children that were forked and have not ended yet."""

    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._status: dict[int, int] = {}
        self._most_processes = most_processes()

    def fork(self, channel: int, output: int, status: int) -> None:
        """Start a child, and say what it is called."""
        child = os.fork()
        if child == 0:
            _become_child(self._lab, channel, output, self._most_processes)
        os.close(channel)
        os.close(output)
        _say(status, child)
        self._status[child] = status

    def reap(self) -> None:
        """Say how each child ended that has ended, and end what it left behind."""
        for child in list(self._status):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                end_group(child)
                descriptor = self._status.pop(child)
                _say(descriptor, os.waitstatus_to_exitcode(status))
                os.close(descriptor)
        sweep(spared=self._status)

    def end(self) -> None:
        """End every child, and whatever they left behind."""
        for child in self._status:
            end_group(child)
        sweep(spared=())


def serve(control: socket.socket, lab: Lab) -> None:
    """Fork a child for each request until the parent closes its end."""
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    nursery = Nursery(lab)
    while True:
        ready, _, _ = select.select([control.fileno(), ended], [], [])
        if ended in ready:
            os.read(ended, 4096)
            nursery.reap()
        if control.fileno() in ready:
            message, descriptors, _, _ = socket.recv_fds(control, 1, 3)
            if not message:
                break
            nursery.fork(*descriptors)
    nursery.end()


def _say(status: int, number: int) -> None:
    with contextlib.suppress(BrokenPipeError):  # nobody wants to know any more
        os.write(status, b"%d\n" % number)


def _become_child(lab: Lab, channel: int, output: int, most: int | None) -> None:
    """In the fork: keep the channel, put the output in place of the standard streams, do the job."""
    try:
        os.setsid()
        die_with_parent()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDONLY)
        kept = [os.dup(descriptor) for descriptor in (nothing, output, output, channel)]
        for target, descriptor in enumerate(kept):
            os.dup2(descriptor, target, inheritable=target != CHANNEL)
        os.closerange(CHANNEL + 1, os.sysconf("SC_OPEN_MAX"))
        line = socket.socket(fileno=CHANNEL)
        _do(lab, line.makefile("rb"), line.makefile("wb"), most)
    finally:
        os._exit(0)  # past the student's exit handlers and threads, and never back into the loop


def _do(lab: Lab, requests: BinaryIO, replies: BinaryIO, most: int | None) -> None:
    """Be what the first line asks for: a scenario's process, or the scripted model's."""
    match json.loads(requests.readline()):
        case {"kind": "scenario"}:
            observe(lab, requests, replies, most)
        case {"kind": "model", "scripts": scripts, "mode": mode, "seed": seed}:
            os.environ["INJECT"] = mode
            play(Path(scripts), seed, io.TextIOWrapper(requests), io.TextIOWrapper(replies))


def main() -> None:
    """Serve a lab (empty for the default one) on a socket, and delete a folder at the end."""
    name, descriptor, folder = sys.argv[1:]
    control = socket.socket(fileno=int(descriptor))
    adopt_orphans()
    hide_memory()
    try:
        serve(control, warm(name))
    except Exception as error:  # noqa: BLE001 -- a lab's own module may fail in any way; the parent says it
        with contextlib.suppress(OSError):
            control.sendall(described(error).encode())
            return  # the parent is there, and may be using the folder
    remove(Path(folder))
