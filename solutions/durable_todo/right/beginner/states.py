from ..item import STATES

MOVES = {
    "todo": ("in_progress", "blocked", "cancelled"),
    "in_progress": ("done", "blocked", "todo", "cancelled"),
    "blocked": ("todo", "cancelled"),
    "done": (),
    "cancelled": (),
}


def refusal(items, id, to, *, consent=False, interrupt=False):
    found = False
    for item in items:
        if item.id == id:
            found = True
            state = item.status
    if not found:
        text = "there is no task " + id + ", only"
        for item in items:
            text = text + " " + item.id
        return text
    known = False
    for each in STATES:
        if each == to:
            known = True
    if not known:
        text = "there is no state " + to + ", only"
        for each in STATES:
            text = text + " " + each
        return text
    if to not in MOVES[state]:
        return id + " is " + state + " and cannot be " + to
    if to == "cancelled":
        if consent:
            return ""
        return "needs the user's consent, use blocked"
    if to == "todo" and state == "in_progress":
        if interrupt:
            return ""
        return "needs an interrupt"
    if to == "in_progress":
        for item in items:
            if item.status == "in_progress":
                return item.id + " is in progress"
    return ""


def moves_for_request(items, id, *, interrupt):
    moves = []
    if interrupt:
        for item in items:
            if item.status == "in_progress":
                moves.append((item.id, "todo"))
        moves.append((id, "in_progress"))
    return tuple(moves)
