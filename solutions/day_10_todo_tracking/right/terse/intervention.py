from mca.plugin import Reminder, Stop


class Intervention:
    told = None

    def on(self, signal, moved):
        if moved and self.told == "quiet":
            self.told = None
        if signal:
            act = Stop if self.told else Reminder
            self.told = self.told or signal.kind
            return act(signal.note)
