import posixpath
from dataclasses import replace


def is_edit(call):
    return call.tool == "edit_file" or call.tool == "write_file"


def noted(item, call):
    if not call.ok:
        return item
    if is_edit(call) or len(item.file_hints) == 0:
        new = []
        for old in item.evidence:
            new.append(old)
        new.append(call)
        return replace(item, evidence=tuple(new))
    return item


def missing(item):
    enough = False
    for call in item.evidence:
        if call.at < item.started_at:
            continue
        if len(item.file_hints) == 0:
            enough = True
        if not is_edit(call):
            continue
        file = posixpath.normpath(call.file)
        for hint in item.file_hints:
            folder = posixpath.normpath(hint)
            if folder == "." or file == folder or file.startswith(folder + "/"):
                enough = True
    if enough:
        return ""
    text = "missing: a call that works"
    for hint in item.file_hints:
        text = text + ", an edit of " + hint
    return text
