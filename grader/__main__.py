"""`python -m grader`."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the working folder: a `json.py` in it must not take the place of Python's

from grader.cli import main

if __name__ == "__main__":
    sys.exit(main())
