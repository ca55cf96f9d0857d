"""Who may import whom: read from the sources, so that no import has to run for it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from mca.lab import LABS
from tests.conftest import ROOT

LAB_FOLDERS = sorted(path.parent for path in LABS.glob("*/lab.toml"))
LAB_SLUGS = {folder.name for folder in LAB_FOLDERS}
STANDARD = set(sys.stdlib_module_names)
EXTRAS = {"cosmic_ray", "watchfiles"}  # imported where one command needs it


def sources(*places: Path) -> list[Path]:
    """The Python files in some folders, and files that are named themselves."""
    found = [path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))]
    return sorted(path for path in found if "sample_project" not in path.parts)


def imports(path: Path) -> Iterable[tuple[int, str]]:
    """The modules that a file imports anywhere in it, by line; relative ones with their dots."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def strangers(paths: list[Path], allowed: set[str]) -> list[str]:
    """The imports in some files that are neither the standard library's, nor allowed, nor below what is allowed."""
    assert paths
    known = STANDARD | allowed
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in imports(path)
        if not any(f"{name}.".startswith(f"{good}.") for good in known)
    ]


def forbidden(paths: list[Path], names: set[str]) -> list[str]:
    """The imports in some files of packages that must not be imported there."""
    assert paths
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in imports(path)
        if name.partition(".")[0] in names
    ]


def checks_of(folder: Path) -> list[Path]:
    """A lab's checks: a module, or the files of a package."""
    package = folder / "checks"
    return sources(package) if package.is_dir() else [folder / "checks.py"]


def test_agent_knows_no_grader() -> None:
    """`mca` imports neither the grader nor the tests nor any lab."""
    assert [] == forbidden(sources(LABS / "mca"), {"grader", "tests", "mock_model"} | LAB_SLUGS)


@pytest.mark.parametrize("folder", LAB_FOLDERS, ids=lambda folder: folder.name)
def test_lab_knows_no_grader(folder: Path) -> None:
    """A lab's own package, its plug-in and its solution import neither the grader nor the tests."""
    files = [path for path in sources(folder) if path not in checks_of(folder)]
    solution = sources(ROOT / "solutions" / folder.name)

    assert [] == forbidden(files + solution, {"grader", "tests"})


@pytest.mark.parametrize("folder", LAB_FOLDERS, ids=lambda folder: folder.name)
def test_scenarios_import_little(folder: Path) -> None:
    """`scenarios.py` imports the agent, its own lab and the scripted model only, and no check."""
    place = [folder / "scenarios.py"]

    assert [] == strangers(place, {"mca", "mock_model", folder.name})
    assert [] == [name for _, name in imports(place[0]) if name.endswith(".checks")]


@pytest.mark.parametrize("folder", LAB_FOLDERS, ids=lambda folder: folder.name)
def test_checks_import_little(folder: Path) -> None:
    """A lab's checks import `grader.checks` only, and each other."""
    siblings = {f".{path.stem}" for path in (folder / "checks").glob("*.py")}

    assert [] == strangers(checks_of(folder), {"grader.checks"} | siblings)


@pytest.mark.parametrize("folder", LAB_FOLDERS, ids=lambda folder: folder.name)
def test_scripts_import_little(folder: Path) -> None:
    """`scripts.py` imports the vocabulary of the scripted model only."""
    assert [] == strangers([folder / "scripts.py"], {"mock_model.script"})


@pytest.mark.parametrize("folder", LAB_FOLDERS, ids=lambda folder: folder.name)
def test_student_files_import_own(folder: Path) -> None:
    """What the student edits imports its own package by dots, so that it works from anywhere."""
    files = sources(*(path for path in folder.iterdir() if (path / "__init__.py").exists()))

    assert [] == forbidden(files, LAB_SLUGS)


def test_model_imports_only_itself() -> None:
    """The scripted model imports itself and the standard library only."""
    assert [] == strangers(sources(ROOT / "mock_model"), {"mock_model"})


def test_grader_imports_no_lab() -> None:
    """The grader imports neither a lab nor the tests, by name."""
    assert [] == forbidden(sources(ROOT / "grader"), {"tests"} | LAB_SLUGS)
    allowed = {"grader", "mca", "mock_model", "pydantic", "pytest", "rich", "avt"} | EXTRAS
    assert [] == strangers(sources(ROOT / "grader"), allowed)


@pytest.mark.parametrize(
    "path", sources(ROOT / "grader", ROOT / "mock_model", ROOT / "noxfile.py"), ids=lambda path: path.name
)
def test_grader_names_no_lab(path: Path) -> None:
    """No file of the grader, the scripted model or the menu speaks of one lab."""
    assert [] == re.findall(r"day_\d+|\btodos?\b", path.read_text(encoding="utf-8"))
