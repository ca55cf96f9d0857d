"""The panel: the list is printed again whenever it changed."""

from __future__ import annotations

from collections.abc import Callable

from mca.screen import BlockPrinter


class TodoPanel:
    """Prints the todo list between two lines of text."""

    def __init__(
        self,
        rows: Callable[[int], list[str]],
        write: Callable[[str], None],
        *,
        tty: bool,
        size: Callable[[], tuple[int, int]],
    ) -> None:
        self.tty = tty
        self.printer = BlockPrinter(lambda: rows(size()[0]), write)

    def show(self) -> None:
        """Print the list if it changed."""
        self.printer.show()

    def hide(self) -> None:
        """There is nothing to take away."""

    def wrap(self, out: Callable[[str], None]) -> Callable[[str], None]:
        """Print the list after a line, if it changed."""
        return self.printer.wrap(out)
