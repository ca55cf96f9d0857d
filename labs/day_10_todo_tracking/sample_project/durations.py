"""Adds up durations written as minutes and seconds, `4:05` for instance."""


def seconds(text):
    minutes, rest = text.split(":")
    return int(minutes) * 60 + int(rest)


def text(seconds):
    return f"{seconds // 60}:{seconds % 60}"


def total(durations):
    return text(sum(seconds(duration) for duration in durations))
