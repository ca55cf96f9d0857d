"""Throwaway folders: copies for one scenario, gone afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.scratch import LARGEST_READ_BACK, PROJECT, scratch
from grader.submission import Submission, take
from mca.lab import Lab


@pytest.fixture
def submission(lab: Lab, solution: Path) -> Submission:
    """The solution, taken."""
    return take(lab, solution)


def test_scratch_holds_named_files(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """Only the files that a scenario needs are there, with the bytes that were taken."""
    with scratch(lab, submission, ["list", "stall"], tmp_path) as place:
        found = {path.name: path.read_bytes() for path in place.files.iterdir()}

    assert {"list.py": submission.sources["list"], "stall.py": submission.sources["stall"]} == found


def test_scratch_copies_the_project(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """The project is a copy of the lab's sample, without hidden files and bytecode."""
    sample = lab.folder / PROJECT
    expected = {path.name: path.read_text(encoding="utf-8") for path in sample.glob("[!._]*")}

    with scratch(lab, submission, [], tmp_path) as place:
        texts = place.project_texts()

    assert expected == texts


def test_scratch_leaves_nothing_behind(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """After the block the folder is gone, with whatever was written into it."""
    with scratch(lab, submission, ["list"], tmp_path) as place:
        (place.project / "deep" / "deeper").mkdir(parents=True)
        (place.project / "deep" / "deeper" / "file.txt").write_text("x", encoding="utf-8")
        place.stack.write_text("x", encoding="utf-8")

    assert not place.root.exists()


def test_scratch_goes_after_errors(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """A block that raises leaves nothing behind either."""
    with pytest.raises(ZeroDivisionError), scratch(lab, submission, ["list"], tmp_path) as place:
        raise ZeroDivisionError

    assert not place.root.exists()


def test_scratch_copies_are_throwaway(lab: Lab, submission: Submission, solution: Path, tmp_path: Path) -> None:
    """What is written in one scenario's folders reaches neither the next nor the original."""
    with scratch(lab, submission, ["list"], tmp_path) as place:
        (place.files / "list.py").write_text("spoilt", encoding="utf-8")
        (place.project / "durations.py").write_text("spoilt", encoding="utf-8")
    with scratch(lab, submission, ["list"], tmp_path) as place:
        found = (place.files / "list.py").read_bytes(), place.project_texts()["durations.py"]

    assert ((solution / "list.py").read_bytes(), (lab.folder / PROJECT / "durations.py").read_text()) == found


def test_scratch_folders_are_apart(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """Two scenarios at the same time have different folders."""
    with scratch(lab, submission, [], tmp_path) as one, scratch(lab, submission, [], tmp_path) as other:
        assert one.root != other.root
        assert lab.package == one.files.name


def test_project_texts_cut_large_files(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """A file of the project that has grown large is read back in part."""
    with scratch(lab, submission, [], tmp_path) as place:
        (place.project / "large.txt").write_bytes(b"x" * (LARGEST_READ_BACK + 1))
        texts = place.project_texts()

    assert LARGEST_READ_BACK == len(texts["large.txt"])


def test_project_texts_replace_wrong_bytes(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """A file that is not UTF-8 is read back with a mark in the place of each wrong byte."""
    with scratch(lab, submission, [], tmp_path) as place:
        (place.project / "sub").mkdir()
        (place.project / "sub" / "latin.txt").write_bytes(b"caf\xe9")
        texts = place.project_texts()

    assert "caf\ufffd" == texts["sub/latin.txt"]


def test_project_texts_follow_no_link(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """A link to a file or to a folder outside is not followed when the project is read back."""
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")

    with scratch(lab, submission, [], tmp_path) as place:
        (place.project / "file.txt").symlink_to(tmp_path / "secret.txt")
        (place.project / "folder").symlink_to(tmp_path)
        texts = place.project_texts()

    assert texts
    assert "secret" not in texts.values()


def test_project_link_is_not_followed(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """A link in the place of the whole project folder is not followed either."""
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")

    with scratch(lab, submission, [], tmp_path) as place:
        place.project.rename(place.root / "moved")
        place.project.symlink_to(tmp_path)
        texts = place.project_texts()

    assert {} == texts


def test_project_may_be_gone(lab: Lab, submission: Submission, tmp_path: Path) -> None:
    """A project folder that student code removed reads back as empty."""
    with scratch(lab, submission, [], tmp_path) as place:
        place.project.rename(place.root / "moved")
        texts = place.project_texts()

    assert {} == texts
