"""What `lab.toml` may say, what it may not, and how labs and student files are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from mca.exceptions import LabError
from mca.lab import LABS, Lab, find_lab, read_lab, student_folder

GOOD = f"""\
format = 1
slug = "day_77_boats"
title = "Boats"
order = 77
request = "float"
package = "boat"
plugin = "plugin"
starter_passes = [1, 3]

[[exercises]]
title = "The hull"
file = "hull.py"
starter = "{"a" * 40}"

[[exercises]]
title = "The sail"
file = "sail_2.py"
starter = "{"0" * 40}"

[limits]
scenario_seconds = 2.5
submission_seconds = 30
"""

ABOVE, _, _ = GOOD.partition("[[exercises]]")


def written(folder: Path, text: str | bytes, name: str = "day_77_boats") -> Path:
    """A lab's folder with a `lab.toml`."""
    lab = folder / name
    lab.mkdir()
    (lab / "lab.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return lab


def refusal(folder: Path, text: str | bytes) -> str:
    """The sentence with which a `lab.toml` is refused, after its path."""
    place = written(folder, text)
    with pytest.raises(LabError) as caught:
        read_lab(place)
    path, says = f"{place / 'lab.toml'}", str(caught.value)
    assert says.startswith(path)
    return says.removeprefix(path).lstrip(": ")


def test_lab_says_what_it_is(tmp_path: Path) -> None:
    """A lab's table is read whole, and the lab knows its own folders and files."""
    folder = written(tmp_path, GOOD)

    lab = read_lab(folder)

    assert ("day_77_boats", "Boats", 77, "float") == (lab.slug, lab.title, lab.order, lab.request)
    assert ("boat", "plugin", (1, 3), False) == (lab.package, lab.plugin, lab.starter_passes, lab.default)
    assert ["hull", "sail_2"] == [exercise.name for exercise in lab.exercises]
    assert ("hull.py", "sail_2.py") == lab.files
    assert (2.5, 30) == (lab.limits.scenario_seconds, lab.limits.submission_seconds)
    assert (folder, folder / "boat") == (lab.folder, lab.student_folder)


def test_lab_limits_have_defaults(tmp_path: Path) -> None:
    """A lab that says nothing about time has limits all the same."""
    lab = read_lab(written(tmp_path, GOOD.partition("[limits]")[0]))

    assert (4.0, 60.0) == (lab.limits.scenario_seconds, lab.limits.submission_seconds)


@pytest.mark.parametrize("default", [True, False])
def test_lab_says_if_default(tmp_path: Path, default: bool) -> None:
    """Whether a lab is the default one is what its table says."""
    assert default == read_lab(written(tmp_path, f"default = {str(default).lower()}\n{GOOD}")).default


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("format = 1", "format = 2", "`format`: Input should be 1, got 2"),
        ("format = 1\n", "", "`format`: Field required"),
        ('slug = "day_77_boats"\n', "", "`slug`: Field required"),
        ('request = "float"\n', "", "`request`: Field required"),
        ("order = 77", 'order = "first"', "`order`: Input should be a valid integer"),
        ("order = 77", "order = 7.5", "`order`: Input should be a valid integer"),
        ('"Boats"', "5", "`title`: Input should be a valid string, got 5"),
        ('"boat"', '"../boat"', "`package`: String should match pattern '^[a-z][a-z0-9_]*$', got '../boat'"),
        ('"boat"', '"boat.sail"', "`package`: String should match pattern '^[a-z][a-z0-9_]*$', got 'boat.sail'"),
        ("[1, 3]", "3", "`starter_passes`: Input should be a valid tuple, got 3"),
        ("[1, 3]", '[1, "x"]', "`starter_passes.1`: Input should be a valid integer"),
        ('"hull.py"', '"hull"', "`exercises.0.file`: String should match pattern"),
        ('"hull.py"', '"../hull.py"', "`exercises.0.file`: String should match pattern"),
        ('"sail_2.py"', '"Sail.py"', "`exercises.1.file`: String should match pattern"),
        ('title = "The hull"\n', "", "`exercises.0.title`: Field required"),
        ("a" * 40, "a" * 39, "`exercises.0.starter`: String should match pattern"),
        ("0" * 40, "G" * 40, "`exercises.1.starter`: String should match pattern"),
        ("= 2.5", "= 0", "`limits.scenario_seconds`: Input should be greater than 0, got 0"),
        ("= 2.5", "= nan", "`limits.scenario_seconds`: Input should be a finite number, got nan"),
        ("= 30", "= -1", "`limits.submission_seconds`: Input should be greater than 0, got -1"),
        ("= 30", '= "long"', "`limits.submission_seconds`: Input should be a valid number"),
        ("format = 1", "format = 1\nformat = 1", "is not TOML: "),
        ("format = 1", "format = ", "is not TOML: "),
        ("[limits]", "[limits", "is not TOML: "),
    ],
)
def test_lab_malformed_is_explained(tmp_path: Path, old: str, new: str, says: str) -> None:
    """A table that is not as it must be is refused in one line: the place, what is wrong, the value."""
    assert old in GOOD

    sentence = refusal(tmp_path, GOOD.replace(old, new, 1))

    assert sentence.startswith(says)
    assert 1 == len(sentence.splitlines())


def test_lab_without_exercises_is_refused(tmp_path: Path) -> None:
    """A lab has at least one exercise."""
    assert "`exercises`: Field required" in refusal(tmp_path, ABOVE)


def test_lab_with_empty_exercises_refused(tmp_path: Path) -> None:
    """An empty list of exercises is none."""
    assert "`exercises`: Tuple should have at least 1 item" in refusal(tmp_path, f"{ABOVE}exercises = []\n")


def test_lab_unknown_key_names_the_known(tmp_path: Path) -> None:
    """A key that is not known is refused with the ones that are."""
    sentence = refusal(tmp_path, f'colour = "red"\n{GOOD}')

    assert sentence.startswith("`colour`: ")
    assert sentence.endswith(f"got 'red'; allowed here: {', '.join(Lab.model_fields)}")


@pytest.mark.parametrize(
    ("old", "allowed"),
    [('title = "The hull"', "title, file, starter"), ("[limits]", "scenario_seconds, submission_seconds")],
)
def test_lab_inner_key_names_its_neighbours(tmp_path: Path, old: str, allowed: str) -> None:
    """A key that is not known in an inner table is refused with the ones that are known in there."""
    assert refusal(tmp_path, GOOD.replace(old, f'{old}\ncolour = "red"')).endswith(f"allowed here: {allowed}")


def test_lab_missing_key_quotes_nothing(tmp_path: Path) -> None:
    """Where a key is missing there is no value to quote, least of all the rest of the file."""
    assert "The hull" not in refusal(tmp_path, GOOD.replace("format = 1\n", ""))


@pytest.mark.parametrize("data", [b"\xff\xfe", b"title = 'caf\xe9'", b"\0"])
def test_lab_that_is_no_text(tmp_path: Path, data: bytes) -> None:
    """A file that is not UTF-8 text, or no TOML at all, is refused as such."""
    assert refusal(tmp_path, data).startswith("is not TOML: ")


def test_lab_that_cannot_be_read(tmp_path: Path) -> None:
    """A folder without a `lab.toml`, or with a folder in its place, is refused with the system's reason."""
    (tmp_path / "lab.toml").mkdir()

    with pytest.raises(LabError, match=r"lab\.toml cannot be read: No such file"):
        read_lab(tmp_path / "other")
    with pytest.raises(LabError, match=r"lab\.toml cannot be read: "):
        read_lab(tmp_path)


def test_lab_slug_is_the_folder(tmp_path: Path) -> None:
    """A lab whose slug is not its folder's name is refused with both names."""
    folder = written(tmp_path, GOOD, name="day_78_boats")

    with pytest.raises(LabError, match="slug 'day_77_boats' is not the folder's name, 'day_78_boats'"):
        read_lab(folder)


def test_lab_is_found_by_name(tmp_path: Path) -> None:
    """A lab is found by its name, whichever is the default."""
    written(tmp_path, f"default = true\n{GOOD}")
    written(tmp_path, GOOD.replace("day_77_boats", "day_05_rafts"), name="day_05_rafts")

    assert "day_05_rafts" == find_lab("day_05_rafts", tmp_path).slug
    assert "day_77_boats" == find_lab("day_77_boats", tmp_path).slug


def test_lab_default_is_found(tmp_path: Path) -> None:
    """Without a name the default lab is found, wherever it stands among the others."""
    for number in ("03", "77", "99"):
        text = GOOD.replace("day_77_boats", f"day_{number}_boats")
        written(tmp_path, f"default = true\n{text}" if number == "77" else text, name=f"day_{number}_boats")

    assert "day_77_boats" == find_lab(labs=tmp_path).slug


def test_lab_unknown_name_lists_labs(tmp_path: Path) -> None:
    """A name that no lab has is quoted, with the names that there are; a folder without a table is no lab."""
    written(tmp_path, GOOD)
    (tmp_path / "mca").mkdir()

    for name in ("boats", "mca", "", "../day_77_boats"):
        with pytest.raises(LabError) as caught:
            find_lab(name, tmp_path)

        assert f"there is no lab {name!r}; the labs are day_77_boats" == str(caught.value)


def test_lab_none_at_all(tmp_path: Path) -> None:
    """Where no lab is, or none is the default one, that is said."""
    with pytest.raises(LabError, match="there is no lab 'boats'; the labs are none"):
        find_lab("boats", tmp_path)
    written(tmp_path, GOOD)
    with pytest.raises(LabError, match="says `default = true`; name one"):
        find_lab(labs=tmp_path)


def test_lab_default_comes_with_course() -> None:
    """The course's own default lab is well-formed and lies where the package looks."""
    lab = find_lab()

    assert LABS == lab.folder.parent
    assert all((lab.student_folder / file).is_file() for file in lab.files)
    assert (lab.folder / f"{lab.plugin}.py").is_file()


def test_student_folder_is_found(tmp_path: Path) -> None:
    """A submission is the folder with the files, or one with the lab's package in it; without one, the lab's own."""
    lab = read_lab(written(tmp_path, GOOD))
    flat, nested = tmp_path / "flat", tmp_path / "nested"
    (nested / "boat").mkdir(parents=True)
    (nested / "boat" / "sail_2.py").touch()
    flat.mkdir()
    (flat / "hull.py").touch()

    assert flat == student_folder(lab, flat)
    assert nested / "boat" == student_folder(lab, nested)
    assert nested / "boat" == student_folder(lab, nested / "boat")
    assert lab.student_folder == student_folder(lab, None)


def test_student_folder_needs_some_file(tmp_path: Path) -> None:
    """A folder without any of the lab's files, or none at all, is refused with the names of the files."""
    lab = read_lab(written(tmp_path, GOOD))
    empty = tmp_path / "empty"
    (empty / "boat").mkdir(parents=True)
    (empty / "other.py").touch()

    with pytest.raises(LabError) as caught:
        student_folder(lab, empty)

    assert f"{str(empty)!r} holds none of hull.py, sail_2.py, nor does a folder 'boat' in it" == str(caught.value)

    for place in (tmp_path / "lost", empty / "other.py"):
        with pytest.raises(LabError) as caught:
            student_folder(lab, place)

        assert str(caught.value).startswith(f"{str(place)!r} is not a folder")
        assert "hull.py, sail_2.py" in str(caught.value)
