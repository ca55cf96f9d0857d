"""The panel."""

from rich.cells import cell_len

from mca.cells import clip, column_after, last_glyph
from mca.screen import BlockPrinter


class TodoPanel:
    """Shows the todo list under the text."""

    def __init__(self, rows, write, *, tty, size):
        self.rows = rows
        self.write = write
        self.tty = tty
        self.size = size
        self.number_of_rows = 0  # how many rows of the panel are on the screen
        self.column = 0  # the column of the cursor, 0 is the first one
        self.saved_character = ""  # the character for the last column
        self.written_character = ""  # the same, after hide() has written it
        self.block_printer = BlockPrinter(self.get_rows, write)

    def get_rows(self):
        """Ask for the rows of the list."""
        columns = self.size()[0]
        return self.rows(columns)

    def show(self):
        """Show the panel."""
        if self.tty == False:
            self.block_printer.show()
        else:
            self.remove_panel()
            self.take_character_back()
            self.draw_panel()

    def hide(self):
        """Hide the panel."""
        if self.tty == True:
            self.remove_panel()
            if self.saved_character != "":
                self.write(self.saved_character)
                self.column = self.column + cell_len(self.saved_character)
                self.written_character = self.saved_character
                self.saved_character = ""

    def wrap(self, out):
        """Return a function that writes text over the panel."""
        if self.tty == False:
            return self.block_printer.wrap(out)

        def new_out(text):
            self.remove_panel()
            self.take_character_back()
            # first the character that we did not write the last time
            all_text = self.saved_character + text
            self.saved_character = ""
            columns = self.size()[0]
            new_column = column_after(all_text, self.column, columns)
            if new_column == columns:
                # the row would be full, so we keep the last character
                self.saved_character = last_glyph(all_text)
                all_text = all_text[: len(all_text) - len(self.saved_character)]
                new_column = new_column - cell_len(self.saved_character)
            out(all_text)
            self.column = new_column
            self.draw_panel()

        return new_out

    def take_character_back(self):
        """Delete the character that hide() has written in the last column."""
        if self.written_character != "":
            self.column = self.column - cell_len(self.written_character)
            self.write("\x1b[" + str(self.column + 1) + "G")
            self.write("\x1b[K")
            self.saved_character = self.written_character
            self.written_character = ""

    def draw_panel(self):
        """Write the rows."""
        columns = self.size()[0]
        height = self.size()[1]
        rows = self.get_rows()
        # one row must be left for the text
        if len(rows) > height - 1:
            new_rows = []
            for row in rows:
                if len(new_rows) < height - 2:
                    new_rows.append(row)
            left_out = len(rows) - len(new_rows)
            if height > 1:
                new_rows.append("... " + str(left_out) + " more")
            rows = new_rows
        if len(rows) == 0:
            return
        # make place
        for row in rows:
            self.write("\x1bD")
        self.write("\x1b[" + str(len(rows)) + "A")
        # save the cursor
        self.write("\x1b7")
        for row in rows:
            self.write("\r\n")
            self.write(clip(row, columns - 1))
        # restore the cursor
        self.write("\x1b8")
        self.number_of_rows = len(rows)

    def remove_panel(self):
        """Delete the rows."""
        if self.number_of_rows > 0:
            self.write("\x1b7")
            for i in range(self.number_of_rows):
                self.write("\r\n")
                self.write("\x1b[2K")
            self.write("\x1b8")
            self.number_of_rows = 0
