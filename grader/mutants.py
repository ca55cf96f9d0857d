"""Small changes to the solution, one at a time: each should cost at least one check.

The changes are cosmic-ray's (operators, comparisons, numbers, constants, loops), and the deletion of
each statement. Changes that nothing at run time can see, in annotations and docstrings, are left out.
"""

from __future__ import annotations

import ast
import difflib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field

from grader.submission import Submission, solution_folder
from mca.lab import Lab

STATEMENTS = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Return | ast.Raise
"""The statements that are deleted, one at a time."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the exercise whose file it is in, the lines before and after, the whole new source."""

    exercise: str
    was: str
    now: str
    source: str

    def submission(self, solution: Submission) -> Submission:
        """The solution with this change."""
        return Submission(solution.folder, solution.sources | {self.exercise: self.source.encode()}, {})


class Equivalent(BaseModel):
    """A change that no check can notice, because nothing observable changes, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: str
    was: str
    now: tuple[str, ...]
    why: str = Field(min_length=20)


def mutants(exercise: str, source: str) -> Iterator[Mutant]:
    """Every different change to one file."""
    seen = {_essence(source)}
    for changed in (*_cosmic_ray(source), *_deletions(source)):
        essence = _essence(changed)
        if essence and essence not in seen:
            seen.add(essence)
            yield Mutant(exercise, *_changed_lines(source, changed), changed)


def equivalents(lab: Lab) -> list[Equivalent]:
    """The list that stands beside the solution."""
    path = solution_folder(lab).parent / "equivalents.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", []) if path.exists() else []
    return [Equivalent.model_validate(table) for table in tables]


def _cosmic_ray(source: str) -> Iterator[str]:
    from cosmic_ray import plugins  # noqa: PLC0415 -- an extra of this command alone
    from cosmic_ray.mutating import MutationVisitor  # noqa: PLC0415

    for name in plugins.operator_names():
        try:
            operator = plugins.get_operator(name)()
        except TypeError:  # wants arguments that only a person can give
            continue
        occurrence = 0
        while (changed := MutationVisitor.mutate_code(source, operator, occurrence)) is not None:
            yield changed
            occurrence += 1


def _deletions(source: str) -> Iterator[str]:
    """The source without one of its statements."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)  # a docstring, say
        if isinstance(node, STATEMENTS) and not text:
            indent = " " * node.col_offset
            yield "".join([*lines[: node.lineno - 1], f"{indent}pass\n", *lines[node.end_lineno :]])


Definition = TypeVar("Definition", ast.FunctionDef, ast.ClassDef)


class _Strip(ast.NodeTransformer):
    """Takes away what nothing sees at run time."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return self._without_docstring(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        return self._without_docstring(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.annotation = ast.Constant(value=None)
        self.generic_visit(node)
        return node

    @staticmethod
    def _without_docstring(node: Definition) -> Definition:
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node


def _essence(source: str) -> str:
    """What of a source matters at run time; empty if it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    return ast.dump(_Strip().visit(tree))


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    was, now = (" ".join(line[2:].strip() for line in lines if line.startswith(mark)) for mark in ("- ", "+ "))
    return was, now
