"""Writes a stock list as a table."""

from settings import WIDTH


def row(name, amount):
    return name.ljust(WIDTH) + str(amount)
