"""A student's files: each imported by itself, so that a broken one costs what needs it and no more."""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import ParamSpec, TypeVar

from mca.exceptions import StudentFault, ToolError
from mca.lab import Lab
from mca.plugin import Plugin
from mca.tools import Arguments, Tool, Workspace

P = ParamSpec("P")
T = TypeVar("T")


class StudentFiles:
    """The files of one lab's exercises, taken from any folder that holds them.

    They are imported as the lab's own package (`day_10_todo_tracking.todo.list`, say), wherever
    they lie, so that their imports of each other and of the lab's given files work unchanged.

    `names` says which of them exist for this run. `importing` is told which file is about to be
    imported, and `None` once it has been. With `strict`, a fault in a file ends the run; without,
    it is kept in `faults` and the run goes on without what the file should have done.
    """

    def __init__(
        self,
        lab: Lab,
        folder: Path,
        names: Iterable[str] | None = None,
        *,
        importing: Callable[[str | None], None] = lambda _: None,
        strict: bool = False,
    ) -> None:
        self.lab = lab
        self.names = frozenset(exercise.name for exercise in lab.exercises) if names is None else frozenset(names)
        self.faults: list[StudentFault] = []
        self._importing = importing
        self._strict = strict
        self._folder = folder
        self._package = f"{lab.slug}.{lab.package}"
        self._mount(folder)

    def load(self, name: str) -> ModuleType:
        """The module of one file. Raises whatever importing it raises."""
        self._importing(name)
        with _without_bytecode():
            module = importlib.import_module(f"{self._package}.{name}")
        self._importing(None)
        return module

    def make(self, name: str, factory: Callable[[ModuleType], T]) -> T | None:
        """What `factory` makes of one file's module; `None` if the file is missing or at fault."""
        if name not in self.names:
            return None
        return self.call(name, lambda: factory(self.load(name)))

    def call(self, name: str, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T | None:
        """Call into one file; `None` if that raises.

        Whatever is raised is the file's fault, `sys.exit()` included; so is a method that is not
        there, if it is looked up in here. Raises `StudentFault` when strict.
        """
        try:
            with _without_bytecode():
                return function(*arguments, **named)
        except StudentFault:
            raise
        except (Exception, SystemExit) as error:
            what = "not written yet" if isinstance(error, NotImplementedError) else described(error)
            at_fault = place_of(error, self._folder)[0] or name  # it may be a neighbour that the file calls
            fault = StudentFault(at_fault, f"{self.lab.package}/{at_fault}.py: {what}")
            if self._strict:
                raise fault from error
            self._keep(fault)
            return None

    def tool(self, name: str, tool: Tool) -> Tool:
        """The same tool, with whatever goes wrong in it put down to one file.

        A `ToolError` is an answer and no fault. After a fault the model is told to go on without.
        """

        def attempt(arguments: Arguments) -> str | ToolError:
            try:
                answer = tool.run(arguments)
            except ToolError as error:
                return error
            if not isinstance(answer, str):
                raise TypeError(f"{tool.name} answered with {type(answer).__name__}, expected a string")
            return answer

        def run(arguments: Arguments) -> str:
            answer = self.call(name, attempt, arguments)
            if isinstance(answer, str):
                return answer
            raise answer or ToolError(f"`{tool.name}` does not work like that; go on without it")

        return replace(tool, run=run)

    def works(self, name: str) -> bool:
        """Whether no fault of this file is known."""
        return all(fault.file != name for fault in self.faults)

    def _keep(self, fault: StudentFault) -> None:
        if str(fault) not in map(str, self.faults):
            self.faults.append(fault)

    def _mount(self, folder: Path) -> None:
        """Put a package of the right name over the folder, in place of an earlier one."""
        for module in [name for name in sys.modules if f"{name}.".startswith(f"{self._package}.")]:
            del sys.modules[module]
        package = ModuleType(self._package)
        package.__path__ = [str(folder)]
        sys.modules[self._package] = package
        sys.path_importer_cache.pop(str(folder), None)  # it may have been written a moment ago


def plug(files: StudentFiles, workspace: Workspace) -> Plugin:
    """The lab's plug-in, wired to `files`; what it keeps for longer than a turn lies in the workspace."""
    module = importlib.import_module(f"{files.lab.slug}.{files.lab.plugin}")
    plugin: Plugin = module.plug(files, workspace)
    return plugin


def place_of(error: BaseException, folder: Path) -> tuple[str | None, int | None]:
    """The student's file and line nearest to an error; a syntax error has no frame, but says where."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    for filename, line in reversed(places):
        if Path(filename).parent == folder:
            return Path(filename).stem, line
    return None, None


def described(error: BaseException) -> str:
    """An exception in one line; one whose own text cannot be had is named by its type alone."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 -- a student's exception may do anything when it is asked for its text
        text = "(its text cannot be shown)"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@contextmanager
def _without_bytecode() -> Iterator[None]:
    """Keep `__pycache__` out of the student's folder: it holds their files and nothing else."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
