"""Reads lines of a stock list, `green tea: 3` for instance."""


def name(line):
    return line.split(":")[0]


def amount(line):
    return int(line.split(":")[1])


def counts(line):
    return line[0] != "#"
