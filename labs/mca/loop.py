"""One turn: model call, tool calls, results, and again, until somebody says that it is over.

This is the whole agent. Everything else in the package is what it calls or what it yields.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from mca.approval import Gate
from mca.events import (
    CallFinished,
    CallStarted,
    ErrorRaised,
    Event,
    Reason,
    RoundStarted,
    TextDelta,
    TurnFinished,
)
from mca.exceptions import ToolError
from mca.limits import Budget, Limits
from mca.messages import Call, Message
from mca.model import Model, Usage
from mca.plugin import Plugin, Reminder, Stop
from mca.spin import SpinGuard, spin_note
from mca.tools import Tool

SYSTEM_PROMPT = (
    "You are a coding agent in a terminal. Work on the files of the working folder with your tools, "
    "check what you did by running it, and answer when the job is done."
)

REMINDER_MARK = "(system reminder)"
"""Tells the model that the program speaks, although the message has the user role."""


@dataclass(frozen=True, slots=True)
class Agent:
    """What a turn needs; `tools` includes the plug-in's own."""

    model: Model
    tools: list[Tool]
    gate: Gate
    plugin: Plugin
    limits: Limits


def run_turn(agent: Agent, request: str) -> Iterator[Event]:
    """Run one user request to its end, yielding what happens; the last event is `TurnFinished`.

    Raises `ModelError` when the model cannot answer.
    """
    return _Turn(agent, request).events()


class _Turn:
    """The state of one turn. A new turn starts with a fresh conversation, budget and spin guard."""

    def __init__(self, agent: Agent, request: str) -> None:
        self._agent = agent
        self._tools = {tool.name: tool for tool in agent.tools}
        self._budget = Budget(agent.limits)
        self._spin = SpinGuard()
        self._notice = agent.plugin.begin(request)
        self._messages = [Message("user", request)]

    def events(self) -> Iterator[Event]:
        if self._notice:
            yield ErrorRaised(self._notice, retryable=True)
        number = 0
        while (exceeded := self._budget.exceeded(number)) is None:
            number += 1
            yield RoundStarted(number)
            calls = yield from self._ask_model()
            if not calls:
                yield TurnFinished(Reason.ANSWERED, "")
                return
            # Every call gets a result before anything else is said: a conversation with an
            # open call in it is one that no model accepts.
            for call in calls:
                yield from self._answer(call)
            match self._agent.plugin.after_round(number):
                case Reminder(text):
                    yield self._remind(text)
                case Stop(text, reason):
                    yield TurnFinished(reason, text)
                    return
        yield TurnFinished(exceeded, f"a limit was reached after {number} rounds")

    def _ask_model(self) -> Generator[Event, None, list[Call]]:
        """Stream one reply, and return its calls: a generator's `return` is what `yield from` gives."""
        text, calls = "", list[Call]()
        descriptions = [tool.as_json() for tool in self._agent.tools]
        for piece in self._agent.model.reply([self._system_prompt(), *self._messages], descriptions):
            match piece:
                case str():
                    text += piece
                    yield TextDelta(piece)
                case Call():
                    calls.append(piece)
                case Usage(tokens):
                    self._budget.spend(tokens)
        self._messages.append(Message("assistant", text, tuple(calls)))
        return calls

    def _answer(self, call: Call) -> Iterator[Event]:
        """Run one call, or say why not; either way the model gets a result."""
        if self._spin.blocks(call):
            result, ran, ok = spin_note(call), False, False
            yield ErrorRaised(f"blocked: {call.name}: {result}", retryable=True)
        else:
            result, ran, ok = yield from self._execute(call)
        self._messages.append(Message("tool", result, call_id=call.id))
        self._agent.plugin.after_call(call, result, ran=ran, ok=ok)

    def _execute(self, call: Call) -> Generator[Event, None, tuple[str, bool, bool]]:
        """The call's result, whether it ran at all, and whether it worked."""
        ran = False
        try:
            # Validate before asking: nobody should be asked to approve a call that cannot run.
            tool = self._tool(call.name)
            arguments = tool.parse(call.arguments)
            if not self._agent.gate.allows(tool, call):
                raise ToolError(f"`{call.name}` was not allowed by the user")  # noqa: TRY301 -- one way out for all
            ran = True
            yield CallStarted(call)
            result, ok = tool.run(arguments), True
        except ToolError as error:
            result, ok = str(error), False
        yield CallFinished(call, result, ok)
        return result, ran, ok

    def _tool(self, name: str) -> Tool:
        try:
            return self._tools[name]
        except KeyError:
            known = ", ".join(f"`{known}`" for known in self._tools)
            raise ToolError(f"there is no tool {name!r}; the tools are {known}") from None

    def _system_prompt(self) -> Message:
        return Message("system", " ".join(filter(None, [SYSTEM_PROMPT, self._agent.plugin.instruction()])))

    def _remind(self, text: str) -> Event:
        reminder = f"{REMINDER_MARK} {text}"
        self._messages.append(Message("user", reminder))
        return ErrorRaised(reminder, retryable=True)
