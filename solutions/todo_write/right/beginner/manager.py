from ..items import MARKS, TodoItem


class TodoManager:
    def __init__(self):
        self.list = []

    @property
    def items(self):
        return tuple(self.list)

    def update(self, items):
        seen = []
        active = []
        for item in items:
            if item.status != "pending" and item.status != "in_progress" and item.status != "completed":
                raise ValueError(
                    "item " + item.id + ": status " + item.status + " is wrong, take pending, in_progress or completed"
                )
            if item.text.strip() == "":
                raise ValueError("item " + item.id + " needs a text")
            if item.id in seen:
                raise ValueError("there are two items with the id " + item.id)
            seen.append(item.id)
            if item.status == "in_progress":
                active.append(item.id)
        if len(active) >= 2:
            raise ValueError("too many in progress: " + ", ".join(active))
        self.list = []
        for item in items:
            self.list.append(item)
        return self.render()

    def render(self):
        text = ""
        done = 0
        for item in self.list:
            text = text + MARKS[item.status] + " " + item.id + ": " + item.text + "\n"
            if item.status == "completed":
                done = done + 1
        return text + str(done) + "/" + str(len(self.list)) + " completed"
