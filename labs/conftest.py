"""Makes `pytest labs/<lab>` show the lab's checks as test items; the work is done in `grader`."""

from grader.pytest_plugin import (
    pytest_addoption,
    pytest_collect_file,
    pytest_collection_modifyitems,
    pytest_ignore_collect,
    pytest_pycollect_makemodule,
    pytest_terminal_summary,
)

__all__ = [
    "pytest_addoption",
    "pytest_collect_file",
    "pytest_collection_modifyitems",
    "pytest_ignore_collect",
    "pytest_pycollect_makemodule",
    "pytest_terminal_summary",
]
