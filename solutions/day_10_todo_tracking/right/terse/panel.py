from rich.cells import cell_len

from mca.cells import clip, column_after, last_glyph
from mca.screen import BlockPrinter


class TodoPanel:
    def __init__(self, rows, write, *, tty, size):
        self.rows, self.write, self.size, self.n, self.col = rows, write, size, 0, 0
        self.held = self.lent = ""
        self.paper = None if tty else BlockPrinter(lambda: rows(size()[0]), write)

    def show(self):
        self.paper.show() if self.paper else self.write(self.off() + self.back() + self.on())

    def hide(self):
        if not self.paper:
            self.write(self.off() + self.held)
            self.col, self.lent, self.held = self.col + cell_len(self.held), self.held or self.lent, ""

    def wrap(self, out):
        return self.paper.wrap(out) if self.paper else lambda text: out(self.off() + self.back() + self.step(text) + self.on())

    def on(self):
        w, h = self.size()
        rows = self.rows(w)
        if len(rows) >= h:
            rows = [*rows[: max(h - 2, 0)], f"+{len(rows) - max(h - 2, 0)}"][: h - 1]
        rows = [clip(row, w - 1) for row in rows]
        self.n = n = len(rows)
        return n and f"{chr(27)}D" * n + f"\x1b[{n}A\x1b7\x1b[m\r\n" + "\r\n".join(rows) + "\x1b8" or ""

    def off(self):
        n, self.n = self.n, 0
        return n and "\x1b7\r\n\x1b[J\x1b8" or ""

    def back(self):
        if self.lent:
            self.held, self.lent = self.lent, ""
            self.col -= cell_len(self.held)
        return self.held and f"\x1b[{self.col + 1}G\x1b[K"

    def step(self, text):
        text, w = self.held + text, self.size()[0]
        end = column_after(text, self.col, w)
        self.held = last_glyph(text) if end == w else ""
        self.col = end - cell_len(self.held)
        return text.removesuffix(self.held)
