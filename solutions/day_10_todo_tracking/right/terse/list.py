from dataclasses import dataclass, replace as but
from itertools import count

STATUSES = "pending", "in_progress", "done"
Status = str


@dataclass(frozen=True)
class TodoItem:
    id: str
    text: str
    status: str = "pending"


@dataclass(frozen=True)
class TodoWrite:
    ok: bool
    changed: bool
    note: str


class TodoList:
    def __init__(self):
        self.items, self.revision, self.reopened = (), 0, {}

    @property
    def counts(self):
        return sum(i.status == "done" for i in self.items), len(self.items)

    def replace(self, items):
        new = self._ids(items)
        if bad := wrong(new):
            return TodoWrite(False, False, f"refused: {', '.join(f'{i.id} ({i.text})' for i in bad)}")
        if new == self.items:
            return TodoWrite(True, False, "same")
        old = {(i.id, i.text): i.status for i in self.items}
        self.reopened = {
            i.id: (self.reopened.get(i.id, 0) + (s == "done" != i.status)) if (s := old.get((i.id, i.text))) else 0
            for i in new
        }
        self.items, self.revision = new, self.revision + 1
        return TodoWrite(True, True, f"revision {self.revision}")

    def set_status(self, id, status):
        if id not in {i.id for i in self.items}:
            return TodoWrite(False, False, f"no {id!r}")
        return self.replace([but(i, status=status) if i.id == id else i for i in self.items])

    def _ids(self, items):
        given = {i.id.strip() for i in items}
        known = {i.text: i.id for i in self.items if i.id not in given}
        fresh = (n for n in map(str, count(1)) if n not in given | {i.id for i in self.items})
        return tuple(but(i, id=i.id.strip() or known.pop(i.text, 0) or next(fresh)) for i in items)


def wrong(items):
    ids, active = [i.id for i in items], [i for i in items if i.status == "in_progress"]
    bad = [i for i in items if i.status not in STATUSES or not i.text.strip() or ids.count(i.id) > 1]
    return bad or (active if len(active) > 1 else [])
