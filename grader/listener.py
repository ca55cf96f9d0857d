"""Listens to one child until it has said what it saw, has died, or its time is up."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from pathlib import Path
from typing import Any

from grader.child import Child
from grader.exceptions import OwnFault, Trouble
from grader.relay import Relay
from grader.restrain import NAMES
from grader.scratch import Scratch

LARGEST_FRAME = 1024 * 1024
LARGEST_OUTPUT = 64 * 1024


class Listener:
    """One child under observation. What it sends is data from a stranger, and read as such."""

    def __init__(self, child: Child, relay: Relay | None, place: Scratch, seconds: float) -> None:
        self._child = child
        self._relay = relay
        self._place = place
        self._seconds = seconds
        self._time_is_up = False
        self._importing: str | None = None
        self.without: list[str] = []
        self._output = bytearray()
        self._output_end = os.dup(child.output.fileno())  # its own: a daemon may hold the other end for ever
        self._drain = threading.Thread(target=self._drain_output, daemon=True)

    def observe(self, job: dict[str, Any]) -> Any:
        """Hand over the job and return what the child observed.

        Killing the child is what unblocks the reading here, so the alarm needs no other means.
        Raises `Trouble` for what student code did, `OwnFault` for what it did not.
        """
        alarm = threading.Timer(self._seconds, self._alarm)
        alarm.start()
        self._drain.start()
        try:
            self._write(job | self._folders())
            return self._listen()
        finally:
            alarm.cancel()
            self._child.end()

    def output(self) -> str:
        """What the child printed, as far as it was kept."""
        self._drain.join(timeout=1)
        return self._output.decode("utf-8", errors="replace")

    def _alarm(self) -> None:
        self._time_is_up = True
        self._child.end()
        if self._relay:
            self._relay.end()

    def _drain_output(self) -> None:
        """Read the output to its end, so that nobody blocks on it, and keep the beginning."""
        while piece := os.read(self._output_end, LARGEST_OUTPUT):
            self._output += piece[: LARGEST_OUTPUT - len(self._output)]
        os.close(self._output_end)

    def _folders(self) -> dict[str, Any]:
        return {
            "files": str(self._place.files),
            "project": str(self._place.project),
            "stack": str(self._place.stack),
            "seconds": self._seconds,
        }

    def _listen(self) -> Any:
        while True:
            match self._read():
                case {"without": [*names]}:
                    self.without = [name for name in names if isinstance(name, str) and name in NAMES]
                case {"importing": str() | None as name}:
                    self._importing = name
                case {"model": str(request)}:
                    self._consult(request)
                case {"observation": data}:
                    return data
                case {"raised": dict(error)}:
                    raise self._raised(error)
                case frame:
                    raise Trouble(f"sent a frame that is not of the protocol: {str(frame)[:200]!r}")

    def _read(self) -> Any:
        try:
            line = self._child.replies.readline(LARGEST_FRAME + 1)
        except OSError as error:
            raise self._gone() from error
        if len(line) > LARGEST_FRAME:
            raise Trouble(f"flooded its channel with a frame of more than {LARGEST_FRAME:,} bytes")
        if not line.endswith(b"\n"):
            raise self._gone()
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Trouble(f"sent a line that is not JSON: {line[:200]!r}") from error

    def _write(self, frame: dict[str, Any]) -> None:
        try:
            self._child.requests.write(json.dumps(frame).encode() + b"\n")
            self._child.requests.flush()
        except OSError as error:
            raise self._gone() from error

    def _consult(self, request: str) -> None:
        """Pass a request on to the scripted model, and its reply back, line by line."""
        messages = _messages(request)
        if self._relay is None or messages is None:
            raise Trouble(f"sent a request to a model that is not of the protocol: {request[:200]!r}")
        try:
            for line in self._relay.ask(messages):
                self._child.requests.write(line)
                self._child.requests.flush()
        except OSError as error:
            raise self._gone() from error
        except OwnFault:
            if self._time_is_up:
                raise self._gone() from None
            raise

    def _raised(self, error: dict[str, Any]) -> Exception:
        """What the child says that went wrong; an error without a student's file in it is not the student's."""
        match error:
            case {"what": str(what), "file": str(file), "line": int() | None as line, "unwritten": bool(unwritten)}:
                at_import = self._importing is not None
                return Trouble(what, file=file, line=line, at_import=at_import, unwritten=unwritten)
            case {"what": str(what), "file": None, "trace": str(trace)}:
                return OwnFault(f"a scenario failed without any student code in it: {what}\n{trace}")
        return Trouble(f"sent an error that is not of the protocol: {str(error)[:200]!r}")

    def _gone(self) -> Trouble:
        """Why there is nothing more to read: the time was up, or the child died."""
        at_import = self._importing is not None
        status = None if self._time_is_up else self._child.status()
        if self._time_is_up:
            file, line = self._last_seen()
            what = f"no end after {self._seconds:.3g} s"
            return Trouble(what, file=self._importing or file, line=line, at_import=at_import)
        return Trouble(_ending(status), file=self._importing, at_import=at_import)

    def _last_seen(self) -> tuple[str | None, int | None]:
        """The student's innermost line in the stack that the child wrote down before it was ended."""
        for filename, line in re.findall(r'File "(.+)", line (\d{1,9}) in ', self._place.last_stack()):
            if Path(filename).parent == self._place.files:
                return Path(filename).stem, int(line)
        return None, None


def _messages(request: str) -> list[dict[str, Any]] | None:
    """The conversation in a request, if it is one: each message has a role and a text."""
    try:
        messages = json.loads(request)["messages"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    well_formed = isinstance(messages, list) and all(
        isinstance(message, dict) and isinstance(message.get("role"), str) and isinstance(message.get("text"), str)
        for message in messages
    )
    return messages if well_formed else None


def _ending(status: int | None) -> str:
    """How a process ended that said nothing: its exit status, negative for a signal."""
    if status is None:
        return "the process fell silent"
    if status >= 0:
        return f"the process ended early, with exit status {status}"
    try:
        return f"the process was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"the process was killed by signal {-status}"
