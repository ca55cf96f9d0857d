MARKS = {"todo": "[ ]", "in_progress": "[>]", "done": "[x]", "blocked": "[!]", "cancelled": "[-]"}
COLOURS = {"todo": "", "in_progress": "1", "done": "90", "blocked": "33", "cancelled": "9"}


def for_model(items):
    text = ""
    done = 0
    for item in items:
        if item.status == "done" and len(items) > 15:
            done = done + 1
            continue
        line = MARKS[item.status] + " " + item.id + " " + item.status + " " + item.priority + " " + item.summary
        for other in item.depends_on:
            line = line + ", after " + other
        for hint in item.file_hints:
            line = line + ", in " + hint
        if item.reason != "":
            line = line + ", because: " + item.reason
        if text != "":
            text = text + "\n"
        text = text + line
    if done > 0:
        text = text + "\n[x] " + str(done) + " done"
    return text


def changes(before, after):
    lines = []
    for new in after:
        old_state = "new"
        for old in before:
            if old.id == new.id:
                old_state = old.status
        if old_state != new.status:
            line = new.id + " was " + old_state + " and is " + new.status
            if new.reason:
                line = line + ": " + new.reason
            lines.append(line)
    return lines


def on_screen(items, *, colour):
    rows = []
    for item in items:
        if item.status == "in_progress":
            rows.append(paint(item, colour))
    for priority in ("high", "medium", "low"):
        for item in items:
            if item.status in ("todo", "blocked") and item.priority == priority:
                rows.append(paint(item, colour))
    for item in items:
        if item.status == "cancelled":
            rows.append(paint(item, colour))
    done = 0
    for item in items:
        if item.status == "done":
            done += 1
    if done:
        row = "[x] " + str(done) + " done"
        if colour:
            row = "\x1b[90m" + row + "\x1b[0m"
        rows.append(row)
    return rows


def paint(item, colour):
    row = MARKS[item.status] + " " + item.id + " " + item.summary
    if colour and COLOURS[item.status]:
        row = "\x1b[" + COLOURS[item.status] + "m" + row + "\x1b[0m"
    return row


def resume(items, turns, rules):
    text = rules + "\n" + for_model(items) + "\n"
    count = {}
    for turn in turns:
        for call in turn.calls:
            if call.tool not in count:
                count[call.tool] = 0
            count[call.tool] += 1
    for turn in list(turns)[-2:]:
        text += "asked: " + turn.request + "\n"
        for call in turn.calls:
            text += call.tool + " on " + call.file
            if call.ok:
                text += " worked\n"
            else:
                text += " failed\n"
    for tool in count:
        text += tool + " " + str(count[tool]) + "\n"
    return text
