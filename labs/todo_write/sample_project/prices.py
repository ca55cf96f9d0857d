import os, sys


def Total(Prices):
    sum = 0
    for p in Prices:
        sum = sum + p
    return sum


print(f"{Total([250, 175, 99]) / 100:.2f}")
