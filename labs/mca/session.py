"""One request, from the first round to a clean screen."""

from __future__ import annotations

import sys

from mca.approval import Gate
from mca.events import Reason, TurnFinished
from mca.limits import Limits
from mca.loop import Agent, run_turn
from mca.messages import Call
from mca.model import Model
from mca.render import Renderer, one_line
from mca.screen import Screen
from mca.student import StudentFiles, plug
from mca.tools import Workspace, standard_tools


class Session:
    """An agent with a lab plugged in, and the screen that it is shown on."""

    def __init__(
        self, files: StudentFiles, model: Model, workspace: Workspace, screen: Screen, *, allow_all: bool
    ) -> None:
        self._screen = screen
        self._files = files
        self._faults_shown = 0
        self._plugin = plug(files, workspace)
        self._renderer = Renderer(self._plugin.wrap(screen))
        gate = Gate((lambda _: True) if allow_all else self._ask)
        tools = [*standard_tools(workspace), *self._plugin.tools()]
        self._agent = Agent(model, tools, gate, self._plugin, Limits())

    def run(self, request: str) -> Reason:
        """Run the request, show it, and say why it ended. Whatever happens, the panel is taken away."""
        try:
            reason = self._turn(request)
        except KeyboardInterrupt:
            reason = Reason.INTERRUPTED
        finally:
            self._renderer.end_line()
            self._plugin.close()
            self._show_faults()
        self._screen.write(f"{reason}: {self._plugin.summary()}\n")
        return reason

    def report(self) -> str:
        """All that the plug-in has kept, as Markdown."""
        return self._plugin.report()

    def _turn(self, request: str) -> Reason:
        self._show_faults()
        for event in run_turn(self._agent, request):
            self._show_faults()  # first: they are why the event is what it is
            self._renderer.show(event)
            if isinstance(event, TurnFinished):
                return event.reason
        raise AssertionError("a turn ended without saying why")

    def _show_faults(self) -> None:
        """What a student's file did wrong: one line each, and on with the turn."""
        for fault in self._files.faults[self._faults_shown :]:
            self._renderer.line(f"({fault})")
            self._faults_shown += 1

    def _ask(self, call: Call) -> bool:
        """Ask at the prompt, with the panel out of the way; without a terminal the answer is no."""
        self._renderer.end_line()
        self._plugin.close()
        if not (self._screen.tty and sys.stdin.isatty()):
            self._screen.write(f"{call.name} needs approval and there is no terminal to ask at; --yes allows it\n")
            return False
        self._screen.write(f"allow {call.name} {one_line(call.arguments)}? [y/N] ")
        answer = ""
        try:
            answer = sys.stdin.readline()
        finally:
            if not answer.endswith("\n"):
                self._screen.write("\n")
        return answer.strip().lower() in {"y", "yes"}
