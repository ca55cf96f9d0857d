from math import *


def boards(length, depth):
    "how many boards of 20 cm a shelf takes"
    if depth == None:
        depth = 20
    return ceil(length / depth)


print(boards(95, None))
