"""`python -m mock_model SCRIPTS [SEED [PAUSE]]`: one request a line in, the frames of its reply out.

SCRIPTS is a lab's `scripts.py`, SEED a whole number, PAUSE the seconds between two frames.
`INJECT` is read once, here, so that a mode is always tried in a fresh process.
"""

from __future__ import annotations

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # the working folder: a `json.py` in it must not take the place of Python's

import importlib.util
import json
import os
import time
from pathlib import Path
from typing import TextIO

from mock_model.player import Player
from mock_model.script import Scripts


def main() -> int:
    """Play until standard input ends. Returns 2, with a sentence, for arguments it cannot use."""
    try:
        path, seed, pause = _parsed(sys.argv[1:])
        play(path, seed, sys.stdin, sys.stdout, pause)
    except (OSError, ValueError) as error:
        print(f"mock_model: {error}", file=sys.stderr)
        return 2
    return 0


def play(path: Path, seed: int, requests: TextIO, replies: TextIO, pause: float = 0) -> None:
    """Play the scripts of a file: each request is answered at once, frame by frame."""
    player = Player(load_scripts(path), os.environ.get("INJECT", ""), seed)
    for line in requests:
        for frame in player.reply(json.loads(line)["messages"]):
            replies.write(json.dumps(frame) + "\n")
            replies.flush()
            if pause:
                time.sleep(pause)


def _parsed(arguments: list[str]) -> tuple[Path, int, float]:
    if not 1 <= len(arguments) <= 3:  # noqa: PLR2004 -- the three names in the usage line
        raise ValueError(f"got {len(arguments)} arguments, expected SCRIPTS [SEED [PAUSE]]")
    path, seed, pause = (*arguments, "0", "0")[0], (*arguments[1:], "0")[0], (*arguments[2:], "0")[0]
    return Path(path), int(seed), float(pause)


def load_scripts(path: Path) -> Scripts:
    """The `SCRIPTS` of a lab's `scripts.py`. Raises `OSError` or `ValueError` if they are not to be had."""
    spec = importlib.util.spec_from_file_location("scripts", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{str(path)!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        scripts: Scripts = module.SCRIPTS
    except OSError:
        raise
    except Exception as error:
        raise ValueError(f"{str(path)!r} has no scripts to play: {type(error).__name__}: {error}") from error
    return scripts


if __name__ == "__main__":
    sys.exit(main())
