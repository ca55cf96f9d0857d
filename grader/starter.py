"""The first content of a student's file, which the student has since edited.

It is not kept a second time: git has it, under the name that `lab.toml` gives.
"""

from __future__ import annotations

import hashlib
import subprocess

from grader.exceptions import Misuse
from mca.lab import Exercise, Lab


def blob_id(content: bytes) -> str:
    """Git's name of a file's content; see "Git Objects" in Pro Git."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def starter_source(lab: Lab, exercise: Exercise) -> str:
    """The starter's text of one exercise. Raises `Misuse` where git does not have them."""
    try:
        shown = subprocess.run(
            ["git", "cat-file", "blob", exercise.starter],  # noqa: S607 -- git is wherever the caller has it
            cwd=lab.folder,
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise Misuse(
            f"the starter of {lab.package}/{exercise.file} is not to be had: it is read from the course's "
            "git history, and this folder is not a clone that has it"
        ) from error
    return shown.stdout.decode()
