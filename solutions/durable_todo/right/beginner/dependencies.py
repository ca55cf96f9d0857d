from dataclasses import replace


def find(items, id):
    for item in items:
        if item.id == id:
            return item
    return None


def problem(items):
    for item in items:
        for other in item.depends_on:
            if find(items, other) is None:
                return item.id + " depends on " + other + " which does not exist"
    for item in items:
        path = search(items, item.id, item.id, [item.id])
        if path:
            text = path[0]
            for id in path[1:]:
                text = text + " -> " + id
            return "a circle: " + text
    return ""


def search(items, start, now, path):
    for other in find(items, now).depends_on:
        if other == start:
            return path + [start]
        if other not in path:
            found = search(items, start, other, path + [other])
            if found:
                return found
    return None


def waits_for(items, id):
    result = []
    item = find(items, id)
    for other in item.depends_on:
        if find(items, other).status != "done":
            result.append(other)
    return tuple(result)


def settle(items):
    result = []
    for item in items:
        if item.waiting and item.status == "blocked" and len(waits_for(items, item.id)) == 0:
            item = replace(item, status="todo", reason="", waiting=False)
        result.append(item)
    return tuple(result)


def unreachable(items):
    lost = []
    changed = True
    while changed:
        changed = False
        for item in items:
            if item.id in lost or item.status in ("done", "cancelled"):
                continue
            for other in item.depends_on:
                found = find(items, other)
                if found.status == "cancelled" or other in lost:
                    if item.id not in lost:
                        lost.append(item.id)
                        changed = True
    result = []
    for item in items:
        if item.id in lost:
            result.append(item.id)
    return tuple(result)


def next_task(items):
    best = None
    for priority in ("high", "medium", "low"):
        for item in items:
            if item.status == "todo" and item.priority == priority and not waits_for(items, item.id):
                if best is None or item.created_at < best.created_at:
                    best = item
        if best is not None:
            return best
    return None
