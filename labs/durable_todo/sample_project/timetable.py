"""Times of day written as hours and minutes, `09:05` for instance."""


def minutes(text):
    hours, rest = text.split(":")
    return int(hours) * 60 + int(rest)


def text(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def later(time, by):
    return text(minutes(time) + by)
