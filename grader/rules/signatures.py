"""The rule on the contract that starter and solution share."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.starter import starter_source
from grader.submission import solution_folder, take
from mca.lab import Lab


def signatures_agree(lab: Lab) -> Iterator[str]:
    """Public names, their signatures and their docstrings are the same in starter and solution."""
    solution = take(lab, solution_folder(lab))
    for exercise in lab.exercises:
        theirs, ours = (_public(source) for source in (starter_source(lab, exercise), solution.text(exercise.name)))
        for name in sorted(theirs.keys() | ours.keys()):
            if theirs.get(name) != ours.get(name):
                yield f"{exercise.file}: `{name}` is not the same in starter and solution"


def _public(source: str) -> dict[str, str]:
    """What stands for each public function and class: its line of definition and its docstring."""
    found: dict[str, str] = {}

    def visit(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                found[prefix + node.name] = f"{_head(node)}\n{ast.get_docstring(node)}"
                visit(node.body if isinstance(node, ast.ClassDef) else [], f"{prefix}{node.name}.")

    visit(ast.parse(source).body, "")
    return found


def _head(node: ast.FunctionDef | ast.ClassDef) -> str:
    """What a function takes and gives, or what a class is made of."""
    if isinstance(node, ast.ClassDef):
        return ", ".join(map(ast.unparse, node.bases))
    return f"({ast.unparse(node.args)}) -> {node.returns and ast.unparse(node.returns)}"
