import os

from ..disk import lock, sync_folder
from ..records import Saved, decode, encode, history_line


class Opened:
    def __init__(self, saved, note):
        self.saved = saved
        self.note = note


class Store:
    def __init__(self, folder, check=lambda items: ""):
        self.folder = str(folder)
        self.check = check
        self.file = None

    def path(self, name):
        return os.path.join(self.folder, name)

    def open(self):
        self.close()
        if not os.path.exists(self.folder):
            os.makedirs(self.folder)
        note = ""
        file = open(self.path("todo.lock"), "a+")
        if lock(file.fileno()):
            file.seek(0)
            file.truncate()
            file.write(str(os.getpid()))
            file.flush()
            self.file = file
        else:
            file.seek(0)
            note = "in use by process " + file.read()
            file.close()
        if not os.path.exists(self.path("todo.json")):
            return Opened(Saved(), note)
        with open(self.path("todo.json"), "rb") as list_file:
            data = list_file.read()
        try:
            saved = decode(data.decode("utf-8"), self.check)
        except ValueError as error:
            if note:
                return Opened(Saved(), note + " and broken")
            number = 1
            while os.path.exists(self.path("todo.broken" + str(number) + ".json")):
                number = number + 1
            name = "todo.broken" + str(number) + ".json"
            os.rename(self.path("todo.json"), self.path(name))
            return Opened(Saved(), "the list is broken (" + str(error) + "), it is now " + name)
        return Opened(saved, note)

    def save(self, saved, changes=()):
        if self.file is None:
            return "not saved, the list was in use"
        with open(self.path("todo.tmp"), "w", encoding="utf-8") as file:
            file.write(encode(saved))
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.path("todo.tmp"), self.path("todo.json"))
        from pathlib import Path

        sync_folder(Path(self.folder))
        torn = False
        if os.path.exists(self.path("todo.jsonl")):
            with open(self.path("todo.jsonl"), "rb") as file:
                text = file.read()
            torn = len(text) > 0 and not text.endswith(b"\n")
        with open(self.path("todo.jsonl"), "a", encoding="utf-8") as file:
            if torn:
                file.write("\n")
            for change in changes:
                file.write(history_line(change) + "\n")
        return ""

    def close(self):
        if self.file is not None:
            self.file.close()
        self.file = None
