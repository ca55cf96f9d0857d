"""Done is a claim, and a claim needs evidence: what was done for a task since it started."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from posixpath import normpath

from ..item import CallRecord, TodoItem

EDIT_TOOLS = ("edit_file", "write_file")


def noted(item: TodoItem, call: CallRecord) -> TodoItem:
    """The task in progress, with a call noted on it if the call counts for something.

    Each edit (a call of one of `EDIT_TOOLS`) is noted, whichever file it is of; on a task without
    file hints, so is a call of any other tool. A call that failed did nothing and is not noted.
    What was noted before stays, and stands before the new one.

    >>> edit = CallRecord("edit_file", "kettle.py", "edited kettle.py", ok=True, at="0007")
    >>> noted(TodoItem("T-001", "boil the water"), edit).evidence == (edit,)
    True
    """
    if call.ok and (call.tool in EDIT_TOOLS or not item.file_hints):
        return replace(item, evidence=(call,))
    return item


def missing(item: TodoItem) -> str:
    """Say what is missing before the task in progress can be done; empty if nothing is.

    A task with file hints needs an edit of a file that one of them covers: the file itself, or a
    folder that it lies in, however the two paths are written (`./a.py` is `a.py`). The answer
    names the hints. A task without hints needs one call. Either counts only if its `at` is no
    earlier than the task's `started_at`.

    >>> missing(TodoItem("T-001", "boil the water", file_hints=("kettle.py",)))
    'no edit of kettle.py since it started'
    """
    # TODO 4: what is noted on a task is evidence, but since when? And does all of it stay there?
    if not item.file_hints:
        return "" if item.evidence else "no call has worked since it started"
    if any(call.tool in EDIT_TOOLS and _covered(call.file, item.file_hints) for call in item.evidence):
        return ""
    return f"no edit of {' or '.join(item.file_hints)} since it started"


def _covered(file: str, hints: tuple[str, ...]) -> bool:
    # Paths are compared part by part: `src` covers `src/a.py` and not `src2/a.py`.
    return any(PurePosixPath(normpath(file)).is_relative_to(normpath(hint)) for hint in hints)
