"""The six tools: what they take, what they answer, and what they refuse."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import Field

from mca.exceptions import ToolError
from mca.tools import Arguments, Tool, Workspace, standard_tools
from mock_model.script import call

Use = Callable[..., str]
"""Calls a tool by name, as the loop does."""

MAKE_TOOL = (
    "from pathlib import Path\n"
    "from mca.tools import Workspace, standard_tools\n"
    "tool = standard_tools(Workspace(Path()))[-1]\n"
)
"""Makes the tool `run_command` in a Python of its own."""

POSIX = pytest.mark.skipif(os.name == "nt", reason="it is about POSIX processes")


class Entry(Arguments):
    """One row."""

    text: str
    weight: int = 1


class Rows(Arguments):
    """A list of rows, as a lab's tool may take them."""

    items: list[Entry] = Field(default_factory=list)
    label: str | None = None


@pytest.fixture
def use(tmp_path: Path) -> Use:
    """The standard tools on the test's own folder."""
    tools = {tool.name: tool for tool in standard_tools(Workspace(tmp_path))}

    def use(name: str, **arguments: object) -> str:
        tool = tools[name]
        return tool.run(tool.parse(call(name, **arguments).arguments))

    return use


def refused(use: Use, name: str, **arguments: object) -> str:
    """What a call is refused with."""
    with pytest.raises(ToolError) as caught:
        use(name, **arguments)
    return str(caught.value)


def tool_of_rows() -> Tool:
    """A tool that takes rows and counts them."""
    return Tool("set_rows", "Sets the rows.", Rows, lambda rows: f"{len(rows.items)} rows")


def gone(pid: int, seconds: float = 3) -> bool:
    """Whether a process has ended, or ends within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
        ).stdout
        if not state.strip() or state.startswith("Z"):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ('{"steps": []}', "`steps` is not an argument; allowed here: `items`, `label`"),
        (
            '{"items": [{"text": "a", "state": 1}]}',
            "`items.0.state` is not an argument; allowed here: `text`, `weight`",
        ),
        ('{"items": "a, b"}', "`items`: got 'a, b'; Input should be a valid array"),
        ('{"items": "[{\\"text\\": \\"a\\"}]"}', '`items`: got \'[{"text": "a"}]\'; Input should be a valid array'),
        ('{"items": {"text": "a"}}', "`items`: got {'text': 'a'}; Input should be a valid array"),
        ('{"items": ["a"]}', "`items.0`: got 'a'; Input should be an object"),
        ('{"items": [{}]}', "`items.0.text` is missing"),
        ('{"items": [{"text": null}]}', "`items.0.text`: got None; Input should be a valid string"),
        (
            '{"items": [{"text": "a", "weight": "much"}]}',
            "`items.0.weight`: got 'much'; Input should be a valid integer",
        ),
        ('{"items": [{"text": "a"}', 'not JSON: \'{"items": [{"text": "a"}\''),
        ("items = a", "not JSON: 'items = a'"),
        ("[]", "got []; Input should be an object"),
        ('"items"', "got 'items'; Input should be an object"),
        ("null", "got None; Input should be an object"),
    ],
)
def test_bad_arguments_are_explained(raw: str, says: str) -> None:
    """What is wrong with the arguments is said with the place, the value and what is allowed there."""
    with pytest.raises(ToolError) as caught:
        tool_of_rows().parse(raw)

    assert str(caught.value).startswith(f"bad arguments for `set_rows`: {says}")


def test_all_bad_arguments_are_named() -> None:
    """Every fault of a call is named at once, not one a round."""
    with pytest.raises(ToolError) as caught:
        tool_of_rows().parse('{"label": 5, "items": [{"weight": "x"}], "colour": "red"}')

    assert [True] * 4 == [f"`{n}`" in str(caught.value) for n in ("label", "items.0.text", "items.0.weight", "colour")]


def test_long_bad_value_is_cut() -> None:
    """A long value is quoted by its beginning, and its length is said."""
    with pytest.raises(ToolError) as caught:
        tool_of_rows().parse(f'{{"items": "{"x" * 5000}"}}')

    assert "`items`: got 'xxxx" in str(caught.value)
    assert "… (5002 characters); Input should be a valid array" in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("raw", ["", "{}"])
def test_no_arguments_is_no_fault(raw: str) -> None:
    """A call without argument text is a call without arguments."""
    tool = tool_of_rows()

    assert "0 rows" == tool.run(tool.parse(raw))


def test_tool_describes_its_arguments() -> None:
    """The model is told a tool's name, its description and the schema of its arguments."""
    described = tool_of_rows().as_json()

    assert ("set_rows", "Sets the rows.") == (described["name"], described["description"])
    assert ["items", "label"] == list(described["schema"]["properties"])
    assert described["schema"]["additionalProperties"] is False


def test_standard_tools_explain_arguments() -> None:
    """Each of the six tools refuses an unknown key and names its own."""
    said = {}
    for tool in standard_tools(Workspace(Path())):
        with pytest.raises(ToolError) as caught:
            tool.parse('{"unheard_of": 1}')
        said[tool.name] = str(caught.value).partition("allowed here: ")[2]

    assert {
        "read_file": "`path`, `first`, `last`",
        "list_files": "`folder`",
        "search_files": "`text`, `folder`",
        "edit_file": "`path`, `old`, `new`",
        "write_file": "`path`, `text`",
        "run_command": "`command`, `seconds`",
    } == said


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ({}, "1\n2\n3\n4"),
        ({"first": 3}, "3\n4"),
        ({"last": 2}, "1\n2"),
        ({"first": 2, "last": 3}, "2\n3"),
        ({"first": 4, "last": 4}, "4"),
        ({"first": 3, "last": 99}, "3\n4"),
        ({"first": 9}, ""),
    ],
)
def test_read_gives_range_of_lines(use: Use, tmp_path: Path, lines: dict[str, int], text: str) -> None:
    """A file is read whole, or from one line to another, both counted from 1 and both included."""
    (tmp_path / "a.txt").write_text("1\n2\n3\n4\n", encoding="utf-8")

    assert text == use("read_file", path="a.txt", **lines)


@pytest.mark.parametrize("line", ["first", "last"])
def test_read_counts_from_one(use: Use, line: str) -> None:
    """There is no line 0, and the refusal says so."""
    says = f"`{line}`: got 0; Input should be greater than or equal to 1"

    assert says in refused(use, "read_file", path="a.txt", **{line: 0})


def test_read_refuses_what_is_no_text(use: Use, tmp_path: Path) -> None:
    """A missing file, a folder and a file that is not text are refused, each with its reason."""
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    (tmp_path / "folder").mkdir()

    assert "there is no file 'lost'" in refused(use, "read_file", path="lost")
    assert "there is no file 'folder'" in refused(use, "read_file", path="folder")
    assert "'picture' is not UTF-8 text" == refused(use, "read_file", path="picture")


def test_list_shows_files_in_order(use: Use, tmp_path: Path) -> None:
    """All files below a folder are listed in order, with their paths from the working folder."""
    for name in ("b.txt", "sub/deep/c.txt", "a.txt", "sub/d.txt", ".git/config", "sub/__pycache__/d.pyc", ".env"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "empty").mkdir()

    assert ".env\na.txt\nb.txt\nsub/d.txt\nsub/deep/c.txt" == use("list_files")
    assert "sub/d.txt\nsub/deep/c.txt" == use("list_files", folder="sub")
    assert "no files" == use("list_files", folder="empty")
    assert "no files" == use("list_files", folder=".git")
    assert "there is no folder 'other'" in refused(use, "list_files", folder="other")


def test_search_finds_lines(use: Use, tmp_path: Path) -> None:
    """A search gives file, line number and line for each hit, letter by letter and not as a pattern."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.py").write_text("x = f(1)\n\n    y = f(2)\nz = F(1)\n", encoding="utf-8")
    (tmp_path / "sub" / "b.py").write_text("f(1)\n", encoding="utf-8")
    (tmp_path / "picture").write_bytes(b"f(1)\xff")

    assert "a.py:1: x = f(1)\nsub/b.py:1: f(1)" == use("search_files", text="f(1)")
    assert "a.py:3: y = f(2)" == use("search_files", text="f(2)")
    assert "sub/b.py:1: f(1)" == use("search_files", text="f(", folder="sub")
    assert "no line holds 'f.1.'" == use("search_files", text="f.1.")


def test_search_caps_its_hits(use: Use, tmp_path: Path) -> None:
    """Of many hits the first hundred are shown, and how many more there are."""
    (tmp_path / "a.txt").write_text("hit\n" * 130, encoding="utf-8")

    hits = use("search_files", text="hit").splitlines()

    assert "a.txt:100: hit" == hits[99]
    assert ["… 30 more; search a smaller folder or a longer text"] == hits[100:]


def test_search_needs_some_text(use: Use) -> None:
    """A search for nothing, which every line would answer, is refused."""
    assert "`text`: got ''; String should have at least 1 character" in refused(use, "search_files", text="")


def test_edit_replaces_one_passage(use: Use, tmp_path: Path) -> None:
    """The passage is replaced and the rest of the file stays as it is."""
    file = tmp_path / "a.txt"
    file.write_text("one é\n two\nthree", encoding="utf-8")

    answer = use("edit_file", path="a.txt", old="é\n two", new="(.*)\\1")

    assert "edited a.txt" == answer
    assert "one (.*)\\1\nthree" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "says"), [("four", "'four' stands 0 times in 'a.txt', not once"), ("o", "'o' stands 2 times in 'a.txt'")]
)
def test_edit_refuses_unclear_passage(use: Use, tmp_path: Path, old: str, says: str) -> None:
    """A passage that stands nowhere or twice is refused, and the file is left as it is."""
    file = tmp_path / "a.txt"
    file.write_text("one\ntwo\n", encoding="utf-8")

    assert refused(use, "edit_file", path="a.txt", old=old, new="x").startswith(says)
    assert b"one\ntwo\n" == file.read_bytes()


def test_edit_refuses_empty_passage(use: Use, tmp_path: Path) -> None:
    """An empty passage, which stands everywhere, is refused."""
    (tmp_path / "a.txt").write_text("", encoding="utf-8")

    assert "`old`: got ''; String should have at least 1 character" in refused(
        use, "edit_file", path="a.txt", old="", new="x"
    )


def test_edit_creates_no_file(use: Use, tmp_path: Path) -> None:
    """To edit a file that is not there is refused, and does not make it."""
    assert "there is no file 'a.txt'" in refused(use, "edit_file", path="a.txt", old="x", new="y")
    assert [] == list(tmp_path.iterdir())


def test_edit_refuses_overlapping_passages(use: Use, tmp_path: Path) -> None:
    """A passage that stands twice is refused when its two places overlap, too: two blank lines, for instance."""
    (tmp_path / "a.txt").write_text("one\n\n\ntwo\n", encoding="utf-8")

    assert "stands 2 times" in refused(use, "edit_file", path="a.txt", old="\n\n", new="\n")


def test_edit_keeps_line_endings(use: Use, tmp_path: Path) -> None:
    """An edit of one line leaves the line endings of the others alone."""
    file = tmp_path / "a.txt"
    file.write_bytes(b"one\r\ntwo\r\nthree\r\n")
    use("edit_file", path="a.txt", old="two", new="2")

    assert b"one\r\n2\r\nthree\r\n" == file.read_bytes()


def test_write_makes_file_and_folders(use: Use, tmp_path: Path) -> None:
    """A new file is written with the folders on the way to it, and its lines are counted."""
    answer = use("write_file", path="sub/deep/a.txt", text="é\n\nlast")

    assert "wrote sub/deep/a.txt (3 lines)" == answer
    assert "é\n\nlast" == (tmp_path / "sub" / "deep" / "a.txt").read_text(encoding="utf-8")


def test_write_replaces_whole_text(use: Use, tmp_path: Path) -> None:
    """A file that is there gets the new text and keeps nothing of the old."""
    file = tmp_path / "a.txt"
    file.write_text("a long text\n" * 9, encoding="utf-8")
    use("write_file", path="a.txt", text="short\n")

    assert "short\n" == file.read_text(encoding="utf-8")


def test_write_refuses_impossible_place(use: Use, tmp_path: Path) -> None:
    """A folder, or a place below a file, cannot be written, and the refusal says why."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()

    assert "'folder' could not be written: " in refused(use, "write_file", path="folder", text="x")
    assert "'file/a.txt' could not be written: " in refused(use, "write_file", path="file/a.txt", text="x")


@POSIX
def test_command_gives_its_output(use: Use, tmp_path: Path) -> None:
    """A command runs in the working folder; what it prints on both streams comes back in order."""
    (tmp_path / "a.txt").touch()

    assert "a.txt\nwrong\nright" == use("run_command", command="ls; echo wrong >&2; echo right")
    assert "exit status 0, nothing printed" == use("run_command", command="true")


@POSIX
@pytest.mark.parametrize("status", [1, 3, 127])
def test_command_gives_exit_status(use: Use, status: int) -> None:
    """A command that fails is a failed call, with the exit status before the output."""
    assert f"exit status {status}\nsome output" == refused(
        use, "run_command", command=f"echo some output; exit {status}"
    )


def test_command_python_is_the_agents(use: Use) -> None:
    """`python` is the Python that the agent runs on, and leaves no bytecode behind."""
    command = 'python -c "import sys; print(sys.executable, sys.dont_write_bytecode)"'
    used, _, no_bytecode = use("run_command", command=command).rpartition(" ")

    assert Path(sys.executable).parent == Path(used).parent
    assert "True" == no_bytecode


@POSIX
def test_command_has_no_input(tmp_path: Path) -> None:
    """A command that reads finds the end of its input at once, and takes nothing that the user types."""
    source = f'{MAKE_TOOL}print(tool.run(tool.parse(\'{{"command": "wc -c"}}\')), len(input()))'
    ended = subprocess.run(
        [sys.executable, "-c", source], cwd=tmp_path, input="typed\n", capture_output=True, text=True, check=True
    )

    assert ["0", "5"] == ended.stdout.split()


@POSIX
def test_command_output_need_not_be_text(use: Use) -> None:
    """Output that is not UTF-8 comes back with a mark in its place."""
    assert "a\ufffdb" == use("run_command", command=r"printf 'a\377b'")


@POSIX
def test_long_output_keeps_its_end(use: Use) -> None:
    """Of a long output the last ten thousand bytes come back, and how many were left out."""
    answer = use("run_command", command="seq 1 5000")
    whole = "".join(f"{number}\n" for number in range(1, 5001))

    first, _, rest = answer.partition("\n")

    assert f"({len(whole) - 10_000} bytes left out)" == first
    assert whole[-10_000:].strip() == rest


@POSIX
def test_long_failure_keeps_its_end(use: Use) -> None:
    """A failure with a long output says its status first and keeps its end, where the reason stands."""
    text = refused(use, "run_command", command="seq 1 5000; echo the reason; exit 3")

    assert text.startswith("exit status 3\n(13904 bytes left out)\n")
    assert text.endswith("5000\nthe reason")


@POSIX
def test_command_timeout_leaves_nothing_running(use: Use, tmp_path: Path) -> None:
    """A command that takes too long is ended with what it started, and the model is told."""
    command = "sleep 60 & echo $! > child; echo $$ > shell; wait"
    started = time.monotonic()

    text = refused(use, "run_command", command=command, seconds=0.3)

    assert "no end after 0.3 s, so it was stopped" == text
    assert time.monotonic() - started < 5
    assert [True, True] == [gone(int((tmp_path / name).read_text())) for name in ("shell", "child")]


@POSIX
def test_command_ends_its_background(use: Use, tmp_path: Path) -> None:
    """What a command put in the background ends with it, and does not hold up its answer."""
    use("run_command", command="sleep 60 & echo $! > child", seconds=10)

    child = int((tmp_path / "child").read_text())
    try:
        assert gone(child, seconds=0.5)
    finally:
        if not gone(child, seconds=0.05):
            os.kill(child, signal.SIGKILL)


@POSIX
def test_command_interrupt_leaves_nothing_running(tmp_path: Path) -> None:
    """A Ctrl-C in the middle of a command ends the command too."""
    source = f"""{MAKE_TOOL}tool.run(tool.parse('{{"command": "echo $$ > new; mv new pid; exec sleep 60"}}'))"""
    with subprocess.Popen([sys.executable, "-c", source], cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 10
        while not (tmp_path / "pid").exists() and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=10)

    assert gone(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(0, "greater than 0"), (-1, "greater than 0"), (601, "less than or equal to 600"), ("soon", "a valid number")],
)
def test_command_time_has_bounds(use: Use, seconds: object, says: str) -> None:
    """A time that is no time, or too long, is refused with the value and the bound."""
    text = refused(use, "run_command", command="true", seconds=seconds)

    assert f"`seconds`: got {seconds!r}; Input should be {says}" in text
