"""`python -m mock_model SCRIPTS [SEED [PAUSE]]`: one request a line in, the frames of its reply out.

SCRIPTS is a lab's `scripts.py`, SEED a whole number, PAUSE the seconds between two frames.
`INJECT` is read once, here, so that a mode is always tried in a fresh process.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import time
from pathlib import Path
from typing import TextIO

from mock_model.player import Player
from mock_model.script import Scripts


def main() -> int:
    """Serve until standard input ends. Returns 2, with a sentence, for arguments it cannot use."""
    try:
        path, seed, pause = _parsed(sys.argv[1:])
        scripts = load_scripts(path)
    except (OSError, ValueError) as error:
        print(f"mock_model: {error}", file=sys.stderr)
        return 2
    serve(Player(scripts, os.environ.get("INJECT", ""), seed), pause, sys.stdin, sys.stdout)
    return 0


def _parsed(arguments: list[str]) -> tuple[Path, int, float]:
    if not 1 <= len(arguments) <= 3:  # noqa: PLR2004 -- the three names in the usage line
        raise ValueError(f"got {len(arguments)} arguments, expected SCRIPTS [SEED [PAUSE]]")
    path, seed, pause = (*arguments, "0", "0")[0], (*arguments[1:], "0")[0], (*arguments[2:], "0")[0]
    return Path(path), int(seed), float(pause)


def load_scripts(path: Path) -> Scripts:
    """The `SCRIPTS` of a lab's `scripts.py`. Raises `OSError` if it cannot be read."""
    spec = importlib.util.spec_from_file_location("scripts", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{str(path)!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    scripts: Scripts = module.SCRIPTS
    return scripts


def serve(player: Player, pause: float, requests: TextIO, replies: TextIO) -> None:
    """Answer each request as soon as it has come, each frame as soon as it is there."""
    for line in requests:
        for frame in player.reply(json.loads(line)["messages"]):
            replies.write(json.dumps(frame) + "\n")
            replies.flush()
            time.sleep(pause)


if __name__ == "__main__":
    sys.exit(main())
