"""The rule on who imports whom."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from grader.submission import solution_folder
from mca.lab import Lab


def who_imports_whom(lab: Lab) -> Iterator[str]:
    """Only the checks know the grader, and nobody knows the checks; students use what the agent is made of."""
    checks, student = f"{lab.slug}.checks", f"{lab.slug}.{lab.package}"
    given = {"mca", lab.slug, "rich", "pydantic"}
    acting = {"scenarios.py": {"mca", "mock_model", lab.slug}, "scripts.py": {"mock_model"}}
    for path in sorted(lab.folder.glob("*.py")):
        if path.stem != "checks":
            yield from _strangers(path, lab.slug, acting.get(path.name, given) - {checks})
    for path in [lab.folder / "checks.py", *(lab.folder / "checks").glob("*.py")]:
        yield from _strangers(path, checks, {"grader.checks", checks}) if path.exists() else ()
    for path in [*lab.student_folder.glob("*.py"), *solution_folder(lab).glob("*.py")]:
        yield from _strangers(path, student, given)


def _strangers(path: Path, package: str, allowed: set[str]) -> Iterator[str]:
    """The imports of a file, part of a package, that are neither allowed nor the standard library's."""
    forbidden = f"{package.partition('.')[0]}.checks"
    for line, name in _imported(path, package):
        known = name.partition(".")[0] in sys.stdlib_module_names or _within(name, allowed)
        if not known or (_within(name, {forbidden}) and not _within(forbidden, allowed - {package.partition(".")[0]})):
            yield f"{path.parent.name}/{path.name}:{line} imports {name}"


def _imported(path: Path, package: str) -> Iterator[tuple[int, str]]:
    """The modules that a file imports anywhere in it, by line, relative ones by their full names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            yield node.lineno, ".".join(filter(None, [*above, node.module]))


def _within(name: str, packages: set[str]) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)
