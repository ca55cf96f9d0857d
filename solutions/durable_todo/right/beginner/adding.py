from rich.cells import cell_len


def refusal(entries):
    if len(entries) == 0:
        return "nothing to add"
    if len(entries) > 10:
        return "10 at most, not " + str(len(entries))
    for entry in entries:
        text = entry.summary.strip()
        width = 0
        for letter in text:
            width = width + cell_len(letter)
        if width < 10 or width > 40:
            return "width " + str(width) + " of " + text + " is not right"
        if entry.depends_on is None:
            return "depends_on is missing in " + text
    return ""
