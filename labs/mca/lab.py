"""What a lab is, as its `lab.toml` says, and how to find one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from mca.exceptions import LabError

LABS = Path(__file__).resolve().parent.parent
"""The folder that holds this package and, beside it, one folder for each lab."""


class _Table(BaseModel):
    """A table of `lab.toml`; an unknown key is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Exercise(_Table):
    """One exercise: one file that the student edits. `starter` is git's name for its first content."""

    title: str
    file: str = Field(pattern=r"^[a-z][a-z0-9_]*\.py$")
    starter: str = Field(pattern=r"^[0-9a-f]{40}$")

    @property
    def name(self) -> str:
        """The file without its ending; what the command line calls the exercise."""
        return self.file.removesuffix(".py")


class Goal(_Table):
    """Something that a student wants to reach, and the numbers of the checks that show it."""

    text: str
    checks: tuple[int, ...] = Field(min_length=1)


class RunLimits(_Table):
    """How long student code may run, in seconds of wall-clock time."""

    scenario_seconds: float = Field(default=4.0, gt=0, allow_inf_nan=False)
    submission_seconds: float = Field(default=60.0, gt=0, allow_inf_nan=False)


class Lab(_Table):
    """One lab. `order` places it among the others; `default` marks the one meant when none is named."""

    format: Literal[1]
    slug: str
    title: str
    order: int
    default: bool = False
    request: str
    package: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    plugin: str
    exercises: tuple[Exercise, ...] = Field(min_length=1)
    starter_passes: tuple[int, ...]
    goals: tuple[Goal, ...] = ()
    limits: RunLimits = RunLimits()
    _folder: Path = PrivateAttr()

    @property
    def folder(self) -> Path:
        """Where the lab lies."""
        return self._folder

    @property
    def student_folder(self) -> Path:
        """Where the student's own files lie."""
        return self._folder / self.package

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that the student edits, in the order of the exercises."""
        return tuple(exercise.file for exercise in self.exercises)


def read_lab(folder: Path) -> Lab:
    """Read one lab's `lab.toml`. Raises `LabError` with one sentence if it is malformed."""
    path = folder / "lab.toml"
    try:
        lab = Lab.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LabError(f"{path} is not TOML: {error}") from error
    except ValidationError as error:
        raise LabError(f"{path}: {_problem(error)}") from error
    if lab.slug != folder.name:
        raise LabError(f"{path}: slug {lab.slug!r} is not the folder's name, {folder.name!r}")
    lab._folder = folder  # noqa: SLF001 -- set once, here; pydantic keeps a frozen model's private part open
    return lab


def _problem(error: ValidationError) -> str:
    """The first of the problems; the next run shows the next."""
    detail = error.errors(include_url=False)[0]
    place = ".".join(str(step) for step in detail["loc"])
    got = "" if detail["type"] == "missing" else f", got {detail['input']!r}"
    tables: dict[object, type[_Table]] = {"exercises": Exercise, "goals": Goal, "limits": RunLimits}
    table = tables.get(detail["loc"][0], Lab)
    allowed = f"; allowed here: {', '.join(table.model_fields)}" if detail["type"] == "extra_forbidden" else ""
    return f"`{place}`: {detail['msg']}{got}{allowed}"


def find_lab(name: str | None = None, labs: Path = LABS) -> Lab:
    """The lab called `name`, or the default one. Raises `LabError` if there is none."""
    folders = sorted(path.parent for path in labs.glob("*/lab.toml"))
    if name is not None:
        for folder in folders:
            if folder.name == name:
                return read_lab(folder)
        raise LabError(f"there is no lab {name!r}; the labs are {', '.join(f.name for f in folders) or 'none'}")
    for lab in map(read_lab, folders):
        if lab.default:
            return lab
    raise LabError(f"no lab below {labs} says `default = true`; name one")


def student_folder(lab: Lab, folder: Path | None) -> Path:
    """Where a student's files are: `folder` itself, its folder named like the lab's package, or the lab's own.

    Raises `LabError` if none of the lab's files is there.
    """
    if folder is None:
        return lab.student_folder
    if not folder.is_dir():
        raise LabError(f"{str(folder)!r} is not a folder; a submission is a folder that holds {_listed(lab)}")
    inner = folder / lab.package
    if inner.is_symlink():
        raise LabError(f"{str(inner)!r} is a link; a submission holds its files itself")
    for place in (inner, folder):
        if any((place / file).exists() or (place / file).is_symlink() for file in lab.files):
            return place
    raise LabError(f"{str(folder)!r} holds none of {_listed(lab)}, nor does a folder {lab.package!r} in it")


def _listed(lab: Lab) -> str:
    return ", ".join(lab.files)
