"""The panel: a block of rows that stays below streaming text.

There is one cursor and two who want it. The rule between two calls: the cursor rests at the end
of the text, the panel is exactly the rows right below it, and nothing is below the panel.
"""

from __future__ import annotations

from collections.abc import Callable

class TodoPanel:
    """Shows `rows(width)` below whatever is written through `wrap`.

    `size()` gives the columns and rows of the screen. Outside a terminal (`tty` false) there is no
    panel: the text goes out unchanged, and the block is printed between two lines when it changed.
    """

    def __init__(
        self,
        rows: Callable[[int], list[str]],
        write: Callable[[str], None],
        *,
        tty: bool,
        size: Callable[[], tuple[int, int]],
    ) -> None:
        self._rows, self._write, self._tty, self._size = rows, write, tty, size
        self._last = None
    def show(self):
        rows = self._rows(self._size()[0])
        if not self._tty:
            if rows != self._last:
                self._last = rows
                self._write("".join(r + "\n" for r in rows))
            return
        self._write("\x1b7" + "".join("\n" + r for r in rows) + "\x1b8")
    def hide(self):
        if self._tty:
            self._write("\x1b7\n\x1b[J\x1b8")
    def wrap(self, out):
        if not self._tty:
            return out
        def write(text):
            self.hide(); out(text); self.show()
        return write
