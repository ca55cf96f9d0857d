"""Reminds the model and stops it."""

from mca.plugin import Reminder, Stop


class Intervention:
    """First a reminder, then the stop."""

    def __init__(self):
        self.was_reminded = False
        self.reminded_kind = ""

    def on(self, signal, moved):
        """Decide what to do."""
        # if the list moved, a reminder about quiet rounds is over
        if moved == True:
            if self.reminded_kind == "quiet":
                self.was_reminded = False
                self.reminded_kind = ""

        if signal == None:
            return None

        if self.was_reminded == False:
            self.was_reminded = True
            self.reminded_kind = signal.kind
            return Reminder("Please look at your list: " + signal.note)
        else:
            return Stop("It did not get better: " + signal.note)
