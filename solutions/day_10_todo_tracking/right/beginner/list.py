"""My todo list."""

from dataclasses import dataclass

STATUSES = ["pending", "in_progress", "done"]

Status = str


@dataclass
class TodoItem:
    """One task."""

    id: str
    text: str
    status: str = "pending"


@dataclass
class TodoWrite:
    """The result of a write."""

    ok: bool
    changed: bool
    note: str


class TodoList:
    """The list of tasks."""

    def __init__(self):
        self.my_items = []
        self.my_revision = 0
        self.my_reopened = {}

    @property
    def items(self):
        """A tuple with a new copy of every task."""
        result = []
        for item in self.my_items:
            copy = TodoItem(item.id, item.text, item.status)
            result.append(copy)
        return tuple(result)

    @property
    def revision(self):
        """The number of changes."""
        return self.my_revision

    @property
    def counts(self):
        """(done, all)"""
        done = 0
        for item in self.my_items:
            if item.status == "done":
                done = done + 1
        return (done, len(self.my_items))

    @property
    def reopened(self):
        """A dictionary from id to number."""
        return self.my_reopened

    def replace(self, items):
        """Put a whole new list in the place of the old one."""
        # 1. make a new list in which every task has an id
        new_items = []
        given_ids = []
        for item in items:
            if item.id.strip() != "":
                given_ids.append(item.id.strip())
        used_ids = []
        for item in self.my_items:
            used_ids.append(item.id)
        for id in given_ids:
            used_ids.append(id)
        given_out = []
        for item in items:
            new_id = item.id.strip()
            if new_id == "":
                # was there a task with this text?
                for old in self.my_items:
                    if old.text == item.text:
                        if old.id not in given_ids and old.id not in given_out:
                            new_id = old.id
            if new_id == "":
                # no, so take the next number
                number = 1
                while str(number) in used_ids:
                    number = number + 1
                new_id = str(number)
                used_ids.append(new_id)
            given_out.append(new_id)
            new_items.append(TodoItem(new_id, item.text, item.status))

        # 2. is there anything wrong with it?
        for item in new_items:
            if item.status not in STATUSES:
                return TodoWrite(False, False, "Task " + item.id + " has a wrong status: " + item.status)
            if item.text.strip() == "":
                return TodoWrite(False, False, "Task " + item.id + " has no text.")
        for i in range(len(new_items)):
            for j in range(i + 1, len(new_items)):
                if new_items[i].id == new_items[j].id:
                    message = "The id " + new_items[i].id + " is used for two tasks: "
                    message = message + new_items[i].text + " and " + new_items[j].text
                    return TodoWrite(False, False, message)
        in_progress = []
        for item in new_items:
            if item.status == "in_progress":
                in_progress.append(item.id)
        if len(in_progress) > 1:
            message = "Only one task can be in progress, but these are: " + ", ".join(in_progress)
            return TodoWrite(False, False, message)

        # 3. is it different from the old one?
        different = False
        if len(new_items) != len(self.my_items):
            different = True
        else:
            for i in range(len(new_items)):
                if new_items[i].id != self.my_items[i].id:
                    different = True
                if new_items[i].text != self.my_items[i].text:
                    different = True
                if new_items[i].status != self.my_items[i].status:
                    different = True
        if different == False:
            return TodoWrite(True, False, "The list is already like this.")

        # 4. count the tasks that were done and are not any more
        new_reopened = {}
        for item in new_items:
            new_reopened[item.id] = 0
            for old in self.my_items:
                if old.id == item.id and old.text == item.text:
                    if item.id in self.my_reopened:
                        new_reopened[item.id] = self.my_reopened[item.id]
                    if old.status == "done" and item.status != "done":
                        new_reopened[item.id] = new_reopened[item.id] + 1

        # 5. now change everything
        self.my_reopened = new_reopened
        self.my_items = new_items
        self.my_revision = self.my_revision + 1
        return TodoWrite(True, True, "The list was changed, it is now revision " + str(self.my_revision))

    def set_status(self, id, status):
        """Change the status of one task."""
        found = False
        new_items = []
        for item in self.my_items:
            if item.id == id:
                found = True
                new_items.append(TodoItem(item.id, item.text, status))
            else:
                new_items.append(TodoItem(item.id, item.text, item.status))
        if found:
            return self.replace(new_items)
        else:
            return TodoWrite(False, False, "I do not know a task with the id " + str(id))
