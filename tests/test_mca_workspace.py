"""Paths stay inside the working folder, whatever they are spelled like and whatever links there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mca.events import Reason
from mca.exceptions import ToolError
from mca.tools import Workspace
from mock_model.script import Call as Said
from mock_model.script import call, say
from tests.test_mca_loop import Conversation, reasons

OUTSIDE = "lies outside the working folder; paths are relative to it"


class Place:
    """A working folder, a folder beside it, and links of every kind between them."""

    def __init__(self, folder: Path) -> None:
        self.inside, self.outside = folder / "inside", folder / "outside"
        for place in (self.inside, self.outside):
            place.mkdir()
        (self.inside / "own.txt").write_text("own\n", encoding="utf-8")
        (self.inside / "sub").mkdir()
        (self.outside / "secret.txt").write_text("secret\n", encoding="utf-8")
        links = {
            "file_out": self.outside / "secret.txt",
            "folder_out": self.outside,
            "new_out": self.outside / "new.txt",
            "up": Path(".."),
            "twice": Path("folder_out"),
            "file_in": Path("own.txt"),
            "folder_in": Path("sub"),
        }
        for name, target in links.items():
            try:
                (self.inside / name).symlink_to(target)
            except OSError:
                pytest.skip("links cannot be made here")

    def result(self, said: Said) -> str:
        """What a model is told that makes one call in the working folder, with everything allowed."""
        conversation = Conversation(self.inside, say("", said), say("done"))
        conversation.turn()
        return conversation.results()[0]

    def outside_files(self) -> dict[str, str]:
        """What lies outside."""
        return {path.name: path.read_text(encoding="utf-8") for path in self.outside.iterdir()}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """The two folders."""
    return Place(tmp_path)


@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret.txt",
        "sub/../../outside/secret.txt",
        "file_out",
        "folder_out/secret.txt",
        "twice/secret.txt",
        "up/outside/secret.txt",
        "sub/../file_out",
        "{outside}/secret.txt",
    ],
)
@pytest.mark.parametrize(
    "make",
    [
        lambda path: call("read_file", path=path),
        lambda path: call("edit_file", path=path, old="secret", new="spoilt"),
        lambda path: call("write_file", path=path, text="spoilt"),
    ],
    ids=["read", "edit", "write"],
)
def test_file_outside_is_refused(place: Place, make: Callable[[str], Said], path: str) -> None:
    """A path that leads out, by itself or through a link, is neither read nor edited nor written."""
    path = path.format(outside=place.outside)

    told = place.result(make(path))

    assert f"{path!r} {OUTSIDE}" == told
    assert {"secret.txt": "secret\n"} == place.outside_files()


@pytest.mark.parametrize(
    "path", ["../new.txt", "folder_out/new.txt", "new_out", "folder_out/sub/new.txt", "../a/b.txt"]
)
def test_new_file_outside_is_refused(place: Place, path: str) -> None:
    """No file or folder is made outside, not even through a link to a place where nothing is yet."""
    told = place.result(call("write_file", path=path, text="spoilt"))

    assert f"{path!r} {OUTSIDE}" == told
    assert {"secret.txt": "secret\n"} == place.outside_files()
    assert {"inside", "outside"} == {entry.name for entry in place.inside.parent.iterdir()}


@pytest.mark.parametrize("folder", ["..", "../outside", "folder_out", "twice", "up", "sub/../..", "/"])
@pytest.mark.parametrize("name", ["list_files", "search_files"])
def test_folder_outside_is_refused(place: Place, name: str, folder: str) -> None:
    """A folder that lies outside, or a link to one, is neither listed nor searched."""
    told = place.result(call(name, folder=folder, **({"text": "secret"} if name == "search_files" else {})))

    assert f"{folder!r} {OUTSIDE}" == told


def test_list_enters_no_link_out(place: Place) -> None:
    """A listing of the working folder shows nothing that lies in a linked folder outside."""
    listed = place.result(call("list_files")).splitlines()

    assert "own.txt" in listed
    assert [] == [path for path in listed if "secret" in path or "/" in path]


def test_search_follows_no_link_out(place: Place) -> None:
    """A search finds what lies inside and nothing of what links lead to outside."""
    assert "no line holds 'secret'" == place.result(call("search_files", text="secret"))
    assert "own.txt:1: own" in place.result(call("search_files", text="own"))


def test_links_inside_are_followed(place: Place) -> None:
    """A link that stays inside is as good as the path that it leads to."""
    assert "own" == place.result(call("read_file", path="file_in"))
    assert "edited file_in" == place.result(call("edit_file", path="file_in", old="own", new="mine"))
    assert "wrote folder_in/new.txt (1 lines)" == place.result(call("write_file", path="folder_in/new.txt", text="x"))
    assert "mine\n" == (place.inside / "own.txt").read_text(encoding="utf-8")
    assert "x" == (place.inside / "sub" / "new.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["own.txt", "./own.txt", "sub/../own.txt", "sub/.././sub/../own.txt"])
def test_detour_inside_is_allowed(place: Place, path: str) -> None:
    """A path that goes up and down again but ends inside is a path inside."""
    assert "own" == place.result(call("read_file", path=path))


def test_folder_of_like_name_is_outside(place: Place) -> None:
    """A folder whose name only begins like the working folder's is outside."""
    (place.inside.parent / "inside_too").mkdir()
    (place.inside.parent / "inside_too" / "a.txt").write_text("a", encoding="utf-8")

    assert OUTSIDE in place.result(call("read_file", path="../inside_too/a.txt"))


def test_root_may_be_a_link(place: Place) -> None:
    """A working folder that is itself reached through a link works like any other."""
    link = place.inside.parent / "link"
    link.symlink_to(place.inside)
    workspace = Workspace(link)

    assert "own\n" == workspace.read("own.txt")
    assert "own.txt" in list(workspace.files("."))
    with pytest.raises(ToolError, match=OUTSIDE):
        workspace.read("../outside/secret.txt")


def test_root_may_be_relative(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder that is given relative to the current one works, and is guarded, like any other."""
    monkeypatch.chdir(place.inside.parent)
    workspace = Workspace(Path("inside"))

    assert "own\n" == workspace.read("own.txt")
    assert "own.txt" in list(workspace.files("."))
    with pytest.raises(ToolError, match=OUTSIDE):
        workspace.read("../outside/secret.txt")


@pytest.mark.parametrize(
    "said",
    [
        call("read_file", path="a\0b"),
        call("write_file", path="a\0b", text=""),
        call("list_files", folder="a\0b"),
        call("read_file", path="a" * 300),
        call("list_files", folder="a" * 300),
        call("read_file", path="circle"),
        call("write_file", path="circle", text=""),
        call("search_files", text="x", folder="circle"),
        call("run_command", command="echo a\0b"),
    ],
)
def test_odd_path_goes_back(tmp_path: Path, said: Said) -> None:
    """A path that no system takes is a failed call that the model can mend, not the end of the agent."""
    (tmp_path / "circle").symlink_to("circle")
    conversation = Conversation(tmp_path, say("", said), say("done"))

    assert [Reason.ANSWERED] == reasons(conversation.turn())


def test_lost_folder_goes_back(tmp_path: Path) -> None:
    """When the model has removed the working folder, its next command is a failed call, not the agent's end."""
    folder = tmp_path / "folder"
    folder.mkdir()
    remove = call("run_command", command=f"rm -r '{folder}'")
    conversation = Conversation(folder, say("", remove, call("run_command", command="ls")), say("done"))

    assert [Reason.ANSWERED] == reasons(conversation.turn())
