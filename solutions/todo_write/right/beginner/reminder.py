class TodoReminder:
    def __init__(self, after=3):
        self.after = after
        self.written = False
        self.reminded = False
        self.rounds = 0

    def after_round(self, outcomes):
        accepted = False
        for outcome in outcomes:
            if outcome == True:
                accepted = True
        if accepted:
            self.written = True
            self.reminded = False
            self.rounds = 0
            return None
        if not self.written:
            return None
        self.rounds = self.rounds + 1
        if self.rounds >= self.after and not self.reminded:
            self.reminded = True
            return "You have not used todo for a while."
        return None
